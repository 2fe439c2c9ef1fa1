import { describe, expect, it } from 'vitest';
import type { PositionRow } from '../../../shared/contract/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { closeDraft, reverseDraft } from '../../../shared/rules/position-math.ts';
import {
  asIsNow,
  consequence,
  direction,
  distanceLevel,
  leftOut,
  realised,
  signedText,
  totals,
  whyNotReversed,
} from './position-words.ts';

const BTC = { base: 'BTC', quote: 'USDT', kind: 'perpetual' } as const;

const held = (holding: string, symbol = 'PERP_BTC_USDT', mark: string | null = '110'): PositionRow => ({
  id: symbol,
  symbol,
  positionSide: 'BOTH',
  holding: decimal(holding),
  averageOpenPrice: decimal('100'),
  markPrice: mark === null ? null : decimal(mark),
  liquidationPrice: null,
  settlePrice: null,
  leverage: null,
  marginMode: 'CROSS',
  isolatedMargin: null,
  pnl24h: null,
  fee24h: null,
  pendingLong: null,
  pendingShort: null,
  adlQuantile: null,
  at: null,
});

describe('a profit or loss', () => {
  it.each([
    ['1234.5', '+1,234.50', '+1,234.5', 'up'],
    ['-1234.56789', '−1,234.5678', '−1,234.56789', 'down'],
    ['-0.00001', '−0.00', '−0.00001', 'down'],
    ['0', '0.00', '0', 'none'],
    ['0.000', '0.00', '0', 'none'],
  ] as const)('of %s has its sign, and nothing is rounded up', (value, text, exact, tone) => {
    expect(signedText(decimal(value))).toEqual({ text, exact, tone });
  });

  it('is summed for each quote currency, as far as it is known', () => {
    const positions = [
      held('1'),
      held('-0.5', 'PERP_ETH_USDT'),
      held('2', 'PERP_ETH_BTC'),
      held('9', 'PERP_X_Y', null),
    ];
    const quoteOf = (symbol: string): string | undefined => symbol.split('_')[2];
    expect([...totals(positions, quoteOf)]).toEqual([
      ['USDT', '5'],
      ['BTC', '20'],
    ]);
    expect(leftOut(positions, quoteOf)).toEqual(['PERP_X_Y']);
    expect(leftOut([held('1', 'UNLISTED')], quoteOf)).toEqual(['UNLISTED']);
  });
});

it.each([
  ['0.5', '0.2', '120', '+4.00'],
  ['-0.5', '0.2', '120', '−4.00'],
])('says what closing %s realised: %s at %s', (holding, executed, averagePrice, text) => {
  const fill = { executed: decimal(executed), averagePrice: decimal(averagePrice), fee: null, feeAsset: null };
  const position = { holding: decimal(holding), averageOpenPrice: decimal('100') };
  expect(realised(position, fill, 'USDT')).toMatchObject({ sum: { text }, afterFee: false });
  expect(realised({ ...position, averageOpenPrice: null }, fill, 'USDT')).toBeNull();
});

it('takes the fee off what a close realised where it is in the same currency', () => {
  const fill = { executed: decimal('0.2'), averagePrice: decimal('120'), fee: decimal('0.5'), feeAsset: 'USDT' };
  const position = { holding: decimal('0.5'), averageOpenPrice: decimal('100') };
  expect(realised(position, fill, 'USDT')).toMatchObject({ sum: { text: '+3.50' }, afterFee: true });
  expect(realised(position, { ...fill, feeAsset: 'BTC' }, 'USDT')).toMatchObject({ afterFee: false });
});

it('says nothing of what an order realised that went beyond the position', () => {
  const fill = { executed: decimal('0.9'), averagePrice: decimal('90'), fee: null, feeAsset: null };
  expect(realised({ holding: decimal('0.5'), averageOpenPrice: decimal('100') }, fill, 'USDT')).toBeNull();
});

it('tells long and short by the sign of the holding', () => {
  expect(direction(held('0.1'))).toBe('long');
  expect(direction(held('-0.1'))).toBe('short');
});

it.each([
  ['far', '12', '0.8'],
  ['far', '12', null],
  ['near', '12', '0.39'],
  ['near', '4.99', '0.8'],
  ['close', '1.99', '0.8'],
  ['close', '12', '0.149'],
  ['close', '-1', null],
] as const)('shows a distance as %s at %s %% with %s of the way left', (level, percent, left) => {
  const distance = { price: decimal('1'), percent: decimal(percent), left: left === null ? null : decimal(left) };
  expect(distanceLevel(distance)).toBe(level);
});

describe('the sentence of the question', () => {
  const words = (holding: string, quantity?: string): string => {
    const draft = closeDraft(held(holding), { type: 'MARKET' }, quantity);
    return draft === null ? '' : consequence(held(holding), draft, BTC);
  };

  it('says what closing does', () => {
    expect(words('0.25')).toBe('Sell 0.25 BTC at market, reduce only: this closes the whole long.');
    expect(words('-0.25')).toBe('Buy 0.25 BTC at market, reduce only: this closes the whole short.');
    expect(words('0.25', '0.1')).toBe('Sell 0.1 BTC at market, reduce only: this leaves a long of 0.15 BTC.');
    expect(words('0.25', '0.3')).toBe('Sell 0.3 BTC at market, reduce only: this is more than the long of 0.25 BTC.');
    expect(words('0.25', '')).toBe('Sell … BTC at market, reduce only.');
  });

  it('does not promise that a limit order is filled', () => {
    const draft = closeDraft(held('0.25'), { type: 'LIMIT', price: '120' });
    expect(draft === null ? '' : consequence(held('0.25'), draft, BTC)).toBe(
      'Sell 0.25 BTC at 120, reduce only: this closes the whole long once it is filled.',
    );
  });

  it('says what reversing does', () => {
    const draft = reverseDraft(held('-0.25'));
    expect(draft === null ? '' : consequence(held('-0.25'), draft, BTC)).toBe(
      'Buy 0.5 BTC at market: this turns the short of 0.25 BTC into a long of 0.25 BTC.',
    );
  });

  it('is about the position as it is now, while it is of the same direction', () => {
    expect(asIsNow(held('0.25'), held('0.5')).holding).toBe('0.5');
    expect(asIsNow(held('0.25'), held('-0.5')).holding).toBe('0.25');
    expect(asIsNow(held('0.25'), undefined).holding).toBe('0.25');
  });
});

it('reverses no position of another size than the one that was asked about', () => {
  expect(whyNotReversed(held('0.25'), held('0.25'))).toBeNull();
  expect(whyNotReversed(held('0.25'), held('0.250'))).toBeNull();
  expect(whyNotReversed(held('0.25'), held('0.1'))).toContain('another');
  expect(whyNotReversed(held('0.25'), held('-0.25'))).toContain('another');
  expect(whyNotReversed(held('0.25'), undefined)).toContain('closed');
});
