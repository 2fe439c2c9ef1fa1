import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { InstrumentRow, OrderDraft } from '../contract/contract.ts';
import { compare, decimal, isMultipleOf, multiply } from '../decimal.ts';
import { endpoints } from '../v3/endpoints.ts';
import { applicability, checkDraft, checkEdit, sentence } from './order-rules.ts';
import { PERP as PRACTICE_PERP } from '../testing/instrument.ts';
import { orderDraft } from '../testing/order-draft.ts';

const PERP: InstrumentRow = {
  ...PRACTICE_PERP,
  priceMin: decimal('1'),
  quantityMax: decimal('500'),
  rpiAllowed: false,
};
const SPOT: InstrumentRow = { ...PERP, symbol: 'SPOT_BTC_USDT', kind: 'spot' };

const LIMIT = orderDraft({ price: '64210.5', quantity: '0.25' });
const MARKET: OrderDraft = { ...LIMIT, type: 'MARKET', price: '' };

const problemsOf = (draft: OrderDraft, instrument = PERP, context = {}): string[] => {
  const checked = checkDraft(draft, instrument, context);
  return checked.ok ? [] : checked.problems.map((problem) => problem.path);
};

describe('an order as typed', () => {
  test('becomes the body of E7 in the order of the interface', () => {
    const checked = checkDraft({ ...LIMIT, orderTag: 'desk', reduceOnly: true, visibleQuantity: '0.1' }, PERP);
    expect(checked).toEqual({
      ok: true,
      order: {
        symbol: 'PERP_BTC_USDT',
        orderTag: 'desk',
        side: 'BUY',
        positionSide: 'BOTH',
        type: 'LIMIT',
        price: '64210.5',
        quantity: '0.25',
        reduceOnly: true,
        visibleQuantity: '0.1',
        marginMode: 'CROSS',
      },
    });
    if (checked.ok)
      expect(Object.keys(checked.order)).toEqual([
        'symbol',
        'orderTag',
        'side',
        'positionSide',
        'type',
        'price',
        'quantity',
        'reduceOnly',
        'visibleQuantity',
        'marginMode',
      ]);
  });

  test('sends nothing of perpetuals for a spot symbol', () => {
    const checked = checkDraft({ ...LIMIT, symbol: 'SPOT_BTC_USDT' }, SPOT);
    expect(checked.ok && Object.keys(checked.order)).toEqual(['symbol', 'side', 'type', 'price', 'quantity']);
  });

  test.each([
    ['a price off the tick', { price: '64210.55' }, ['price']],
    ['a price of zero', { price: '0' }, ['price']],
    ['a price above the highest', { price: '1000000.1' }, ['price']],
    ['a price below the lowest', { price: '0.9' }, ['price']],
    ['no price', { price: '' }, ['price']],
    ['a quantity off the lot', { quantity: '0.00015' }, ['quantity']],
    ['a quantity below the smallest', { quantity: '0.00001' }, ['quantity']],
    ['a quantity above the largest', { quantity: '500.0001' }, ['quantity']],
    ['no quantity', { quantity: '' }, ['quantity']],
    ['less than the smallest notional', { quantity: '0.0001' }, ['quantity']],
    ['an amount on a limit order', { amount: '100' }, ['amount']],
    ['a book level on a limit order', { bidAskLevel: '2' }, ['bidAskLevel']],
    ['more visible than the whole', { visibleQuantity: '0.3' }, ['visibleQuantity']],
    ['a client id of words', { clientOrderId: 'mine' }, ['clientOrderId']],
    ['a client id of zero', { clientOrderId: '0' }, ['clientOrderId']],
    ['a client id past 2^63 - 1', { clientOrderId: '9223372036854775808' }, ['clientOrderId']],
    ['a tag of 65 characters', { orderTag: 'x'.repeat(65) }, ['orderTag']],
    ['a tag that turns the reading direction', { orderTag: 'a\u202eb' }, ['orderTag']],
    ['an RPI order where none are taken', { type: 'RPI' }, ['type']],
    ['another symbol than the instrument', { symbol: 'PERP_ETH_USDT' }, ['symbol']],
  ] as const)('is refused with %s', (_words, change, paths) => {
    expect(problemsOf({ ...LIMIT, ...change })).toEqual(paths);
  });

  test.each([
    '',
    ' 1',
    '+1',
    '-1',
    '-0',
    '1e3',
    '0x10',
    '1,000',
    '1.000,5',
    '٣',
    '１',
    'NaN',
    'Infinity',
    '.5',
    '5.',
    '00.1',
  ])('does not take %j for a price', (price) => {
    expect(problemsOf({ ...LIMIT, price })).toContain('price');
  });

  test('is refused when the symbol does not trade', () => {
    expect(problemsOf(LIMIT, { ...PERP, status: 'SUSPENDED' })).toEqual(['symbol']);
  });

  test('offers the nearest allowed price below, or above where below is not allowed', () => {
    const below = checkDraft({ ...LIMIT, price: '64210.57' }, PERP);
    expect(!below.ok && below.problems[0]?.suggestion).toBe('64210.5');
    const above = checkDraft({ ...LIMIT, quantity: '0.00015' }, { ...PERP, quantityMin: decimal('0.00012') });
    expect(!above.ok && above.problems[0]?.suggestion).toBe('0.0002');
  });

  test('keeps a hidden order hidden: visible quantity 0 is sent as 0', () => {
    const checked = checkDraft({ ...LIMIT, visibleQuantity: '0' }, PERP);
    expect(checked.ok && checked.order.visibleQuantity).toBe('0');
    const negative = checkDraft({ ...LIMIT, visibleQuantity: '-0' }, PERP);
    expect(negative.ok && negative.order.visibleQuantity).toBe('0');
  });
});

