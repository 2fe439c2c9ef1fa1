import { expect, test } from 'vitest';
import type { JournaledCommand } from '../storage/journal.ts';
import { formerAlgoCommand } from './journaled.ts';

const command = (name: string, input: string): JournaledCommand => ({
  ...{ commandId: 'command-1', name, symbol: 'PERP_BTC_USDT', clientOrderId: null, summary: '', input, at: 1 },
  ...{ status: 'unconfirmed', outcome: null },
});

test.each([
  ['algo.place', { clientId: '7', symbol: 'X' }, { what: 'place', clientId: '7', id: null, symbol: 'X' }],
  ['algo.edit', { algoOrderId: '1', symbol: 'X', change: { price: '5' } }, { what: 'edit', id: '1', before: {} }],
  ['algo.cancel', { algoOrderId: '1', symbol: 'X' }, { what: 'cancel', id: '1', clientId: null }],
  ['algo.cancelAll', { symbol: null }, { what: 'cancelAll', id: null, symbol: null }],
])('reads what was kept of %s', (name, input, expected) => {
  expect(formerAlgoCommand(command(name, JSON.stringify(input)))).toMatchObject(expected);
});

test('leaves what is none of these alone, whatever was kept of it', () => {
  expect(formerAlgoCommand(command('orders.place', 'no JSON'))).toBeNull();
  expect(formerAlgoCommand(command('deadman.arm', '{}'))).toBeNull();
});
