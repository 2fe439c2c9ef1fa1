import { expect, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import type { AccountRow } from '../../../shared/contract/contract.ts';
import { millis } from '../../../shared/time.ts';
import { accountUpdate } from '../../../shared/v3/stream/account-updates.ts';
import { ManualClock, settled } from '../../../e2e/rigs/core/manual-clock.ts';
import { noAnswer, scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { createModes } from './modes.ts';

/** The answer of account.info, as on the wire. */
const INFO = {
  accountMode: 'FUTURES',
  positionMode: 'ONE_WAY',
  leverage: 10,
  totalCollateral: '1000.5',
  freeCollateral: '900',
  totalAccountValue: '1100',
  makerFeeRate: '2',
  takerFeeRate: '5',
};

function account(answer: () => unknown, pnl = decimal('0')) {
  const clock = new ManualClock();
  const { client, calls } = scriptedClient(answer);
  let now = pnl;
  const modes = createModes(client, clock, undefined, undefined, () => now);
  const row = (): AccountRow | undefined => modes.get();
  return { clock, calls, modes, row, becomes: (next: string) => (now = decimal(next)) };
}

test('is not known before the first word', () => {
  const { row, modes } = account(() => INFO);
  expect(row()).toBeUndefined();
  expect([...modes.feed.rows()]).toEqual([]);
});

test('reads modes, margin and fees over REST', async () => {
  const { row, modes } = account(() => INFO);
  await modes.read();
  expect(row()).toMatchObject({
    id: 'account',
    accountMode: 'FUTURES',
    positionMode: 'ONE_WAY',
    spotMarginLeverage: 10,
    totalCollateral: '1000.5',
    makerFeeRate: '2',
    takerFeeRate: '5',
    marginRatio: null,
  });
});

test('takes from the stream what it carries, and keeps the fees, which it does not', async () => {
  const { row, modes } = account(() => INFO);
  await modes.read();
  modes.take(accountUpdate({ P: 'HEDGE_MODE', fc: '800', ts: 200 }, null));
  expect(row()).toMatchObject({
    accountMode: 'FUTURES',
    positionMode: 'HEDGE_MODE',
    freeCollateral: '800',
    totalCollateral: '1000.5',
    takerFeeRate: '5',
    at: 200,
  });
});

test('says what positions were up or down at the moment for which the free collateral was said', async () => {
  const { row, modes, becomes } = account(() => {
    becomes('-9');
    return INFO;
  }, decimal('-3'));
  await modes.read();
  expect(row()?.crossPnlThen).toBe('-3');
  modes.take(accountUpdate({ v: '1', ts: 200 }, null));
  expect(row()?.crossPnlThen).toBe('-3');
  modes.take(accountUpdate({ fc: '800', ts: 300 }, null));
  expect(row()?.crossPnlThen).toBe('-9');
});

test('passes over a word that is older than the last', () => {
  const { row, modes } = account(() => INFO);
  modes.take(accountUpdate({ fc: '800', ts: 200 }, null));
  modes.take(accountUpdate({ fc: '700', ts: 100 }, null));
  expect(row()?.freeCollateral).toBe('800');
});

test('lets what the stream says during a read stand', async () => {
  let answer: (info: unknown) => void = () => undefined;
  const { row, modes } = account(() => new Promise((resolve) => (answer = resolve)));
  const reading = modes.read();
  await settled();
  modes.take(accountUpdate({ fc: '800', ts: 200 }, null));
  answer(INFO);
  await reading;
  expect(row()).toMatchObject({ freeCollateral: '800', makerFeeRate: '2', takerFeeRate: '5' });
});

test('takes from a read what no frame carried meanwhile: one comes every second', async () => {
  let answer: (info: unknown) => void = () => undefined;
  const { row, modes, clock } = account(() => new Promise((resolve) => (answer = resolve)));
  const asked = clock.now();
  const reading = modes.read();
  await clock.move(700);
  modes.take(accountUpdate({ P: 'HEDGE_MODE', v: '1234', ts: 200 }, null));
  answer(INFO);
  await reading;
  expect(row()).toMatchObject({
    positionMode: 'HEDGE_MODE',
    totalAccountValue: '1234',
    freeCollateral: '900',
    freeCollateralAt: asked,
    readAt: asked,
  });
  modes.stop();
});

test('tries again when it could not be read', async () => {
  let reachable = false;
  const { row, modes, clock } = account(() => (reachable ? INFO : noAnswer('account.info')));
  await expect(modes.read()).rejects.toMatchObject({ fault: { kind: 'OutcomeUnknown' } });
  reachable = true;
  await clock.move(1_000);
  expect(row()?.accountMode).toBe('FUTURES');
});

test('says of when the free collateral is: of the asking, and of a word on the stream that carries it', async () => {
  const { clock, row, modes } = account(() => INFO);
  await clock.move(1_000);
  const asked = clock.now();
  await modes.read();
  expect(row()?.freeCollateralAt).toBe(asked);
  await clock.move(5_000);
  modes.take(accountUpdate({ P: 'HEDGE_MODE', ts: 200 }, null));
  expect(row()?.freeCollateralAt).toBe(asked);
  modes.take(accountUpdate({ fc: '800', ts: 201 }, null));
  expect(row()?.freeCollateralAt).toBe(asked + 5_000);
  modes.stop();
});

test('is read again on a timer: a healthy stream loses messages too', async () => {
  let positionMode = 'ONE_WAY';
  const { clock, row, modes } = account(() => ({ ...INFO, positionMode }));
  await modes.read();
  positionMode = 'HEDGE_MODE';
  await clock.move(61_000);
  expect(row()?.positionMode).toBe('HEDGE_MODE');
  modes.stop();
  expect(clock.pending).toBe(0);
});

test('a word of the new clock counts once the exchange set its clock back', async () => {
  const { row, modes } = account(() => INFO);
  await modes.read();
  modes.take(accountUpdate({ fc: '800' }, millis(1_760_000_600_000)));
  modes.take(accountUpdate({ fc: '700' }, millis(1_760_000_000_000)));
  expect(row()?.freeCollateral).toBe('800');
  modes.forgetDates();
  modes.take(accountUpdate({ fc: '700' }, millis(1_760_000_000_000)));
  expect(row()?.freeCollateral).toBe('700');
  modes.stop();
});
