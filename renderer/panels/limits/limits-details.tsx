import type { ReactElement } from 'react';
import { useFeedRows } from '../../state/feeds/feeds.ts';
import { SkeletonRows } from '../../ui/panel.tsx';
import { budgetWords, busiestFirst, scopeWords, shareTone, usedShare } from './budgets.ts';

/** Every budget that was touched, busiest first. */
export function LimitsDetails(): ReactElement {
  const { status, rows } = useFeedRows('limits');
  const sorted = busiestFirst(rows.values());
  return (
    <div className="budgets">
      <h3 className="budgets-head">Rate limits</h3>
      <p className="link-meaning budgets-meaning">
        Requests wait here instead of being refused by the exchange. Cancels keep their own room.
      </p>
      {status === 'loading' ? <SkeletonRows rows={4} /> : null}
      {status === 'live' && sorted.length === 0 ? <p className="budgets-empty">Nothing was asked yet.</p> : null}
      <ul>
        {sorted.map((row) => {
          const share = usedShare(row);
          return (
            <li key={row.id} className="budget">
              <div className="budget-line">
                <span className="budget-name">{row.endpoint}</span>
                <span className="budget-scope">{scopeWords(row)}</span>
                <span className={`number limits-${shareTone(share)}`}>{budgetWords(row)}</span>
              </div>
              <meter
                className="budget-bar"
                aria-label={`${row.endpoint}, ${scopeWords(row)}`}
                min={0}
                max={row.allowed}
                value={row.used}
                high={row.allowed * 0.6}
              />
              {row.waiting > 0 ? <p className="budget-waiting">{row.waiting} waiting for a slot</p> : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
