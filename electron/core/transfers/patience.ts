import { FaultError } from '../../../shared/errors.ts';
import type { Clock } from '../world/ports.ts';
import type { ConfirmMoney } from './confirm.ts';

/** So many refusals within the time end the asking for as long. */
const MOST_REFUSALS = 3;
const REST_MS = 600_000;

/**
 * The same questions, and none for a while after a person has refused some of them: whoever is asked again and again
 * says yes at last.
 */
export function withPatience(confirm: ConfirmMoney, clock: Clock): ConfirmMoney {
  let refusals: number[] = [];
  return {
    ...confirm,
    async ask(question, signal) {
      refusals = refusals.filter((at) => clock.monotonic() - at < REST_MS);
      if (refusals.length >= MOST_REFUSALS)
        throw new FaultError({
          kind: 'NotAllowed',
          policy: 'money',
          reason: `${MOST_REFUSALS} questions outside of the page were refused. None is asked for ten minutes.`,
        });
      const yes = await confirm.ask(question, signal);
      if (yes) refusals = [];
      else if (!signal.aborted) refusals.push(clock.monotonic());
      return yes;
    },
  };
}
