import { createStore } from 'zustand/vanilla';
import type { Environment } from '../../../shared/contract-kit.ts';
import type { RequestName } from '../../../shared/contract/contract.ts';
import type { Fault } from '../../../shared/errors.ts';

/** A command that the core asks about, with the account that it was pressed on. */
export interface CommandQuestion {
  readonly name: RequestName;
  readonly asked: Extract<Fault, { kind: 'NeedsAnswer' }>;
  readonly on: { readonly environment: Environment; readonly profile: string };
  answer(yes: boolean): void;
}

/** Questions that wait for a person, oldest first; one is shown at a time. */
export const commandQuestions = createStore<{ readonly waiting: readonly CommandQuestion[] }>(() => ({ waiting: [] }));

/** Asks a person. @returns whether the answer was yes. */
export function askPerson(question: Omit<CommandQuestion, 'answer'>): Promise<boolean> {
  return new Promise((resolve) => {
    const mine: CommandQuestion = {
      ...question,
      answer(yes) {
        const { waiting } = commandQuestions.getState();
        commandQuestions.setState({ waiting: waiting.filter((each) => each !== mine) });
        resolve(yes);
      },
    };
    commandQuestions.setState(({ waiting }) => ({ waiting: [...waiting, mine] }));
  });
}
