import { describe, expect, it, test } from 'vitest';
import type { Environment } from '../contract-kit.ts';
import { decimal, type Decimal } from '../decimal.ts';
import {
  DEFAULT_TIMES,
  editQuestions,
  largeFrom,
  placementQuestions,
  positionQuestions,
  SAME_ORDER,
  settingsOf,
  timesOf,
  triggerQuestions,
  type AskedOrder,
  type ConfirmSettings,
} from './order-questions.ts';

const OFF: ConfirmSettings = { mode: 'off', largeFrom: '50000' };
const BUY: AskedOrder = {
  side: 'BUY',
  base: 'BTC',
  quantityStep: decimal('0.0001'),
  quantity: decimal('0.25'),
  amount: null,
  price: decimal('64000'),
  valuedAt: decimal('64000'),
  market: decimal('64210.5'),
  old: false,
  takes: true,
  closes: false,
  holding: null,
};
const order = (change: Partial<AskedOrder>): AskedOrder => ({
  ...BUY,
  ...change,
  ...(change.price === undefined ? {} : { valuedAt: change.price }),
});
const settings = (confirm = settingsOf(undefined, 'practice'), environment: Environment = 'practice') => ({
  environment,
  confirm,
  times: DEFAULT_TIMES,
});
const asked = (change: Partial<AskedOrder>, confirm?: ConfirmSettings, environment?: Environment): readonly string[] =>
  placementQuestions(order(change), settings(confirm, environment));

describe('a question before an order leaves', () => {
  it('does not come for an ordinary order on the practice exchange', () => {
    expect(asked({})).toEqual([]);
  });

  it('always comes on the live account until that is changed', () => {
    expect(asked({}, settingsOf(undefined, 'live'), 'live')).toEqual(['This is the live account.']);
    expect(asked({}, OFF, 'live')).toEqual([]);
  });

  it('comes from the large value on, and not when it is turned off', () => {
    expect(asked({ quantity: decimal('1') })).toEqual(['It is worth 50,000 or more.']);
    expect(asked({ quantity: decimal('1') }, OFF)).toEqual([]);
    expect(asked({ quantity: decimal('1') }, { mode: 'large', largeFrom: '100000' })).toEqual([]);
  });

  it('comes for a slip of the finger whatever the settings are', () => {
    expect(asked({ quantity: decimal('10') }, OFF)[0]).toContain('ten times');
    expect(asked({ price: decimal('74210.5') }, OFF)[0]).toBe(
      'The price is 15 % above the market: it would fill there.',
    );
    expect(asked({ price: decimal('54210.5'), side: 'SELL' }, OFF)[0]).toContain('15 % below the market');
    expect(asked({ price: decimal('54210.5') }, OFF)).toEqual([]);
  });

  it('comes where the quotes are old, or there is none', () => {
    expect(asked({ old: true }, OFF)).toEqual([expect.stringContaining('market price is old')]);
    expect(asked({ market: null }, OFF)).toEqual([expect.stringContaining('There is no quote')]);
    expect(asked({ old: true, closes: true }, OFF)).toEqual([]);
  });

  it('comes for the same order again, and for what is out of proportion, before every other reason', () => {
    const large = order({ quantity: decimal('1'), holding: decimal('-0.1') });
    expect(placementQuestions(large, settings(), [SAME_ORDER])).toEqual([
      SAME_ORDER,
      'It turns the position around: -0.1 → 0.9 BTC.',
      'It is more than 5 times the position of 0.1 BTC.',
      'It is worth 50,000 or more.',
    ]);
  });

  it('comes for an order without a value: it cannot be called small', () => {
    const blind = { price: null, valuedAt: null, market: null };
    const words = ['Its value is not known: there is no quote.'];
    expect(asked({ ...blind }, OFF)).toEqual(words);
    expect(asked({ price: decimal('0') }, OFF)).toEqual(words);
    expect(asked({ ...blind, closes: true }, OFF)).toEqual([]);
  });

  it('hinders no close of what is held, however large; a close of more is asked about', () => {
    const close = { side: 'SELL', closes: true, holding: decimal('20'), quantity: decimal('20') } as const;
    expect(asked(close)).toEqual([]);
    expect(asked({ ...close, quantity: decimal('20.1') })).toEqual([expect.stringContaining('ten times')]);
  });

  it('stays as at first where what is stored of it cannot be read', () => {
    expect(settingsOf({ mode: 'Off', largeFrom: '1' } as never, 'live').mode).toBe('always');
    expect(settingsOf({ mode: 'off', largeFrom: 1 } as never, 'live').mode).toBe('always');
    expect(settingsOf({ mode: 'off', largeFrom: '1' }, 'live')).toEqual({ mode: 'off', largeFrom: '1' });
    expect(['much', '0', '-1'].map((text) => largeFrom({ mode: 'large', largeFrom: text }))).toEqual(
      Array(3).fill('50000'),
    );
    expect([timesOf('2.5'), timesOf('0'), timesOf('many'), timesOf('-3')]).toEqual(['2.5', '5', '5', '5']);
  });
});

