import { useRef, type ReactElement } from 'react';
import { useFeed } from '../../state/feeds/feeds.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { busiestFirst, shareTone, usedShare } from './budgets.ts';
import { LimitsDetails } from './limits-details.tsx';

const BARS = 4;

/** The busiest budget as four bars and a number; opens the whole list. */
export function LimitsMeter(props: { readonly opened: boolean; toggle(): void; close(): void }): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  // A number and not a row, so that the bar is drawn again only when it changes.
  const percent = useFeed('limits', '', (state) => {
    const [busiest] = busiestFirst(state.rows.values());
    return busiest === undefined ? 0 : Math.ceil(usedShare(busiest) * 100);
  });
  const tone = shareTone(percent / 100);
  return (
    <section className="limits" role="region" aria-label="Limits">
      <button
        type="button"
        ref={button}
        className="limits-button"
        aria-haspopup="dialog"
        aria-expanded={props.opened}
        onClick={props.toggle}
      >
        <span className="lamp-name">
          Limits<span className="unseen"> busiest</span>
        </span>{' '}
        <span className={`limits-bars limits-${tone}`} aria-hidden="true">
          {Array.from({ length: BARS }, (_, bar) => (
            <span key={bar} className={percent > (bar * 100) / BARS ? 'limits-bar limits-bar-on' : 'limits-bar'} />
          ))}
        </span>
        <span className={`limits-percent limits-${tone}`}>{percent} %</span>
        <span className="unseen"> used</span>
      </button>
      {props.opened ? (
        <Popover label="Limits details" anchor={button} align="middle" onClose={props.close}>
          <LimitsDetails />
        </Popover>
      ) : null}
    </section>
  );
}
