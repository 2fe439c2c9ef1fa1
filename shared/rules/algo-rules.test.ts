import { describe, expect, it } from 'vitest';
import type { InstrumentRow } from '../contract/contract.ts';
import type { AlgoDraft } from '../contract/algo.ts';
import { checkAlgo, checkAlgoEdit, takesField } from './algo-rules.ts';
import { algoSentence } from '../words/algo-sentence.ts';
import { decimal } from '../decimal.ts';
import { COARSE_PERP } from '../testing/instrument.ts';

const INSTRUMENT: InstrumentRow = { ...COARSE_PERP, minNotional: decimal('5') };
const MARKET = { last: decimal('100'), mark: decimal('100') };

const draft = (change: Partial<AlgoDraft> = {}): AlgoDraft => ({
  symbol: 'PERP_BTC_USDT',
  algoType: 'BRACKET',
  side: 'BUY',
  type: 'LIMIT',
  positionSide: 'BOTH',
  marginMode: 'CROSS',
  reduceOnly: false,
  triggerPriceType: 'MARKET_PRICE',
  quantity: '2',
  price: '90',
  triggerPrice: '',
  activatedPrice: '',
  callbackRate: '',
  callbackValue: '',
  takeProfitTrigger: '120',
  takeProfitPrice: '',
  stopLossTrigger: '80',
  stopLossPrice: '',
  ...change,
});
const check = (change: Partial<AlgoDraft> = {}) => checkAlgo(draft(change), INSTRUMENT, MARKET);
const problems = (change: Partial<AlgoDraft>) => {
  const found = check(change);
  return found.ok ? [] : found.problems.map(({ path }) => path);
};

