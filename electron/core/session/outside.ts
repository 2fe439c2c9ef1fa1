import { FaultError } from '../../../shared/errors.ts';
import type { ConfirmMoney } from '../transfers/confirm.ts';
import { withPatience } from '../transfers/patience.ts';
import type { Clock } from '../world/ports.ts';
import type { Confirm } from './question.ts';

/** Everything that this program asks outside of its page. */
export interface Outside {
  /** Null where the shell cannot ask. */
  readonly confirm: Confirm | null;
  readonly confirmMoney: ConfirmMoney | null;
}

/**
 * One question at a time in the whole program. A second one would be drawn over the first, and its answer could be taken
 * for the first one's: it is refused before anything of it is shown, and does not count as a refusal by the person.
 */
export function oneAtATime({ confirm, confirmMoney }: Outside, clock: Clock): Outside {
  let asking = false;
  async function alone<Result>(ask: () => Promise<Result>): Promise<Result> {
    if (asking)
      throw new FaultError({
        kind: 'NotAllowed',
        policy: 'guard',
        reason: 'Another question is being asked outside of the page. Answer that one first.',
      });
    asking = true;
    try {
      return await ask();
    } finally {
      asking = false;
    }
  }
  return {
    confirm: confirm === null ? null : patient(confirm, clock, alone),
    confirmMoney:
      confirmMoney === null
        ? null
        : {
            ...confirmMoney,
            ask: (question, signal) => alone(() => confirmMoney.ask(question, signal)),
            // What is held is said in any case; while another question stands it can be taken back on the page alone.
            hold: (words, signal) => alone(() => confirmMoney.hold(words, signal)).catch(() => false),
          },
  };
}

/** Whoever is asked again and again says yes at last: the same patience as for money. */
function patient(confirm: Confirm, clock: Clock, alone: (ask: () => Promise<boolean>) => Promise<boolean>): Confirm {
  const never = new AbortController().signal;
  const asked = withPatience(
    {
      where: '',
      ask: (question) => alone(() => confirm(question)),
      hold: () => Promise.resolve(false),
    },
    clock,
  );
  return (question) => asked.ask({ ...question, proofs: [] }, never);
}
