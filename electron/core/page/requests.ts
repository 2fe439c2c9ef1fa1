import type { z } from 'zod';
import { requests, type RequestName } from '../../../shared/contract/contract.ts';
import type { SessionRequestName } from '../../../shared/contract/profiles.ts';
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts';
import type { RequestedBy } from '../../../shared/contract-kit.ts';
import { policyFault, type PressedOn, type Standing } from './policy.ts';

type Contract = typeof requests;

/** What else a command's press says (contract-kit.ts). */
export interface Press {
  readonly commandId: string;
  readonly by?: RequestedBy | undefined;
}

/** One function a request of the contract, given its parsed input. */
export type AnswersOf<Names extends RequestName> = {
  readonly [Name in Names]: (
    input: z.output<Contract[Name]['input']>,
  ) => Promise<z.input<Contract[Name]['output']>> | z.input<Contract[Name]['output']>;
};
/** What a terminal answers: everything but what the desk above it does. */
export type Answers = AnswersOf<Exclude<RequestName, SessionRequestName>>;

/**
 * Makes the one way in for requests: parse, policy, dispatch, parse the answer.
 *
 * @param answers what is done for each request.
 * @param standing read at each command.
 * @param pressed told of each command that is about to be carried out, with its parsed input; what it returns is told
 *   of its fault, or null where an outcome came.
 * @returns a function that resolves with the contract's output and rejects with FaultError: NotAllowed
 *   (`unsupported`) for a name that is not in the contract, InvalidInput with paths, NotAllowed by
 *   policy, whatever the answer itself throws, and Defect when our own answer does not fit.
 */
export function createAsk<Names extends RequestName>(
  answers: AnswersOf<Names>,
  standing: () => Standing,
  pressed: (name: string, press: Press) => (fault: Fault | null) => void = () => () => undefined,
): (name: string, input: unknown) => Promise<unknown> {
  return async (name, input) => {
    if (!isRequestName(name) || !Object.hasOwn(answers, name))
      throw new FaultError({
        kind: 'NotAllowed',
        policy: 'unsupported',
        reason: `There is no request named ${JSON.stringify(name.slice(0, 64))}.`,
      });
    const row = requests[name];
    const parsed = row.input.safeParse(input);
    if (!parsed.success) throw new FaultError({ kind: 'InvalidInput', problems: problemsOf(parsed.error) });
    let ended: (fault: Fault | null) => void = () => undefined;
    if (row.kind === 'command') {
      // Every command's schema has the fields of a press (contract.ts).
      const press = parsed.data as unknown as PressedOn & Press;
      const refusal = policyFault(press, standing());
      if (refusal !== null) throw new FaultError(refusal);
      ended = pressed(name, press);
    }
    // One of `answers`, as was looked at; the compiler cannot follow row and answer through an index.
    const answer = answers[name as Names] as unknown as (input: unknown) => Promise<unknown>;
    let given: unknown;
    try {
      given = await answer(parsed.data);
    } catch (thrown) {
      ended(faultOf(thrown));
      throw thrown;
    }
    ended(null);
    const output = row.output.safeParse(given);
    if (output.success) return output.data;
    const [first] = problemsOf(output.error);
    throw new FaultError({ kind: 'Defect', detail: `${name} answered wrongly: ${first?.path} ${first?.reason}` });
  };
}

const isRequestName = (name: string): name is RequestName => Object.hasOwn(requests, name);

/** The first twenty problems of a parse, cut: a page may send field names of any length. */
function problemsOf(error: z.ZodError): { path: string; reason: string }[] {
  return error.issues.slice(0, 20).map(({ path, message }) => ({
    path: path.map(String).join('.').slice(0, 200),
    reason: message.slice(0, 300),
  }));
}
