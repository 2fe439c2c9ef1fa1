import type { RequestInput } from '../../../shared/contract/contract.ts';
import { faultOf } from '../../../shared/errors.ts';

/**
 * Sends a press as a person does who says yes to the question of the core: the same press again, with its reasons.
 *
 * @param ask sends one request to the core.
 */
export async function sayYes<Name extends 'orders.place' | 'orders.edit' | 'algo.place' | 'algo.edit', Answer>(
  ask: (name: Name, input: RequestInput<Name>) => Promise<Answer>,
  name: Name,
  input: RequestInput<Name>,
): Promise<Answer> {
  try {
    return await ask(name, input);
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (fault.kind !== 'NeedsAnswer') throw thrown;
    return ask(name, { ...input, answered: fault.reasons });
  }
}
