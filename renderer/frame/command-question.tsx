import { useEffect, type ReactElement } from 'react';
import { useStore } from 'zustand';
import type { RequestName } from '../../shared/contract/contract.ts';
import { commandQuestions, type CommandQuestion } from '../state/commands/command-question.ts';
import { useFeedRow } from '../state/feeds/feeds.ts';
import { notify } from '../state/notices.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';

/** Title and yes of the question of a command; `null` is Buy or Sell. */
const WORDS: Readonly<Partial<Record<RequestName, { readonly title: string; readonly yes: string | null }>>> = {
  'orders.place': { title: 'Place this order?', yes: null },
  'orders.edit': { title: 'Edit this order?', yes: 'Edit it' },
  'algo.place': { title: 'Place this plan?', yes: 'Place it' },
  'algo.edit': { title: 'Edit this plan?', yes: 'Edit it' },
};

/** The question of the oldest command that the core asks about. */
export function CommandQuestions(): ReactElement | null {
  const question = useStore(commandQuestions, ({ waiting }) => waiting[0]);
  // A key of its own for each: the next question is a dialog of its own, whose yes waits for the double click too.
  return question === undefined ? null : <Question key={keyOf(question)} question={question} />;
}

const keys = new WeakMap<CommandQuestion, number>();
let newest = 0;
function keyOf(question: CommandQuestion): number {
  const key = keys.get(question) ?? (newest += 1);
  keys.set(question, key);
  return key;
}

/** The one question before a command that adds risk: what leaves, where to, and the reasons. */
function Question({ question }: { readonly question: CommandQuestion }): ReactElement {
  const { name, asked, on, answer } = question;
  const { summary, symbol, side, worth, reasons } = asked;
  const terminal = useFeedRow('terminal', 'terminal');
  const moved = terminal !== undefined && (terminal.profile !== on.profile || terminal.environment !== on.environment);
  useEffect(() => {
    if (!moved) return;
    answer(false);
    notify('warning', 'The account on screen changed; nothing was sent.');
  }, [moved, answer]);
  const { title, yes } = WORDS[name] ?? { title: 'Send this?', yes: 'Send it' };
  return (
    <Dialog
      title={title}
      tone={on.environment === 'live' ? 'danger' : undefined}
      onClose={() => answer(false)}
      footer={
        <>
          <Button onClick={() => answer(false)}>Do not send</Button>
          <Button kind={side === 'BUY' ? 'buy' : 'sell'} data-autofocus onPress={() => answer(true)}>
            {yes ?? (side === 'BUY' ? 'Buy' : 'Sell')}
          </Button>
        </>
      }
    >
      <p className="question-command">{summary}</p>
      <p>
        {symbol} on <strong>{on.environment.toUpperCase()}</strong>, profile {terminal?.profileName ?? on.profile}
        {worth === null ? '' : `, worth ${worth}`}
      </p>
      <ul className="question-reasons">
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Dialog>
  );
}
