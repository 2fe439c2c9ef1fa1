import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Outcome } from '../../../shared/contract/contract.ts';
import { FaultError, type Fault } from '../../../shared/errors.ts';
import { createCommands, outcomeOfFault, type CommandEntry, type Commands } from './commands.ts';
import { createNotices } from './notices.ts';
import { openJournal, type Journal } from '../storage/journal.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';

const ACCOUNT = { profile: 'practice', environment: 'practice' } as const;
const ACCEPTED: Outcome = { status: 'accepted', clientOrderId: null, orderId: '9', acknowledgement: null };
const entry = (commandId: string): CommandEntry => ({
  commandId,
  name: 'orders.cancel',
  symbol: 'PERP_BTC_USDT',
  clientOrderId: null,
  summary: 'Cancel',
  input: '{}',
});

let folder = '';
let journal: Journal;
let commands: Commands;
const clock = new ManualClock();
const notices = createNotices(clock);
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-commands-'));
  ({ journal } = openJournal(folder, ACCOUNT, 1));
  commands = createCommands(journal, clock, notices);
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const press = (id: string, send: (sending: () => void) => Promise<Outcome>): Promise<Outcome> =>
  commands.once(id, 'orders.cancel', () => commands.run(entry(id), send));
const fails = (fault: Fault) => async (): Promise<Outcome> => {
  throw new FaultError(fault);
};
const rowOf = (id: string) => [...commands.feed.rows()].find(({ commandId }) => commandId === id);

test('sends once for two presses with one id, and gives both the same outcome', async () => {
  let sent = 0;
  const send = async (): Promise<Outcome> => {
    sent += 1;
    await Promise.resolve();
    return ACCEPTED;
  };
  const both = [press('command-1', send), press('command-1', send)];
  expect(await Promise.all(both)).toEqual([ACCEPTED, ACCEPTED]);
  expect(await press('command-1', send)).toEqual(ACCEPTED);
  expect(sent).toBe(1);
});

test('knows the outcome of a press of a run before this one', async () => {
  await press('command-1', async () => ACCEPTED);
  const next = createCommands(journal, clock, notices);
  const outcome = await next.once('command-1', 'orders.cancel', () => Promise.reject(new Error('sent again')));
  expect(outcome).toEqual(ACCEPTED);
});

test('a press of a run that was killed is unconfirmed, and not sent again', async () => {
  journal.begin({ ...entry('command-1'), at: 1 });
  expect(commands.takeUnsettled().map(({ commandId }) => commandId)).toEqual(['command-1']);
  const outcome = await press('command-1', () => Promise.reject(new Error('sent again')));
  expect(outcome.status).toBe('unconfirmed');
  expect(rowOf('command-1')?.status).toBe('unconfirmed');
});

test('refuses one id for two kinds of command', async () => {
  await press('command-1', async () => ACCEPTED);
  await expect(commands.once('command-1', 'orders.place', async () => ACCEPTED)).rejects.toThrow('InvalidInput');
});

test('a press that was refused before it was written may come again', async () => {
  const refused = commands.once('command-1', 'orders.cancel', () =>
    Promise.reject(new FaultError({ kind: 'NotAllowed', policy: 'locked', reason: 'locked' })),
  );
  await expect(refused).rejects.toThrow('NotAllowed');
  expect(await press('command-1', async () => ACCEPTED)).toEqual(ACCEPTED);
});

test('is in the journal before it is sent', async () => {
  let journaled: unknown = null;
  await press('command-1', async () => {
    journaled = journal.find('command-1')?.status;
    return ACCEPTED;
  });
  expect(journaled).toBe('sending');
  expect(journal.find('command-1')?.status).toBe('accepted');
});

test('sends nothing when the journal cannot be written, unless it makes the account safer', async () => {
  journal.close();
  let sent = 0;
  const send = async (): Promise<Outcome> => {
    sent += 1;
    return ACCEPTED;
  };
  const placing = { ...entry('command-1'), name: 'orders.place' };
  await expect(commands.once('command-1', 'orders.place', () => commands.run(placing, send))).rejects.toThrow(
    'NotAllowed',
  );
  await expect(commands.run(placing, send)).rejects.toThrow('NotAllowed');
  expect(sent).toBe(0);
  expect(await press('command-2', send)).toEqual(ACCEPTED);
  expect(sent).toBe(1);
  expect([...notices.feed.rows()].some(({ text }) => text.includes('sent all the same'))).toBe(true);
});

test.each(['orders.cancel', 'orders.cancelAll', 'algo.cancel', 'algo.cancelAll', 'assets.cancelWithdrawal'])(
  '%s is sent though the journal cannot be written: it only makes the account safer',
  async (name) => {
    journal.close();
    const cancel = { ...entry('command-1'), name };
    expect(await commands.once('command-1', name, () => commands.run(cancel, async () => ACCEPTED))).toEqual(ACCEPTED);
  },
);