describe('a market order', () => {
  test('names the price as ignored', () => {
    expect(problemsOf({ ...MARKET, price: '64210.5' })).toEqual(['price']);
  });
  test('takes quantity or amount and refuses both and neither', () => {
    expect(problemsOf(MARKET)).toEqual([]);
    expect(problemsOf({ ...MARKET, quantity: '', amount: '100' })).toEqual([]);
    expect(problemsOf({ ...MARKET, amount: '100' })).toEqual(['amount']);
    expect(problemsOf({ ...MARKET, quantity: '' })).toEqual(['quantity']);
  });
  test('on spot buys by amount and sells by quantity, unless the account has margin', () => {
    const spot: OrderDraft = { ...MARKET, symbol: 'SPOT_BTC_USDT' };
    expect(problemsOf(spot, SPOT)).toContain('quantity');
    expect(problemsOf({ ...spot, quantity: '', amount: '100' }, SPOT)).toEqual([]);
    expect(problemsOf({ ...spot, side: 'SELL', quantity: '', amount: '100' }, SPOT)).toContain('amount');
    expect(problemsOf(spot, SPOT, { accountMode: 'MARGIN' })).toEqual([]);
  });
  test.each([
    [{ reduceOnly: true }, true],
    [{ positionSide: 'LONG', side: 'SELL' }, true],
    [{ positionSide: 'LONG', side: 'BUY' }, false],
    [{}, false],
  ] as const)('of less than the smallest notional, %j: allowed is %s', (part, allowed) => {
    expect(checkDraft({ ...LIMIT, quantity: '0.0001', ...part }, PERP).ok).toBe(allowed);
  });
  test('is judged against the smallest notional by the market where the market is known', () => {
    const tiny: OrderDraft = { ...MARKET, quantity: '0.0001' };
    expect(problemsOf(tiny)).toEqual([]);
    expect(problemsOf(tiny, PERP, { bestAsk: decimal('64210.5') })).toEqual(['quantity']);
  });
});