describe('a bracket', () => {
  it('becomes a tree of three levels, with its risk and its reward', () => {
    const found = check();
    expect(found).toMatchObject({
      ok: true,
      plan: {
        entry: '90',
        result: { atProfit: '60', atStop: '-20', ratio: '3', from: 'entry', afterFees: false },
        body: {
          algoType: 'BRACKET',
          type: 'LIMIT',
          price: '90',
          quantity: '2',
          childOrders: [
            {
              algoType: 'TP_SL',
              childOrders: [
                { algoType: 'TAKE_PROFIT', type: 'MARKET', triggerPrice: '120' },
                { algoType: 'STOP_LOSS', type: 'MARKET', triggerPrice: '80' },
              ],
            },
          ],
        },
      },
    });
  });

  it.each([
    [{ stopLossTrigger: '95' }, ['stopLossTrigger']],
    [{ takeProfitTrigger: '85' }, ['takeProfitTrigger']],
    [{ side: 'SELL', price: '110', takeProfitTrigger: '90', stopLossTrigger: '120' }, []],
    [{ side: 'SELL', price: '110' }, ['takeProfitTrigger', 'stopLossTrigger']],
    [{ takeProfitTrigger: '', stopLossTrigger: '' }, ['takeProfitTrigger']],
    [{ takeProfitTrigger: '', takeProfitPrice: '121' }, ['takeProfitTrigger']],
    [{ price: '' }, ['price']],
    [{ quantity: '' }, ['quantity']],
    [{ price: '90.3' }, ['price']],
    [{ stopLossTrigger: '80.3' }, ['stopLossTrigger']],
    [{ quantity: '0.001', price: '1', stopLossTrigger: '0.5' }, ['quantity']],
  ] as const)('with %j has problems at %j', (change, paths) => {
    expect(problems(change)).toEqual(paths);
  });

  it('counts the fees of both ways: a resting entry as maker, a leg at market as taker', () => {
    const found = checkAlgo(
      draft({ price: '64000', quantity: '0.01', takeProfitTrigger: '64100', stopLossTrigger: '63900' }),
      { ...INSTRUMENT, priceTick: decimal('0.1') },
      { last: decimal('64050'), mark: null, fees: { maker: decimal('0.0002'), taker: decimal('0.0005') } },
    );
    expect(found).toMatchObject({
      plan: { result: { atProfit: '0.5515', atStop: '-1.4475', ratio: '0.38', afterFees: true } },
    });
  });

  it('counts a leg whose limit rests as maker, and one whose limit is behind its trigger as taker', () => {
    const fees = { maker: decimal('0'), taker: decimal('0.01') };
    const resultOf = (change: Partial<AlgoDraft>) => {
      const found = checkAlgo(draft({ stopLossTrigger: '', ...change }), INSTRUMENT, { ...MARKET, fees });
      return found.ok ? found.plan.result?.atProfit : null;
    };
    expect(resultOf({ takeProfitPrice: '121' })).toBe('62');
    // 2 × (119 − 90) − 2 × 119 × 0.01
    expect(resultOf({ takeProfitPrice: '119' })).toBe('55.62');
  });

  it('whose fees eat the reward says that it loses, and has no ratio', () => {
    const fees = { maker: decimal('0.2'), taker: decimal('0.2') };
    const found = checkAlgo(draft({}), INSTRUMENT, { ...MARKET, fees });
    // 60 less 36 and 48
    expect(found).toMatchObject({ plan: { result: { atProfit: '-24', ratio: null } } });
  });

  it.each([
    // A sell at 85 after a rise to 120 would lose against the entry of 90.
    [{ takeProfitPrice: '85' }, ['takeProfitPrice']],
    [{ takeProfitPrice: '91' }, []],
    // A sell at 81 and better, once it fell to 80, does not stop.
    [{ stopLossPrice: '81' }, ['stopLossPrice']],
    [{ stopLossPrice: '80' }, []],
    [{ stopLossPrice: '79' }, []],
    [
      {
        side: 'SELL',
        price: '110',
        takeProfitTrigger: '90',
        takeProfitPrice: '115',
        stopLossTrigger: '120',
        stopLossPrice: '119',
      },
      ['takeProfitPrice', 'stopLossPrice'],
    ],
    [{ algoType: 'OCO', side: 'SELL', price: '120', stopLossTrigger: '90', stopLossPrice: '91' }, ['stopLossPrice']],
    [{ algoType: 'OCO', side: 'SELL', price: '120', stopLossTrigger: '90', stopLossPrice: '89' }, []],
  ] as const)('with limits of its legs %j has problems at %j', (change, paths) => {
    expect(problems(change)).toEqual(paths);
  });

  it('that closes a position is measured from the position where that is known, and else from the market', () => {
    const legs = { algoType: 'TP_SL', side: 'SELL', type: 'MARKET', price: '', quantity: '2' } as const;
    const position = { holding: decimal('3'), entry: decimal('110') };
    const of = (known: typeof position | null, change: Partial<AlgoDraft> = {}) => {
      const fees = { maker: decimal('0'), taker: decimal('0.01') };
      const found = checkAlgo(draft({ ...legs, ...change }), INSTRUMENT, { ...MARKET, fees, position: known });
      return found.ok ? found.plan.result : found.problems;
    };
    // 2 × (120 − 110) − 2.4; the way in was paid before.
    expect(of(position)).toMatchObject({ atProfit: '17.6', atStop: '-61.6', from: 'position' });
    expect(of(null)).toMatchObject({ atProfit: '37.6', atStop: '-41.6', from: 'market' });
    // It is of the whole position where it names no size.
    const positional = { algoType: 'POSITIONAL_TP_SL', quantity: '' } as const;
    expect(of(position, positional)).toMatchObject({ atProfit: '26.4', from: 'position' });
    expect(of({ ...position, holding: decimal('-3') }, positional)).toBeNull();
  });

  it('at market measures from the market', () => {
    expect(check({ type: 'MARKET', price: '' })).toMatchObject({
      ok: true,
      plan: { entry: '100', result: { atProfit: '40' } },
    });
  });

  it.each([
    ['BUY', '130', { takeProfitTrigger: '110', stopLossTrigger: '90' }, []],
    ['BUY', '130', { takeProfitTrigger: '140', stopLossTrigger: '115' }, ['stopLossTrigger']],
    ['SELL', '70', { takeProfitTrigger: '90', stopLossTrigger: '110' }, []],
    ['SELL', '70', { takeProfitTrigger: '60', stopLossTrigger: '85' }, ['stopLossTrigger']],
  ] as const)('to %s at %s that the market takes at once is judged by the market', (side, price, legs, paths) => {
    expect(problems({ side, price, ...legs })).toEqual(paths);
    if (paths.length === 0)
      expect(check({ side, price, ...legs })).toMatchObject({ plan: { entry: '100', result: { atStop: '-20' } } });
  });

  it('that the market takes once it is triggered is judged by the trigger', () => {
    const stop = { algoType: 'STOP_BRACKET', triggerPrice: '110', price: '130', stopLossTrigger: '105' } as const;
    expect(check({ ...stop, takeProfitTrigger: '120' })).toMatchObject({
      ok: true,
      plan: { entry: '110', result: { atStop: '-10' } },
    });
    expect(problems({ ...stop, stopLossTrigger: '115', takeProfitTrigger: '140' })).toEqual(['stopLossTrigger']);
    // A price that the market is beyond rests until it comes back.
    expect(check({ ...stop, price: '108' })).toMatchObject({ plan: { entry: '108' } });
  });

  it('takes limit prices of its legs', () => {
    expect(check({ stopLossPrice: '79' })).toMatchObject({ plan: { result: { atStop: '-22' } } });
  });
});