test('an unconfirmed command is settled once, and stays so', async () => {
  await press('command-1', fails({ kind: 'OutcomeUnknown', endpoint: 'x', reason: 'timeout' }));
  expect(rowOf('command-1')).toMatchObject({ status: 'unconfirmed', message: 'timeout' });
  commands.settle('command-1', ACCEPTED);
  commands.settle('command-1', {
    status: 'rejected',
    clientOrderId: null,
    fault: { kind: 'Defect', detail: 'a late word' },
  });
  expect(rowOf('command-1')?.status).toBe('accepted');
  expect(await press('command-1', async () => Promise.reject(new Error('sent again')))).toEqual(ACCEPTED);
  expect(journal.unsettled()).toEqual([]);
});

test('a command whose wait was given up is over, and not known: no refusal', async () => {
  const unknown = { kind: 'OutcomeUnknown', endpoint: 'x', reason: 'timeout' } as const;
  await press('command-1', fails(unknown));
  expect(rowOf('command-1')?.known).toBe(true);
  commands.settle('command-1', { status: 'rejected', clientOrderId: null, fault: unknown });
  expect(rowOf('command-1')).toMatchObject({ status: 'rejected', known: false });
});

test.each<readonly [string, Fault, boolean, Outcome['status']]>([
  [
    'the exchange’s no',
    { kind: 'ExchangeRejected', endpoint: 'x', code: '302102', message: '', httpStatus: 400 },
    true,
    'rejected',
  ],
  [
    'a failure inside the exchange',
    { kind: 'ExchangeRejected', endpoint: 'x', code: '-1000', message: '', httpStatus: 200 },
    true,
    'unconfirmed',
  ],
  [
    'a 5xx with any code',
    { kind: 'ExchangeRejected', endpoint: 'x', code: '302102', message: '', httpStatus: 502 },
    true,
    'unconfirmed',
  ],
  [
    'a code that says it timed out',
    { kind: 'ExchangeRejected', endpoint: 'x', code: '302159', message: '', httpStatus: 400 },
    true,
    'unconfirmed',
  ],
  ['nothing sent', { kind: 'ExchangeUnreachable', endpoint: 'x', reason: 'refused' }, false, 'rejected'],
  ['our limiter', { kind: 'RateLimited', endpoint: 'x', retryAt: 1 }, false, 'rejected'],
  ['no answer', { kind: 'OutcomeUnknown', endpoint: 'x', reason: '' }, true, 'unconfirmed'],
  ['an error of ours before sending', { kind: 'Defect', detail: '' }, false, 'rejected'],
  ['an error of ours after sending', { kind: 'Defect', detail: '' }, true, 'unconfirmed'],
])('%s is an end only when it is certain', (_what, fault, sent, status) => {
  expect(outcomeOfFault(fault, sent, null).status).toBe(status);
});

test('keeps the newest 300 in the feed, and every one that is still open', async () => {
  await press('open-0000', fails({ kind: 'OutcomeUnknown', endpoint: 'x', reason: 'timeout' }));
  for (let i = 0; i < 320; i += 1) await press(`command-${i}`, async () => ACCEPTED);
  expect([...commands.feed.rows()]).toHaveLength(300);
  expect(rowOf('open-0000')?.status).toBe('unconfirmed');
  expect(rowOf('command-319')).toBeDefined();
});

test.each([
  ['{"orderId":"7","symbol":"PERP_BTC_USDT"}', '7'],
  ['{"algoOrderId":"8","symbol":"PERP_BTC_USDT"}', '8'],
  ['{"symbol":null}', null],
  ['[]', null],
])('a command of the input %s names the order %j, also after a start', async (input, orderId) => {
  await commands.run({ ...entry('command-1'), input }, async () => ACCEPTED);
  expect(rowOf('command-1')).toMatchObject({ orderId });
  commands = createCommands(journal, clock, notices);
  commands.takeUnsettled();
  expect(rowOf('command-1')).toMatchObject({ orderId });
});

test('a command that has not left after two seconds shows that until its first byte', async () => {
  let leave = (): void => undefined;
  let answer = (): void => undefined;
  const done = press('command-1', async (sending) => {
    await new Promise<void>((resolve) => (leave = resolve));
    sending();
    await new Promise<void>((resolve) => (answer = resolve));
    return ACCEPTED;
  });
  await clock.move(1_999);
  expect(rowOf('command-1')?.waits).toBeUndefined();
  await clock.move(1);
  expect(rowOf('command-1')).toMatchObject({
    status: 'sending',
    waits: true,
    message: expect.stringContaining('not left'),
  });
  leave();
  await clock.move(0);
  expect(rowOf('command-1')).toMatchObject({ status: 'sending', message: '' });
  expect(rowOf('command-1')?.waits).toBeUndefined();
  answer();
  await done;
  expect(rowOf('command-1')?.waits).toBeUndefined();
});