describe('the position side', () => {
  test('must suit the position mode where that is known', () => {
    expect(problemsOf(LIMIT, PERP, { positionMode: 'HEDGE_MODE' })).toEqual(['positionSide']);
    expect(problemsOf({ ...LIMIT, positionSide: 'LONG' }, PERP, { positionMode: 'ONE_WAY' })).toEqual(['positionSide']);
    expect(problemsOf({ ...LIMIT, positionSide: 'LONG' }, PERP, { positionMode: 'HEDGE_MODE' })).toEqual([]);
    expect(problemsOf({ ...LIMIT, positionSide: 'LONG' }, PERP)).toEqual([]);
  });
});

describe('the table of fields', () => {
  test('says why each field is off', () => {
    const fields = applicability({ type: 'MARKET', side: 'BUY' }, 'perpetual');
    expect(fields.price).toEqual({ applies: false, why: 'MARKET ignores price: it takes what the book offers.' });
    expect(fields.amount.applies).toBe(true);
    expect(applicability({ type: 'LIMIT', side: 'BUY' }, 'spot').reduceOnly.applies).toBe(false);
    expect(applicability({ type: 'BID', side: 'BUY' }, 'perpetual').bidAskLevel.applies).toBe(true);
  });
});

describe('an edit', () => {
  const order = {
    ...{ type: 'LIMIT', side: 'SELL', positionSide: 'BOTH', reduceOnly: false },
    ...{ price: decimal('64210.5'), quantity: decimal('0.25'), executed: decimal('0.1') },
  };
  test('sends only what changed', () => {
    expect(checkEdit({ price: '64000' }, order, PERP)).toEqual({ ok: true, price: '64000' });
    expect(checkEdit({ quantity: '0.3' }, order, PERP)).toEqual({ ok: true, quantity: '0.3' });
  });
  test.each([
    [{}, 'price'],
    [{ price: '' }, 'price'],
    [{ price: '64000.05' }, 'price'],
    [{ quantity: '0.1' }, 'quantity'],
    [{ quantity: '0.00005' }, 'quantity'],
  ])('%j is refused at %s', (edit, path) => {
    const checked = checkEdit(edit, order, PERP);
    expect(!checked.ok && checked.problems[0]?.path).toBe(path);
  });
  test('may leave less than the smallest notional of an order that only closes', () => {
    const rest = { ...order, quantity: decimal('0.0002'), executed: decimal('0') };
    expect(checkEdit({ quantity: '0.0001' }, rest, PERP).ok).toBe(false);
    expect(checkEdit({ quantity: '0.0001' }, { ...rest, reduceOnly: true }, PERP).ok).toBe(true);
    expect(checkEdit({ quantity: '0.0001' }, { ...rest, positionSide: 'LONG' }, PERP).ok).toBe(true);
    expect(checkEdit({ quantity: '0.0001' }, { ...rest, positionSide: 'SHORT' }, PERP).ok).toBe(false);
  });
  test('of the price of a market order is refused', () => {
    expect(checkEdit({ price: '64000' }, { ...order, type: 'MARKET' }, PERP).ok).toBe(false);
  });
});

describe('the sentence on the button', () => {
  test.each([
    [LIMIT, 'Buy 0.25 BTC at 64,210.5'],
    [{ ...LIMIT, side: 'SELL', type: 'POST_ONLY' }, 'Sell 0.25 BTC at 64,210.5, post only'],
    [MARKET, 'Buy 0.25 BTC at market'],
    [{ ...MARKET, quantity: '', amount: '1500' }, 'Buy BTC for 1,500 USDT at market'],
    [{ ...MARKET, type: 'BID', bidAskLevel: '2' }, 'Buy 0.25 BTC at the best bid level 2'],
    [
      { ...LIMIT, side: 'SELL', positionSide: 'LONG', reduceOnly: true },
      'Sell 0.25 BTC at 64,210.5, closes long, reduce only',
    ],
    [{ ...MARKET, marginMode: 'ISOLATED' }, 'Buy 0.25 BTC at market, isolated'],
    [{ ...LIMIT, price: '' }, 'Buy 0.25 BTC at …'],
  ] as const)('%#', (draft, words) => {
    expect(sentence(draft as OrderDraft, PERP)).toBe(words);
  });
});

