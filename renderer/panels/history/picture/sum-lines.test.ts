import { expect, it } from 'vitest';
import { decimal } from '../../../../shared/decimal.ts';
import { sumLines } from './sum-lines.ts';

const group = (by: string[], sum: string) => ({ by, rows: 2, sum: decimal(sum) });

it('adds up what is in the same token, and says what funding left', () => {
  const groups = [
    group(['PERP_BTC_USDT', 'Pay'], '10.5'),
    group(['PERP_BTC_USDT', 'Receive'], '4.25'),
    group(['PERP_ETH_USDT', 'Pay'], '0.000000001'),
    group(['PERP_ETH_USDC', 'Receive'], '1'),
  ];
  expect(
    sumLines('funding', [{ field: 'fundingFee', groups }]).map(({ label, sum, unit, net }) => [label, sum, unit, net]),
  ).toEqual([
    ['Paid', '10.500000001', 'USDT', false],
    ['Received', '4.25', 'USDT', false],
    ['Received', '1', 'USDC', false],
    ['Net', '-6.250000001', 'USDT', true],
    ['Net', '1', 'USDC', true],
  ]);
});

it('keeps bought and sold, fees and profit in tokens of their own', () => {
  const sums = [
    { field: 'executedQuantity', groups: [group(['SPOT_BTC_USDT', 'BUY'], '1'), group(['PERP_BTC_USDT', 'BUY'], '2')] },
    { field: 'fee', groups: [group(['USDT'], '3'), group([''], '0')] },
    { field: 'realizedPnl', groups: [group(['PERP_BTC_USDT'], '-7')] },
  ];
  expect(sumLines('fills', sums).map(({ label, sum, unit, rows }) => [label, sum, unit, rows])).toEqual([
    ['Bought', '3', 'BTC', 4],
    ['Fees', '3', 'USDT', 2],
    ['Realised PnL', '-7', 'USDT', 2],
  ]);
});
