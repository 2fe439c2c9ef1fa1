import { describe, expect, it, test } from 'vitest';
import type { OrderDraft } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { feeShare, summaryOf, type Surroundings } from './summary.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { LIMIT } from '../testing/samples.ts';

const AROUND: Surroundings = {
  bid: decimal('64210.4'),
  ask: decimal('64210.5'),
  old: false,
  makerFee: decimal('0.0002'),
  takerFee: decimal('0.0005'),
  holding: decimal('0'),
};
const of = (change: Partial<OrderDraft>, around: Partial<Surroundings> = {}) =>
  summaryOf({ ...LIMIT, ...change }, PERP, { ...AROUND, ...around });

describe('what an order would do', () => {
  it('is exact in quote for a price of its own', () => {
    expect(of({ price: '64000' })).toMatchObject({
      value: { quote: '16000', about: false },
      fee: { quote: '3.2', role: 'maker' },
      position: { before: '0', after: '0.25' },
      crosses: false,
      warnings: [],
    });
  });

  it('is about the other side of the book for a market order', () => {
    const market = { type: 'MARKET', price: '' } as const;
    expect(of(market).value).toEqual({ quote: '16052.625', about: true });
    expect(of({ ...market, side: 'SELL' }).value?.quote).toBe('16052.6');
    expect(of(market).fee).toEqual({ quote: '8.0263125', role: 'taker' });
    expect(of({ ...market, quantity: '', amount: '100' }).value).toEqual({ quote: '100', about: false });
  });

  test.each([{ type: 'MARKET', price: '' }, { type: 'ASK', price: '' }, {}] as const)(
    'has no market to be measured by while that side of the book is empty: %j',
    (change) => {
      const empty = of(change, { ask: decimal('0') });
      expect(empty).toMatchObject({ worse: null, crosses: false });
      if ('type' in change) expect(empty).toMatchObject({ value: null, fee: null });
    },
  );

  test.each([
    [{ price: '64210.5' }, 'taker'],
    [{ price: '64210.4' }, 'maker'],
    [{ price: '64210.5', type: 'POST_ONLY' }, 'maker'],
    [{ price: '60000', type: 'IOC' }, 'taker'],
    [{ price: '', type: 'BID' }, 'maker'],
    [{ price: '', type: 'ASK' }, 'taker'],
  ] as const)('%j pays as %s', (change, role) => {
    expect(of(change).fee?.role).toBe(role);
  });

  it('is not known where nothing is known', () => {
    const unknown = { bid: null, ask: null, makerFee: null, takerFee: null, holding: null };
    expect(of({ type: 'MARKET', price: '' }, unknown)).toMatchObject({ value: null, fee: null, position: null });
    expect(of({ price: '64,0' })).toMatchObject({ value: null, worse: null });
  });

  test.each([
    ['0.1', true, 'SELL', '0'],
    ['1', true, 'SELL', '0.75'],
    ['-1', true, 'SELL', '-1'],
    ['1', false, 'SELL', '0.75'],
    ['0.1', false, 'SELL', '-0.15'],
    ['0', true, 'BUY', '0'],
  ] as const)('turns a position of %s (reduce only %s, %s) into %s', (holding, reduceOnly, side, after) => {
    expect(of({ reduceOnly, side }, { holding: decimal(holding) }).position?.after).toBe(after);
  });

  test.each([
    ['0.1', 'SELL', 'LONG', '0'],
    ['1', 'SELL', 'LONG', '0.75'],
    ['-0.1', 'BUY', 'SHORT', '0'],
    ['0', 'BUY', 'SHORT', '0'],
    ['0.1', 'BUY', 'LONG', '0.35'],
    ['-0.1', 'SELL', 'SHORT', '-0.35'],
  ] as const)('takes hedge mode’s position of %s by a %s of its %s to %s', (holding, side, positionSide, after) => {
    expect(of({ side, positionSide }, { holding: decimal(holding) }).position?.after).toBe(after);
  });
});

describe('warnings', () => {
  test.each([
    [{ price: '60000' }, 'The price is 6.5 % below the market.'],
    [{ price: '70000' }, 'The price is 9.0 % above the market.'],
    [{ price: '70000', side: 'SELL' }, 'The price is 9.0 % above the market.'],
    [{ price: '64210.5', type: 'POST_ONLY' }, 'It would cross the book: a POST_ONLY order is then refused.'],
    [{ price: '64300' }, 'It crosses the book and fills at once.'],
    [{ reduceOnly: true, price: '64000' }, 'There is no position in PERP_BTC_USDT to reduce.'],
  ] as const)('%j: %s', (change, words) => {
    expect(of(change).warnings).toContain(words);
  });

  it('say when a side would enlarge what it should reduce', () => {
    expect(of({ reduceOnly: true, price: '64000' }, { holding: decimal('0.5') }).warnings).toEqual([
      'The position is 0.5 BTC: a buy does not reduce it.',
    ]);
  });

  it('say when hedge mode has nothing that the order would close', () => {
    expect(of({ side: 'SELL', positionSide: 'LONG', price: '65000' }).warnings).toEqual([
      'There is no position in PERP_BTC_USDT to reduce.',
    ]);
  });

  it('say when the quotes are old, also before a price is typed', () => {
    expect(of({ price: '' }, { old: true }).warnings[0]).toContain('is old');
  });

  it('say when the quotes are old', () => {
    expect(of({ price: '64000' }, { old: true }).warnings[0]).toContain('is old');
  });

  it('are none for an ordinary order', () => {
    expect(of({ price: '64000' }).warnings).toEqual([]);
  });
});

test('account fee rates count in hundredths of a percent', () => {
  expect(feeShare(decimal('5'))).toBe('0.0005');
  expect(feeShare(null)).toBeNull();
});