test('whatever passes stands on the tick, on the lot and above the smallest notional', () => {
  const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,5})(?:\.[0-9]{1,5})?$/);
  fc.assert(
    fc.property(digits, digits, (price, quantity) => {
      const checked = checkDraft({ ...LIMIT, price, quantity }, PERP);
      if (!checked.ok) return checked.problems.length > 0;
      const { price: p, quantity: q } = checked.order;
      return (
        p !== undefined &&
        q !== undefined &&
        p === price &&
        q === quantity &&
        isMultipleOf(p, PERP.priceTick) &&
        isMultipleOf(q, PERP.quantityStep) &&
        compare(multiply(p, q), PERP.minNotional) >= 0
      );
    }),
    { numRuns: 3000 },
  );
});

test('whatever passes is what the schema of the endpoint makes of it, in its order', () => {
  const mostly = (usual: fc.Arbitrary<string>, ...odd: string[]) =>
    fc.oneof({ weight: 12, arbitrary: usual }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
  const odd = ['', '0', '-0', '-1', '0.0001', '1e3', '00', '123456789012345678901234567890123456789012'];
  const number = mostly(fc.stringMatching(/^[1-9][0-9]{1,3}(?:\.[0-9])?$/), ...odd);
  const maybe = (value: fc.Arbitrary<string>) => fc.option(value, { nil: '', freq: 2 });
  const drafts = fc.record({
    symbol: mostly(fc.constantFrom('PERP_BTC_USDT', 'SPOT_BTC_USDT'), 'PERP_A B_USDT', 'PERP__', 'BTC'),
    side: fc.constantFrom('BUY', 'SELL'),
    type: fc.constantFrom('LIMIT', 'MARKET', 'IOC', 'FOK', 'POST_ONLY', 'ASK', 'BID', 'RPI'),
    price: number,
    quantity: maybe(number),
    amount: maybe(number),
    visibleQuantity: maybe(fc.constantFrom('0', '-0', '1', '10')),
    positionSide: fc.constantFrom('BOTH', 'LONG', 'SHORT'),
    marginMode: fc.constantFrom('CROSS', 'ISOLATED'),
    bidAskLevel: maybe(mostly(fc.constantFrom('1', '5'), '0', '6', '١')),
    reduceOnly: fc.boolean(),
    clientOrderId: maybe(mostly(fc.constantFrom('1', '9223372036854775807'), '0', '9223372036854775808', '01', '-1')),
    orderTag: maybe(fc.string({ unit: 'binary', maxLength: 70 })),
  }) as fc.Arbitrary<OrderDraft>; // each of its values is one of the contract's
  const contexts = fc.record({
    accountMode: fc.constantFrom(null, 'PURE_SPOT', 'FUTURES'),
    positionMode: fc.constantFrom(null, 'ONE_WAY', 'HEDGE_MODE'),
  });
  let passed = 0;
  fc.assert(
    fc.property(drafts, contexts, fc.boolean(), fc.boolean(), (given, context, perpetual, wild) => {
      const instrument = { ...(perpetual ? PERP : SPOT), symbol: given.symbol, rpiAllowed: true };
      const fields = applicability(given, instrument.kind, context);
      const draft = { ...given };
      for (const field of ['price', 'quantity', 'amount', 'visibleQuantity', 'bidAskLevel'] as const)
        if (!wild && !fields[field].applies) draft[field] = '';
      if (!wild && !perpetual) Object.assign(draft, { positionSide: 'BOTH', marginMode: 'CROSS', reduceOnly: false });
      const checked = checkDraft(draft, instrument, context);
      if (!checked.ok) return;
      passed += 1;
      const { data } = endpoints['trade.placeOrder'].input.safeParse(checked.order);
      expect(JSON.stringify(data)).toBe(JSON.stringify(checked.order));
    }),
    { numRuns: 20_000 },
  );
  expect(passed).toBeGreaterThan(1_000);
});
