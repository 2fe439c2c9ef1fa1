import type { EndpointInput, EndpointName } from '../../../shared/v3/endpoints.ts';
import { endpoints } from '../../../shared/v3/endpoints.ts';
import { FaultError, type Fault } from '../../../shared/errors.ts';
import type { CallOptions, ExchangeClient, ExchangeClock } from '../../../electron/core/exchange/types.ts';
import type { Clock } from '../../../electron/core/world/ports.ts';

/** One call as it came to the exchange. */
export interface Call {
  readonly name: EndpointName;
  readonly input: Readonly<Record<string, unknown>>;
}

/** What the exchange answers: `data` of the envelope as on the wire, or a fault that the client reports. */
export type Script = (call: Call) => unknown;

/** For a script: the call fails so. */
export const fails = (fault: Fault): never => {
  throw new FaultError(fault);
};
export const noAnswer = (name: string): never =>
  fails({ kind: 'OutcomeUnknown', endpoint: name, reason: 'no answer came' });
export const notFound = (name: string): never =>
  fails({ kind: 'ExchangeRejected', endpoint: name, code: '317149', message: 'not found', httpStatus: 400 });

/** An exchange client that asks a script instead of a network; answers go through the endpoint's own schema. */
export function scriptedClient(script: Script): { readonly client: ExchangeClient; readonly calls: Call[] } {
  const calls: Call[] = [];
  const client: ExchangeClient = {
    async call<Name extends EndpointName>(name: Name, input: EndpointInput<Name>, options: CallOptions = {}) {
      const call = { name, input: input as Readonly<Record<string, unknown>> }; // every input is an object
      calls.push(call);
      options.onSending?.();
      await Promise.resolve();
      const data: unknown = await script(call);
      return endpoints[name].output.parse(data) as never; // parsed by the endpoint's own schema
    },
    limits: () => [],
    onLimits: () => () => undefined,
    onRoundTrip: () => () => undefined,
  };
  return { client, calls };
}

/** The same client, each of whose answers carries a time of the exchange. */
export const stampedBy = (client: ExchangeClient, stamp: () => number): ExchangeClient =>
  ({
    ...client,
    call: (name: never, input: never, options: CallOptions = {}) => {
      options.onTimestamp?.(stamp());
      return client.call(name, input, options);
    },
  }) as ExchangeClient; // the same calls

/** The exchange's clock, equal to the local one. */
export const sameClock = (clock: Clock): ExchangeClock => ({
  now: () => clock.now(),
  offset: () => 0,
  uncertainty: () => 0,
  isSure: () => true,
  isContested: () => false,
  onStep: () => () => undefined,
  onJump: () => () => undefined,
  onChange: () => () => undefined,
});