describe('a trailing stop', () => {
  const trailing = {
    algoType: 'TRAILING_STOP',
    side: 'SELL',
    price: '',
    takeProfitTrigger: '',
    stopLossTrigger: '',
  } as const;
  it('sends percent as a fraction, exactly', () => {
    expect(check({ ...trailing, callbackRate: '1.1' })).toMatchObject({
      plan: { body: { type: 'MARKET', callbackRate: '0.011' } },
    });
  });
  it('names no entry, since nothing says where it goes', () => {
    expect(check({ ...trailing, callbackRate: '1' })).toMatchObject({ plan: { entry: null } });
  });
  it.each(['0', '100', '250', '-1', 'abc', ''])('refuses a callback of %j percent', (callbackRate) => {
    expect(problems({ ...trailing, callbackRate })).toEqual(['callbackRate']);
  });
  it('refuses both kinds of callback together', () => {
    expect(problems({ ...trailing, callbackRate: '1', callbackValue: '5' })).toEqual(['callbackRate']);
  });
});

describe('one cancels the other', () => {
  const oco = { algoType: 'OCO', side: 'SELL', price: '110', stopLossTrigger: '95', takeProfitTrigger: '' } as const;
  it('rests on one side of the market and waits on the other', () => {
    expect(check(oco)).toMatchObject({
      plan: {
        entry: '110',
        body: { type: 'LIMIT', price: '110', childOrders: [{ algoType: 'STOP', triggerPrice: '95' }] },
      },
    });
    expect(problems({ ...oco, price: '99' })).toEqual(['price']);
    expect(problems({ ...oco, stopLossTrigger: '105' })).toEqual(['stopLossTrigger']);
    expect(problems({ ...oco, side: 'BUY', price: '90', stopLossTrigger: '105' })).toEqual([]);
  });
});

it('closes a position without a quantity, whose side is the closing one', () => {
  const found = check({ algoType: 'POSITIONAL_TP_SL', side: 'SELL', price: '', quantity: '', stopLossTrigger: '95' });
  expect(found).toMatchObject({
    plan: { body: { childOrders: [{ type: 'CLOSE_POSITION' }, { type: 'CLOSE_POSITION' }] } },
  });
  expect(found.ok && 'quantity' in found.plan.body).toBe(false);
});

it.each([
  ['SELL', '100', '140', ['stopLossTrigger']],
  ['SELL', '140', '100', []],
  ['SELL', '140', '', []],
  ['BUY', '140', '100', ['stopLossTrigger']],
  ['BUY', '120', '120', ['stopLossTrigger']],
] as const)('to %s at a profit of %s and a stop of %s, with no market known, has problems at %j', (...plan) => {
  const [side, takeProfitTrigger, stopLossTrigger, paths] = plan;
  const positional = { algoType: 'POSITIONAL_TP_SL', side, takeProfitTrigger, stopLossTrigger } as const;
  const found = checkAlgo(draft(positional), INSTRUMENT, { last: null, mark: null });
  expect(found.ok ? [] : found.problems.map(({ path }) => path)).toEqual(paths);
});

