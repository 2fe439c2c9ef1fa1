import { expect, test, vi } from 'vitest';
import { core } from '../../testing/core.ts';
import { keepInCore, useSettingsOf } from './keep-in-core.ts';
import { keepValue, keptValue } from './kept-values.ts';

const symbol = (name: string) => ({ name: 'symbol', value: JSON.stringify({ symbol: name }) }) as const;

test('a change stands though its answer comes before the feed tells of it, and another window’s is followed', async () => {
  vi.stubGlobal('localStorage', { length: 0, key: () => null });
  vi.stubGlobal('addEventListener', () => undefined);
  core.reset();
  await core.rows('pageSettings', [symbol('PERP_BTC_USDT')], 'practice');
  await core.account();
  let answer = (): void => undefined;
  core.answer('pageSettings.put', () => new Promise<object>((resolve) => (answer = () => resolve({}))));
  keepInCore();
  await expect.poll(() => useSettingsOf.getState().profile).toBe('practice');
  expect(keptValue('symbol')).toEqual({ symbol: 'PERP_BTC_USDT' });

  keepValue('symbol', { symbol: 'PERP_ETH_USDT' });
  await expect.poll(() => core.asked().filter(({ name }) => name === 'pageSettings.put')).toHaveLength(1);
  answer();
  await new Promise((resolve) => setTimeout(resolve));
  expect(keptValue('symbol')).toEqual({ symbol: 'PERP_ETH_USDT' });

  await core.rows('pageSettings', [symbol('PERP_ETH_USDT')], 'practice');
  expect(keptValue('symbol')).toEqual({ symbol: 'PERP_ETH_USDT' });
  await core.rows('pageSettings', [symbol('PERP_SOL_USDT')], 'practice');
  expect(keptValue('symbol')).toEqual({ symbol: 'PERP_SOL_USDT' });
});
