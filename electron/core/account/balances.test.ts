import { expect, test } from 'vitest';
import { ManualClock } from '../testing/manual-clock.ts';
import { scriptedClient } from '../testing/scripted-client.ts';
import { createBalances } from './balances.ts';

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
