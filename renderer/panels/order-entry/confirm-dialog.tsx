import { useEffect, type ReactElement } from 'react';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { notify } from '../../state/notices.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { answerQuestion, type Question } from './ticket/ticket-store.ts';

/** The one question before an order: what leaves, where to, and why it is asked. */
export function ConfirmDialog({ question }: { readonly question: Question }): ReactElement {
  const { press, draft, words, value, reasons } = question;
  const terminal = useFeedRow('terminal', 'terminal');
  const moved =
    terminal !== undefined && (terminal.profile !== press.profile || terminal.environment !== press.environment);
  useEffect(() => {
    if (!moved) return;
    answerQuestion(false);
    notify('warning', 'The account on screen changed; the order was not sent.');
  }, [moved]);
  const live = press.environment === 'live';
  return (
    <Dialog
      title="Place this order?"
      tone={live ? 'danger' : undefined}
      onClose={() => answerQuestion(false)}
      footer={
        <>
          <Button onClick={() => answerQuestion(false)}>Do not send</Button>
          <Button kind={draft.side === 'BUY' ? 'buy' : 'sell'} data-autofocus onPress={() => answerQuestion(true)}>
            {draft.side === 'BUY' ? 'Buy' : 'Sell'}
          </Button>
        </>
      }
    >
      <p className="ticket-question">{words}</p>
      <p>
        {draft.symbol} on <strong>{press.environment.toUpperCase()}</strong>, profile{' '}
        {terminal?.profileName ?? press.profile}
        {value === null ? '' : `, worth ${value}`}
      </p>
      <ul className="ticket-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Dialog>
  );
}