describe('an order beside the position', () => {
  const beside = (holding: string | null, change: Partial<AskedOrder>, times: Decimal = DEFAULT_TIMES) =>
    positionQuestions(order({ ...change, holding: holding === null ? null : decimal(holding) }), times);

  test.each([
    ['0.1', { quantity: decimal('0.5') }],
    ['-0.1', { quantity: decimal('0.5'), side: 'SELL' }],
    ['0.1', { quantity: decimal('0.1'), side: 'SELL' }],
    ['0', { quantity: decimal('50') }],
    [null, { quantity: decimal('50') }],
    ['0.1', { quantity: decimal('50'), side: 'SELL', closes: true }],
    ['0.1', { quantity: null }],
    ['0.1', { quantity: null, amount: decimal('6000'), price: decimal('60000') }],
  ] as const)('of %s is in proportion as %j', (holding, change) => {
    expect(beside(holding, change)).toEqual([]);
  });

  test.each([
    ['0.1', { quantity: decimal('0.5001') }, '5', ['It is more than 5 times the position of 0.1 BTC.']],
    ['0.1', { quantity: decimal('0.25') }, '2', ['It is more than 2 times the position of 0.1 BTC.']],
    ['0.1', { quantity: decimal('0.3'), side: 'SELL' }, '5', ['It turns the position around: 0.1 → -0.2 BTC.']],
    ['-0.1', { quantity: decimal('0.1001') }, '5', ['It turns the position around: -0.1 → 0.0001 BTC.']],
    [
      '0.01',
      { quantity: null, amount: decimal('6000'), price: decimal('60000') },
      '5',
      ['It is more than 5 times the position of 0.01 BTC.'],
    ],
  ] as const)('of %s is named as %j', (holding, change, times, words) => {
    expect(beside(holding, change, decimal(times))).toEqual(words);
  });
});

describe('an edit is asked about only what it brings', () => {
  const edited = (before: Partial<AskedOrder> | null, after: Partial<AskedOrder>, confirm = OFF): readonly string[] =>
    editQuestions(before === null ? null : order(before), order({ ...before, ...after }), settings(confirm));
  const large: ConfirmSettings = { mode: 'large', largeFrom: '50000' };

  it('nothing, where it is smaller, or farther from the market', () => {
    const big = { quantity: decimal('100') };
    expect(edited(big, { quantity: decimal('99') })).toEqual([]);
    expect(edited(big, { price: decimal('63000') })).toEqual([]);
    expect(edited({ ...big, side: 'SELL', price: decimal('65000') }, { price: decimal('66000') })).toEqual([]);
    expect(edited({ ...big, old: true, market: null }, { quantity: decimal('99') })).toEqual([]);
  });

  it('its size, where that grows or first becomes large', () => {
    expect(edited({ quantity: decimal('0.01') }, { quantity: decimal('8') })).toEqual([
      expect.stringContaining('ten times'),
    ]);
    expect(edited({ quantity: decimal('1') }, { quantity: decimal('1.1') }, large)).toEqual([
      'It is worth 50,000 or more.',
    ]);
    const nearly = { quantity: decimal('0.79'), price: decimal('63000') };
    expect(edited(nearly, { price: decimal('64000') }, large)).toEqual(['It is worth 50,000 or more.']);
    expect(edited({ quantity: decimal('1') }, { price: decimal('64100') }, large)).toEqual([]);
  });

  it('that it fills at once, and turns the position then', () => {
    const sell = { side: 'SELL', price: decimal('67000'), quantity: decimal('8'), holding: decimal('0.05') } as const;
    expect(edited(sell, { price: decimal('62000') })).toEqual([
      'It turns the position around: 0.05 → -7.95 BTC.',
      'It is more than 5 times the position of 0.05 BTC.',
      'It crosses the book and fills at once.',
    ]);
    expect(edited({ ...sell, takes: false }, { price: decimal('62000') })).toEqual([]);
    expect(edited(sell, { price: decimal('50000') })).toContain(
      'The price is 22 % below the market: it would fill there.',
    );
  });

  it('what is unknown of quotes, and all of an order of which nothing is known', () => {
    expect(edited({ old: true }, { price: decimal('64100') })).toEqual([expect.stringContaining('is old')]);
    expect(edited({ market: null }, { price: decimal('64100') })).toEqual([expect.stringContaining('no quote')]);
    expect(edited(null, { quantity: decimal('100') })).toEqual([expect.stringContaining('ten times')]);
  });

  it('nothing of an order that only closes', () => {
    expect(edited({ closes: true }, { quantity: decimal('800') })).toEqual([]);
  });
});

it('a trigger that is moved through the market is asked about', () => {
  const at = decimal('64000');
  expect(triggerQuestions(decimal('63000'), 'below', at)).toEqual([]);
  expect(triggerQuestions(decimal('64000'), 'below', at)).toEqual(['It triggers at once.']);
  expect(triggerQuestions(decimal('65000'), 'above', at)).toEqual([]);
  expect(triggerQuestions(decimal('63999'), 'above', at)).toEqual(['It triggers at once.']);
  expect(triggerQuestions(decimal('63999'), null, at)).toEqual([]);
  expect(triggerQuestions(decimal('63999'), 'above', null)).toEqual([]);
});
