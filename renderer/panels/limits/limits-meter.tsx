import { useRef, type ReactElement } from 'react';
import { useFeed } from '../../state/feeds/feeds.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { busiestFirst, shareTone, usedShare } from './budgets.ts';
import { LimitsDetails } from './limits-details.tsx';

/** The busiest budget; opens the whole list. */
export function LimitsMeter(props: { readonly opened: boolean; toggle(): void; close(): void }): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  // A number and not a row, so that the bar is drawn again only when it changes.
  const percent = useFeed('limits', '', (state) => {
    const [busiest] = busiestFirst(state.rows.values());
    return busiest === undefined ? 0 : Math.ceil(usedShare(busiest) * 100);
  });
  const tone = shareTone(percent / 100);
  return (
    <section className="limits" role="region" aria-label="Rate limits">
      <button
        type="button"
        ref={button}
        className="status-button"
        aria-haspopup="dialog"
        aria-expanded={props.opened}
        onClick={props.toggle}
      >
        Rate limit <b className={`number limits-${tone}`}>{percent}% used</b>
      </button>
      {props.opened ? (
        <Popover label="Rate limit details" anchor={button} align="middle" onClose={props.close}>
          <LimitsDetails />
        </Popover>
      ) : null}
    </section>
  );
}
