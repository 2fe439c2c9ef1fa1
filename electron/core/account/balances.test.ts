import { expect, test } from 'vitest';
import { balanceUpdate } from '../../../shared/v3/stream/account-updates.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { sameClock, scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { PACES } from '../world/paces.ts';
import { createBalances } from './balances.ts';
import { latestNow } from './latest-now.ts';

test('are read again on a timer: a healthy stream loses messages too', async () => {
  const clock = new ManualClock();
  let holding = '100';
  const { client } = scriptedClient(() => ({
    holding: [{ token: 'USDT', holding, frozen: '0', availableBalance: holding, timestamp: clock.now() }],
  }));
  const balances = createBalances(client, clock);
  await balances.read();
  holding = '40';
  await clock.move(31_000);
  expect(balances.get('USDT')).toMatchObject({ holding: '40', available: '40' });
  balances.stop();
  expect(clock.pending).toBe(0);
});

test('keep back what the exchange keeps back, until it is read what is available now', async () => {
  const clock = new ManualClock();
  const { client } = scriptedClient(() => ({
    holding: [{ token: 'USDT', holding: '10000', frozen: '0', availableBalance: '100', timestamp: 100 }],
  }));
  const balances = createBalances(client, clock);
  await balances.read();
  const told = (holding: string, frozen: string, at: number): void =>
    balances.take([balanceUpdate({ t: 'USDT', h: holding, f: frozen, ts: at, ver: at }, null)]);
  // Positions claim 9,900 of it: a fee of 5 leaves 95, not 9,995.
  told('9995', '0', 200);
  expect(balances.get('USDT')).toMatchObject({ holding: '9995', available: '95' });
  told('9995', '20', 300);
  expect(balances.get('USDT')?.available).toBe('75');
  balances.stop();
});

test('are not set back by a word that comes late', async () => {
  const clock = new ManualClock();
  const { client } = scriptedClient(() => ({
    holding: [{ token: 'USDT', holding: '10', frozen: '0', availableBalance: '10', timestamp: 100 }],
  }));
  const balances = createBalances(client, clock);
  await balances.read();
  for (const [h, ts] of [
    ['8', 300],
    ['9', 200],
  ] as const)
    balances.take([balanceUpdate({ t: 'USDT', h, ts }, null)]);
  expect(balances.get('USDT')).toMatchObject({ holding: '8', at: 300 });
  balances.stop();
});

test('a word from the future of the exchange is dated now, so that the next one counts', async () => {
  const clock = new ManualClock();
  const { client } = scriptedClient(() => ({ holding: [] }));
  const balances = createBalances(client, clock, PACES, latestNow(sameClock(clock)));
  const told = (h: string, ts: number): void => balances.take([balanceUpdate({ t: 'USDT', h, ts }, null)]);
  told('8', clock.now() + 600_000);
  await clock.move(500);
  told('9', clock.now());
  expect(balances.get('USDT')?.holding).toBe('9');
  balances.stop();
});

test('reads that go on to contradict a later word are believed, and so are the words after them', async () => {
  const clock = new ManualClock();
  const { client } = scriptedClient(() => ({
    holding: [{ token: 'USDT', holding: '7', frozen: '0', availableBalance: '7', timestamp: clock.now() - 600_000 }],
  }));
  const balances = createBalances(client, clock);
  const told = (h: string, ts: number): void => balances.take([balanceUpdate({ t: 'USDT', h, ts }, null)]);
  told('8', clock.now());
  await clock.move(55_000);
  // Reads may lag: for a minute the stream's word stands.
  expect(balances.get('USDT')?.holding).toBe('8');
  await clock.move(40_000);
  expect(balances.get('USDT')?.holding).toBe('7');
  told('6', clock.now() - 599_000);
  expect(balances.get('USDT')?.holding).toBe('6');
  balances.stop();
});

test('once the exchange set its clock back, a record of the former clock does not outlast the next word', async () => {
  const clock = new ManualClock();
  const changedAt = clock.now();
  const { client } = scriptedClient(() => ({
    holding: [{ token: 'USDT', holding: '10', frozen: '0', availableBalance: '10', timestamp: changedAt }],
  }));
  let step = 0;
  const exchangeClock = { now: () => clock.now() + step, offset: () => step, uncertainty: () => 5 };
  const balances = createBalances(client, clock, PACES, latestNow(exchangeClock));
  const told = (h: string): void => balances.take([balanceUpdate({ t: 'USDT', h, ts: exchangeClock.now() }, null)]);
  await balances.read();
  await clock.move(10_000);
  step = -600_000;
  told('8');
  expect(balances.get('USDT')?.holding).toBe('10');
  balances.forgetDates();
  told('8');
  expect(balances.get('USDT')?.holding).toBe('8');
  balances.forgetDates();
  await balances.read();
  await clock.move(500);
  told('7');
  expect(balances.get('USDT')?.holding).toBe('7');
  balances.stop();
});
