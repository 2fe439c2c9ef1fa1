import type { Outcome } from '../../../shared/contract-kit.ts';
import type { RequestInput, RequestName, RequestOutput } from '../../../shared/contract/contract.ts';
import { faultOf } from '../../../shared/errors.ts';
import { ask } from '../../link/bridge.ts';

/** Requests that are answered with what became of them. */
type CommandName = { [Name in RequestName]: RequestOutput<Name> extends Outcome ? Name : never }[RequestName];

/**
 * Sends a command once. Where the connection to the core broke before it answered, the command may have been
 * carried out: that is unconfirmed, and no refusal.
 *
 * @throws FaultError when nothing was sent.
 */
export async function sendCommand<Name extends CommandName>(name: Name, input: RequestInput<Name>): Promise<Outcome> {
  try {
    return (await ask(name, input)) as Outcome; // by the condition of CommandName
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault.kind !== 'OutcomeUnknown') throw thrown;
    return { status: 'unconfirmed', clientOrderId: null, reason: fault.reason };
  }
}