it('asks for the fields of a type and no others', () => {
  expect(takesField(draft({ algoType: 'STOP' }), 'triggerPrice')).toBe(true);
  expect(takesField(draft({ algoType: 'STOP', type: 'MARKET' }), 'price')).toBe(false);
  expect(takesField(draft({ algoType: 'TRAILING_STOP' }), 'takeProfitTrigger')).toBe(false);
  expect(takesField(draft({ algoType: 'POSITIONAL_TP_SL' }), 'quantity')).toBe(false);
});

it('says the plan in one sentence', () => {
  expect(algoSentence(draft(), INSTRUMENT)).toBe('Buy 2 BTC at 90, take profit 120, stop 80');
  expect(algoSentence(draft({ algoType: 'TRAILING_STOP', callbackRate: '1.5' }), INSTRUMENT)).toBe(
    'Buy 2 BTC trailing by 1.5 %',
  );
  const bare = { price: '', quantity: '', takeProfitTrigger: '', stopLossTrigger: '' };
  expect(algoSentence(draft(bare), INSTRUMENT)).toBe('Buy … BTC at …, …');
  expect(algoSentence(draft({ ...bare, algoType: 'TP_SL' }), INSTRUMENT)).toBe('Buy … BTC: …');
});

it('says in the sentence all that decides what is traded', () => {
  const said = (change: Partial<AlgoDraft>): string => algoSentence(draft(change), INSTRUMENT);
  const stop = { algoType: 'STOP', type: 'MARKET', side: 'SELL', triggerPrice: '80' } as const;
  expect(said({ ...stop, reduceOnly: true })).toBe('Sell 2 BTC at market once the price is 80, reduce only');
  expect(said({ ...stop, positionSide: 'LONG' })).toBe('Sell 2 BTC at market once the price is 80, closes long');
  expect(said({ ...stop, positionSide: 'SHORT' })).toBe('Sell 2 BTC at market once the price is 80, opens short');
  expect(said({ ...stop, triggerPriceType: 'MARK_PRICE' })).toBe('Sell 2 BTC at market once the mark price is 80');
  expect(said({ takeProfitPrice: '119.5', stopLossPrice: '79.5' })).toBe(
    'Buy 2 BTC at 90, take profit 120 with a limit at 119.5, stop 80 with a limit at 79.5',
  );
  expect(said({ triggerPriceType: 'MARK_PRICE' })).toBe('Buy 2 BTC at 90, take profit 120, stop 80 by the mark price');
  expect(said({ algoType: 'TRAILING_STOP', callbackRate: '1.5', activatedPrice: '110' })).toBe(
    'Buy 2 BTC trailing by 1.5 % from 110',
  );
  const spot = { ...INSTRUMENT, kind: 'spot', symbol: 'SPOT_BTC_USDT' } as const;
  expect(algoSentence(draft({ ...stop, reduceOnly: true, positionSide: 'LONG' }), spot)).toBe(
    'Sell 2 BTC at market once the price is 80',
  );
});

it('does not take a kind of price that a trailing stop would not be sent with', () => {
  const trailing = { algoType: 'TRAILING_STOP', callbackRate: '1' } as const;
  expect(problems({ ...trailing, triggerPriceType: 'MARK_PRICE' })).toEqual(['triggerPriceType']);
  expect(problems(trailing)).toEqual([]);
  expect(takesField(draft(trailing), 'triggerPriceType')).toBe(false);
  expect(takesField(draft(), 'triggerPriceType')).toBe(true);
});

it('checks new values of a node on the same grid', () => {
  expect(checkAlgoEdit({ triggerPrice: '101' }, INSTRUMENT)).toEqual({ ok: true, change: { triggerPrice: '101' } });
  expect(checkAlgoEdit({ callbackRate: '2' }, INSTRUMENT)).toEqual({ ok: true, change: { callbackRate: '0.02' } });
  for (const edit of [{}, { triggerPrice: '' }, { price: '0.3' }, { quantity: '-1' }, { callbackRate: '100' }])
    expect(checkAlgoEdit(edit, INSTRUMENT).ok).toBe(false);
});
