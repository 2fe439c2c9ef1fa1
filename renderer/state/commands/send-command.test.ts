import { beforeEach, expect, test } from 'vitest';
import { FaultError, faultOf, type Fault } from '../../../shared/errors.ts';
import { core } from '../../testing/core.ts';
import { commandQuestions } from './command-question.ts';
import { isDeclined, sendCommand } from './send-command.ts';

const press = { commandId: 'c0ffee00', environment: 'practice', profile: 'practice' } as const;

const fails = (fault: Fault): void =>
  core.answer('deadman.disarm', () => {
    throw new FaultError(fault);
  });

beforeEach(() => core.reset());

test('a command whose answer was lost with the connection is unconfirmed and never called refused', async () => {
  fails({ kind: 'OutcomeUnknown', endpoint: 'deadman.arm', reason: 'The connection to the core broke.' });
  await expect(sendCommand('deadman.disarm', press)).resolves.toEqual({
    status: 'unconfirmed',
    clientOrderId: null,
    reason: 'The connection to the core broke.',
  });
});

test('one that was never sent stays a fault', async () => {
  const fault = { kind: 'NotAllowed', policy: 'session', reason: 'The core is not reached.' } as const;
  fails(fault);
  await expect(sendCommand('deadman.disarm', press)).rejects.toMatchObject({ fault });
});

const edit = { ...press, symbol: 'PERP_BTC_USDT', orderId: '11', quantity: '8' } as const;
const asks = (...reasons: string[]): Fault => ({
  kind: 'NeedsAnswer',
  summary: 'Edit PERP_BTC_USDT BUY order to quantity 8',
  symbol: 'PERP_BTC_USDT',
  side: 'BUY',
  worth: null,
  reasons,
});
const accepted = { status: 'accepted', clientOrderId: null, orderId: '11', acknowledgement: 'EDIT_SENT' };
/** The core asks until these reasons are answered. */
const needs = (reasons: () => readonly string[]): void =>
  core.answer('orders.edit', (input) => {
    const { answered = [] } = input as { answered?: readonly string[] }; // of the contract
    if (reasons().every((reason) => answered.includes(reason))) return accepted;
    throw new FaultError(asks(...reasons()));
  });
const question = async () => {
  await expect.poll(() => commandQuestions.getState().waiting).toHaveLength(1);
  return commandQuestions.getState().waiting[0];
};

test('a yes sends the same press again with the reasons that were shown, and with others asks again', async () => {
  let reasons = ['It is large.'];
  needs(() => reasons);
  const sent = sendCommand('orders.edit', edit);
  const first = await question();
  expect(first).toMatchObject({ name: 'orders.edit', on: { environment: 'practice', profile: 'practice' } });
  reasons = ['It is large.', 'It crosses the book.'];
  first?.answer(true);
  const second = await question();
  expect(second?.asked.reasons).toEqual(reasons);
  second?.answer(true);
  await expect(sent).resolves.toEqual(accepted);
  expect(core.asked().map(({ input }) => input)).toEqual([
    edit,
    { ...edit, answered: ['It is large.'] },
    { ...edit, answered: reasons },
  ]);
});

test('a no sends nothing', async () => {
  needs(() => ['It is large.']);
  const sent = sendCommand('orders.edit', edit).catch((thrown: unknown) => faultOf(thrown));
  (await question())?.answer(false);
  expect(isDeclined((await sent) as Fault)).toBe(true); // the fault of the line above
  expect(core.asked()).toHaveLength(1);
  expect(commandQuestions.getState().waiting).toEqual([]);
});
