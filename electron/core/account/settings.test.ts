import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { createCommands } from '../commands/commands.ts';
import { createNotices } from '../commands/notices.ts';
import { createPolls } from '../commands/polls.ts';
import { openJournal } from '../storage/journal.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { fails, noAnswer, sameClock, scriptedClient, type Script } from '../../../e2e/rigs/core/scripted-client.ts';
import { createModes } from './modes.ts';
import { createAccountSettings } from './settings.ts';

const folders: (() => void)[] = [];
afterEach(() => {
  for (const remove of folders.splice(0)) remove();
});

const info = { applicationId: 'a', accountMode: 'FUTURES', positionMode: 'ONE_WAY', leverage: 10 };
const leverageOf = (leverage: number) => ({
  symbol: 'PERP_BTC_USDT',
  marginMode: 'CROSS',
  positionMode: 'ONE_WAY',
  details: [{ positionSide: 'BOTH', leverage }],
});

function setUp(script: Script) {
  const clock = new ManualClock();
  const { client, calls } = scriptedClient(script);
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-settings-'));
  const { journal } = openJournal(folder, { profile: 'p', environment: 'practice' }, clock.now());
  folders.push(() => {
    journal.close();
    rmSync(folder, { recursive: true });
  });
  const notices = createNotices(clock);
  const commands = createCommands(journal, clock, notices);
  const modes = createModes(client, clock);
  const settings = createAccountSettings({
    client,
    commands,
    notices,
    exchangeClock: sameClock(clock),
    polls: createPolls(clock),
    modes,
  });
  const outcome = (id: string) => [...commands.feed.rows()].find(({ commandId }) => commandId === id)?.status;
  return { clock, calls, commands, settings, modes, outcome };
}
const set = { commandId: 'press-of-leverage', symbol: 'PERP_BTC_USDT', marginMode: 'CROSS', leverage: 20 } as const;

it('sends a leverage once, however often the press is repeated', async () => {
  const { calls, settings } = setUp(() => null);
  expect(await settings.setLeverage(set)).toMatchObject({ status: 'accepted' });
  await settings.setLeverage(set);
  expect(calls.filter(({ name }) => name === 'futures.setLeverage')).toHaveLength(1);
});

it('settles one that was not answered by what the exchange says it is', async () => {
  let leverage = 10;
  const { clock, calls, settings, outcome } = setUp(({ name }) =>
    name === 'futures.setLeverage' ? noAnswer(name) : leverageOf(leverage),
  );
  expect(await settings.setLeverage(set)).toMatchObject({ status: 'unconfirmed' });
  await clock.move(5_000);
  expect(outcome(set.commandId)).toBe('unconfirmed');
  leverage = 20;
  await clock.move(30_000);
  expect(outcome(set.commandId)).toBe('accepted');
  expect(calls.filter(({ name }) => name === 'futures.setLeverage')).toHaveLength(1);
});

it('is not settled by one side of hedge mode alone', async () => {
  const details = [
    { positionSide: 'LONG', leverage: 20 },
    { positionSide: 'SHORT', leverage: 10 },
  ];
  const { clock, settings, outcome } = setUp(({ name }) =>
    name === 'futures.setLeverage' ? noAnswer(name) : { ...leverageOf(0), positionMode: 'HEDGE_MODE', details },
  );
  await settings.setLeverage(set);
  await clock.move(5_000);
  expect(outcome(set.commandId)).toBe('unconfirmed');
  details[1] = { positionSide: 'SHORT', leverage: 20 };
  await clock.move(30_000);
  expect(outcome(set.commandId)).toBe('accepted');
});

it('says that it had no effect only once it can have none any more', async () => {
  const { clock, settings, outcome } = setUp(({ name }) =>
    name === 'futures.setLeverage' ? noAnswer(name) : leverageOf(10),
  );
  await settings.setLeverage(set);
  await clock.move(300_000);
  expect(outcome(set.commandId)).toBe('unconfirmed');
  await clock.move(120_000);
  expect(outcome(set.commandId)).toBe('rejected');
});

it('keeps the exchange’s refusal of a mode while positions are open', async () => {
  const { settings } = setUp(({ name }) =>
    name === 'futures.setPositionMode'
      ? fails({
          kind: 'ExchangeRejected',
          endpoint: name,
          code: '302185',
          message: 'positions are open',
          httpStatus: 400,
        })
      : info,
  );
  expect(await settings.setPositionMode({ commandId: 'press-of-mode', positionMode: 'HEDGE_MODE' })).toMatchObject({
    status: 'rejected',
    fault: { message: 'positions are open' },
  });
});

it('leaves one of a former run open whose input cannot be read, and asks nothing that it does not say', async () => {
  const { clock, calls, commands, settings, outcome } = setUp(({ name }) =>
    name === 'futures.setLeverage' ? noAnswer(name) : leverageOf(10),
  );
  await settings.setLeverage(set);
  const [left] = commands.takeUnsettled();
  const asked = calls.length;
  for (const input of ['no JSON', '{}', '{"of":"leverage","symbol":7,"marginMode":"CROSS","leverage":20}'])
    expect(() => settings.resume({ ...(left ?? expect.fail('nothing is open')), input })).toThrow();
  expect(calls.slice(asked)).toEqual([]);
  expect(outcome(set.commandId)).toBe('unconfirmed');
  expect(settings.resume(left ?? expect.fail('nothing is open'))).toBe(true);
  await clock.move(420_000);
  expect(outcome(set.commandId)).toBe('rejected');
});

it('takes of the spot margin leverages those of the account’s mode alone, before anything is sent', async () => {
  let accountMode = 'MARGIN';
  const { calls, settings, modes } = setUp(({ name }) => (name === 'account.info' ? { ...info, accountMode } : null));
  await modes.read();
  const fifteen = { commandId: 'press-of-15', leverage: 15 };
  expect(() => settings.setSpotMarginLeverage(fifteen)).toThrow(
    expect.objectContaining({
      fault: {
        kind: 'InvalidInput',
        problems: [{ path: 'leverage', reason: expect.stringContaining('3, 4, 5, 10.') }],
      },
    }),
  );
  accountMode = 'FUTURES';
  await modes.read();
  expect(await settings.setSpotMarginLeverage(fifteen)).toMatchObject({ status: 'accepted' });
  const sent = calls.filter(({ name }) => name === 'spotMargin.setLeverage');
  expect(sent.map(({ input }) => input)).toEqual([{ leverage: 15 }]);
});
