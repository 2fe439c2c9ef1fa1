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
  expect(sumLines('fills', sums).map(({ label, sum, unit, kind, rows }) => [label, sum, unit, kind, rows])).toEqual([
    ['Realised PnL', '-7', 'USDT', null, 2],
    ['Fees', '3', 'USDT', null, 2],
    ['Bought', '1', 'BTC', 'spot', 2],
    ['Bought', '2', 'BTC', 'perpetual', 2],
  ]);
});

const linesOf = (...args: Parameters<typeof sumLines>) =>
  sumLines(...args).map(({ label, sum, unit }) => `${label} ${sum} ${unit}`);

it('counts hedge mode’s fills as purchases and sales', () => {
  const groups = ['OPEN LONG', 'CLOSE SHORT', 'CLOSE LONG'].map((side) => group(['PERP_BTC_USDT', side], '3'));
  expect(linesOf('fills', [{ field: 'executedQuantity', groups }])).toEqual(['Bought 6 BTC', 'Sold 3 BTC']);
});

it('counts completed deposits and withdrawals alone, and says what is on its way', () => {
  const amounts = [
    group(['USDT', 'DEPOSIT', 'COMPLETED'], '100'),
    group(['USDT', 'DEPOSIT', 'CANCELED'], '900'),
    group(['USDT', 'WITHDRAW', 'CANCELED'], '50'),
    group(['USDT', 'WITHDRAW', 'CONFIRMING'], '7'),
  ];
  const fees = [group(['USDT', 'COMPLETED'], '6'), group(['USDT', 'CANCELED'], '1'), group(['', 'COMPLETED'], '0')];
  const sums = [
    { field: 'amount', groups: amounts },
    { field: 'feeAmount', groups: fees },
  ];
  expect(linesOf('wallet', sums)).toEqual(['Deposited 100 USDT', 'Withdrawals on their way 7 USDT', 'Fees 6 USDT']);
});

it('gives transfers a direction by the account on screen', () => {
  const groups = [group(['USDT', 'own', 'savings'], '2132.61'), group(['USDT', 'savings', 'own'], '1815.73')];
  const sums = [{ field: 'amount', groups }];
  expect(linesOf('transfers', sums, 'own')).toEqual(['Sent 2132.61 USDT', 'Received 1815.73 USDT', 'Net -316.88 USDT']);
  expect(linesOf('transfers', sums)).toEqual(['Moved 3948.34 USDT']);
});

it('writes interest that accrued and that was repaid without a sign, and what is left of both', () => {
  const groups = [group(['BTC', 'LOAN'], '-48.5'), group(['BTC', 'REPAY'], '13'), group(['BTC', 'AUTO_REPAY'], '35')];
  expect(linesOf('interest', [{ field: 'interest', groups }])).toEqual([
    'Accrued 48.5 BTC',
    'Repaid 13 BTC',
    'Repaid by itself 35 BTC',
    'Net -0.5 BTC',
  ]);
});
