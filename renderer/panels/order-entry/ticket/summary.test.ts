import { describe, expect, it, test } from 'vitest';
import type { OrderDraft } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { summaryOf, type Surroundings } from './summary.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { bookOf, LIMIT, SPOT } from '../testing/samples.ts';

const AROUND: Surroundings = {
  bid: decimal('64210.4'),
  ask: decimal('64210.5'),
  old: false,
  makerFee: decimal('0.0002'),
  takerFee: decimal('0.0005'),
  holding: decimal('0'),
  books: { plain: null, rpi: null },
};
const of = (change: Partial<OrderDraft>, around: Partial<Surroundings> = {}) =>
  summaryOf({ ...LIMIT, ...change }, PERP, { ...AROUND, ...around });

describe('what an order would do', () => {
  it('is exact in quote for a price of its own', () => {
    expect(of({ price: '64000' })).toMatchObject({
      value: { quote: '16000', about: false },
      fee: { amount: '3.2', token: 'USDT', role: 'maker' },
      position: { before: '0', after: '0.25' },
      crosses: false,
      warnings: [],
    });
  });

  it('is about the other side of the book for a market order', () => {
    const market = { type: 'MARKET', price: '' } as const;
    expect(of(market).value).toEqual({ quote: '16052.625', about: true });
    expect(of({ ...market, side: 'SELL' }).value?.quote).toBe('16052.6');
    expect(of(market).fee).toEqual({ amount: '8.0263125', token: 'USDT', role: 'taker' });
    expect(of({ ...market, quantity: '', amount: '100' }).value).toEqual({ quote: '100', about: true });
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

describe('what an order finds in the book', () => {
  const books = {
    plain: bookOf({
      asks: [
        ['64210.5', '0.1'],
        ['64211', '0.1'],
        ['64220', '5'],
      ],
      bids: [['64210', '0.2']],
    }),
    rpi: null,
  };
  const market = { type: 'MARKET', price: '' } as const;

  it('decides what a market order is worth, and is told with its slippage', () => {
    const { value, taking, fee } = of(market, { books });
    // 6,421.05 + 6,421.1 + 3,211
    expect(value).toEqual({ quote: '16053.15', about: true });
    expect(fee?.amount).toBe('8.026575');
    expect(taking?.found).toEqual({
      cost: {
        filled: '0.25',
        value: '16053.15',
        average: '64212.6',
        best: '64210.5',
        worst: '64220',
        rest: '0',
      },
      slippage: { price: '2.1', share: '0.0000327', money: '0.525' },
    });
  });

  it('is what its limit allows, and the rest of a limit order rests at its price', () => {
    const crossing = of({ price: '64211' }, { books });
    expect(crossing.value).toEqual({ quote: '16052.7', about: true });
    expect(crossing.warnings).toEqual(['It crosses the book and fills at once.']);
    expect(of({ price: '64211', type: 'IOC' }, { books }).warnings).toEqual([
      '0.05 BTC find nothing in the book and would not be filled.',
    ]);
  });

  it('is nothing where that side is empty, and then says so', () => {
    const empty = { plain: bookOf({ asks: [], bids: [] }), rpi: null };
    expect(of(market, { books: empty, ask: null })).toMatchObject({
      value: null,
      taking: { found: null, rest: '0.25' },
    });
    expect(of(market, { books: empty, ask: null }).warnings).toEqual([
      'Nothing in the book is there for it: it would not be filled.',
    ]);
  });

  it('may go on beyond the levels that are known', () => {
    const asks = Array.from({ length: 50 }, (_, level) => [String(64_211 + level), '0.001'] as const);
    const deep = { plain: bookOf({ asks, bids: [] }), rpi: null };
    expect(of(market, { books: deep }).warnings).toEqual([
      '0.2 BTC are beyond the levels of the book that are known: they cost more.',
    ]);
  });

  it('is better with RPI orders where those are known', () => {
    const rpi = bookOf({ asks: [['64210', '1']], bids: [] });
    expect(of(market, { books: { ...books, rpi } }).taking?.averageWithRpi).toBe('64210');
  });

  it('is sized by an amount in whole lots, and then the quantity, the position and the fee are known', () => {
    const { quantity, value, position, fee } = of({ ...market, quantity: '', amount: '10000' }, { books });
    expect([quantity, value?.quote, position?.after, fee?.amount]).toEqual([
      '0.1557',
      '9997.6027',
      '0.1557',
      '4.99880135',
    ]);
  });

  it('pays the fee of a spot buy in the token that is bought', () => {
    const around = { ...AROUND, takerFee: decimal('0.001'), holding: null, books };
    const buy = summaryOf({ ...LIMIT, ...market, symbol: SPOT.symbol }, SPOT, around);
    expect(buy.fee).toEqual({ amount: '0.00025', token: 'BTC', role: 'taker' });
    const sell = summaryOf({ ...LIMIT, ...market, side: 'SELL', quantity: '0.1', symbol: SPOT.symbol }, SPOT, around);
    expect(sell.fee).toEqual({ amount: '6.421', token: 'USDT', role: 'taker' });
  });
});
