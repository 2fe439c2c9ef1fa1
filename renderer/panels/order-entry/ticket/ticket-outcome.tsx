import { useLayoutEffect, useRef, useState, type ReactElement } from 'react';
import type { InstrumentRow } from '../../../../shared/contract/contract.ts';
import { useFeed, useFeedRow } from '../../../state/feeds/feeds.ts';
import { useNow } from '../../../state/feeds/now.ts';
import { Button, IconButton } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/controls/icons.tsx';
import { isPast, shownOf, shownRow, unsettled, type Sent, type Shown, type Unsettled } from './outcome.ts';
import { stopWaiting, takeBack } from './ticket-store.ts';

const ICONS = {
  sending: 'more',
  accepted: 'check',
  filled: 'check',
  cancelled: 'info',
  rejected: 'warning',
  unconfirmed: 'warning',
} as const;

/** What became of the last press, and of presses of an earlier page that are still unsettled. */
export function TicketOutcome(props: {
  readonly submission: Sent | null;
  /** Of the followed order; it may be of another symbol than the ticket is now. */
  readonly units?: InstrumentRow | undefined;
  dismiss(): void;
}): ReactElement {
  const { submission, units, dismiss } = props;
  const now = useNow();
  const commandId = submission?.commandId ?? '';
  const row = useFeedRow('commands', commandId);
  // One text, so that the ticket is not drawn anew for every command of other panels.
  const others = useFeed('commands', '', (state) => JSON.stringify(unsettled(state.rows.values(), commandId)));
  const earlier = JSON.parse(others) as Unsettled; // what the line above wrote
  const told = submission === null ? null : shownOf(submission, row, units);
  const shown = told !== null && isPast(told, submission?.at, now) ? null : told;
  return (
    <div className="ticket-outcomes" role="status" aria-label="Outcome">
      {earlier.more === 0 ? null : (
        <p className="ticket-outcome-more">and {earlier.more} more that are not settled; “Activity” lists them.</p>
      )}
      {earlier.shown.map((each) => (
        <Line key={each.commandId} commandId={each.commandId} shown={shownRow(each)} />
      ))}
      {shown === null ? null : (
        <Line commandId={commandId} shown={shown} {...(shown.kind === 'sending' ? {} : { close: dismiss })} />
      )}
    </div>
  );
}

function Line(props: { readonly commandId: string; readonly shown: Shown; readonly close?: () => void }): ReactElement {
  const { commandId, shown, close } = props;
  const words = useRef<HTMLParagraphElement>(null);
  const [whole, setWhole] = useState(false);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const line = words.current;
    if (line === null || whole) return undefined;
    const look = (): void => setCut(line.scrollHeight > line.clientHeight + 1);
    look();
    const sized = new ResizeObserver(look);
    sized.observe(line);
    return () => sized.disconnect();
  }, [whole, shown.detail]);
  useLayoutEffect(() => {
    if (whole) words.current?.scrollIntoView({ block: 'nearest' });
  }, [whole]);
  return (
    <div className={`ticket-outcome ticket-outcome-${shown.kind}`}>
      <Icon name={ICONS[shown.kind]} size={12} />
      <div className="ticket-outcome-words">
        <p ref={words} className={whole ? 'ticket-outcome-whole' : 'ticket-outcome-short'}>
          <strong>{shown.title}</strong> {shown.detail}
        </p>
        {shown.waits === true && commandId !== '' ? (
          <Button size="small" className="ticket-give-up" onClick={() => void takeBack(commandId)}>
            Take it back
          </Button>
        ) : null}
        {shown.kind === 'unconfirmed' && commandId !== '' ? (
          <Button
            size="small"
            className="ticket-give-up"
            tip="The terminal asks no more about it. Look at the open orders and the history yourself."
            onClick={() => void stopWaiting(commandId)}
          >
            Stop waiting
          </Button>
        ) : null}
      </div>
      {cut || whole ? (
        <IconButton
          icon={whole ? 'minus' : 'more'}
          size="small"
          label={whole ? 'Less' : 'All of it'}
          aria-expanded={whole}
          onClick={() => setWhole(!whole)}
        />
      ) : null}
      {close === undefined ? null : <IconButton icon="close" size="small" label="Dismiss" onClick={close} />}
    </div>
  );
}
