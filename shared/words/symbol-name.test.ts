import { expect, test } from 'vitest';
import { symbolName } from './symbol-name.ts';

test.each([
  ['PERP_BTC_USDT', 'BTC-PERP'],
  ['PERP_BTC_USDC', 'BTC-USDC-PERP'],
  ['SPOT_BTC_USDT', 'BTC/USDT'],
  ['SPOT_1000PEPE_USDT', '1000PEPE/USDT'],
  ['FUT_BTC_USDT', 'FUT_BTC_USDT'],
  ['PERP_BTC_USDT_X', 'PERP_BTC_USDT_X'],
  ['', ''],
])('%s is called %s', (symbol, name) => expect(symbolName(symbol)).toBe(name));
