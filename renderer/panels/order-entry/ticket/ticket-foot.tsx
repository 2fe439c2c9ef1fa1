import type { ReactElement } from 'react';
import type { InstrumentRow, OrderDraft, TerminalRow } from '../../../../shared/contract/contract.ts';
import { useLink } from '../../../link/bridge.ts';
import { useFeedRow } from '../../../state/feeds/feeds.ts';
import { whyNoCommand } from '../../../state/commands/why-no-command.ts';
import { Button } from '../../../ui/controls/button.tsx';
import type { SaidMeans } from '../available/available.ts';
import type { Loans } from '../available/use-loans.ts';
import type { Summary } from './summary.ts';
import { useTicket } from './ticket-store.ts';
import { TicketSummary } from './ticket-summary.tsx';
import { SendKey, useSendKey } from '../send-key.tsx';

/** What the order does and the button that sends it; it keeps its place whatever happens above it. */
export function TicketFoot(props: {
  readonly summary: Summary;
  readonly instrument: InstrumentRow;
  /** What would leave. */
  readonly draft: OrderDraft;
  readonly means: SaidMeans;
  readonly loans: Loans;
  readonly words: string;
  onPlace(clicks: number): void;
}): ReactElement {
  const { draft, words, onPlace } = props;
  const { side } = draft;
  const terminal = useFeedRow('terminal', 'terminal');
  const link = useLink((state) => state.link.state);
  const sending = useTicket((state) => state.lastPress?.inFlight === true);
  const why = whyNothingLeaves(terminal, link);
  useSendKey(why, sending, () => onPlace(0));
  return (
    <div className="ticket-foot">
      <TicketSummary
        summary={props.summary}
        instrument={props.instrument}
        draft={draft}
        means={props.means}
        loans={props.loans}
      />
      <Button
        kind={side === 'BUY' ? 'buy' : 'sell'}
        size="large"
        className="ticket-place"
        // Why it is off comes first.
        aria-describedby={why === undefined ? 'ticket-warnings' : undefined}
        busy={sending}
        whyDisabled={why}
        // A key that is held repeats its click; it is one press.
        onKeyDown={(event) => {
          if (event.repeat) event.preventDefault();
        }}
        onClick={(event) => onPlace(event.detail)}
      >
        {words}
        <SendKey />
      </Button>
    </div>
  );
}

export const whyNothingLeaves = (terminal: TerminalRow | undefined, link: string): string | undefined =>
  link === 'up' ? whyNoCommand(terminal) : 'The core is not reached: nothing can be sent.';
