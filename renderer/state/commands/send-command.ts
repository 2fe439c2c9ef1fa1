import type { Outcome } from '../../../shared/contract-kit.ts';
import type { RequestInput, RequestName, RequestOutput } from '../../../shared/contract/contract.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import { ask } from '../../link/bridge.ts';
import { askPerson } from './command-question.ts';
import type { Press } from './press.ts';

/** Requests that are answered with an outcome. */
type CommandName = { [Name in RequestName]: RequestOutput<Name> extends Outcome ? Name : never }[RequestName];

/** Whether a person answered no to the question of a command: nothing was sent, and there is nothing to tell. */
export const isDeclined = (fault: Fault): boolean => fault.kind === 'NeedsAnswer';

/**
 * Sends a command once. A question of the core is asked, and a yes sends the same press again with the reasons that
 * were shown.
 *
 * @param asking told when a question opens and closes.
 * @throws FaultError; NeedsAnswer for a no.
 */
export async function askCommand<Name extends CommandName>(
  name: Name,
  input: RequestInput<Name>,
  asking: (open: boolean) => void = () => undefined,
): Promise<Outcome> {
  const send = (answered: readonly string[] | null): Promise<unknown> =>
    ask(name, answered === null ? input : { ...input, answered: [...answered] });
  let answered: readonly string[] | null = null;
  for (;;) {
    try {
      // eslint-disable-next-line no-await-in-loop -- the same press again, after its answer
      return (await send(answered)) as Outcome; // by the condition of CommandName
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (fault.kind !== 'NeedsAnswer') throw thrown;
      asking(true);
      const { environment, profile } = input as Press; // every command's input has the fields of a press
      // eslint-disable-next-line no-await-in-loop -- one question after the other
      const yes = await askPerson({ name, asked: fault, on: { environment, profile } });
      asking(false);
      if (!yes) throw thrown;
      answered = fault.reasons;
    }
  }
}

/**
 * The same. Where the connection to the core broke before it answered, the command may have been carried out: that is
 * unconfirmed, and no refusal.
 *
 * @throws FaultError when nothing was sent.
 */
export async function sendCommand<Name extends CommandName>(name: Name, input: RequestInput<Name>): Promise<Outcome> {
  try {
    return await askCommand(name, input);
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault.kind !== 'OutcomeUnknown') throw thrown;
    return { status: 'unconfirmed', clientOrderId: null, reason: fault.reason };
  }
}
