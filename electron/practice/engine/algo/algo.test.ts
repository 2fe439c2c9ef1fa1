import { expect, test } from 'vitest';
import { algoDraft, draft, funded, quietVenue } from '../../../../e2e/rigs/practice/fixtures.ts';
import { positionOf } from '../money/account.ts';
import type { Account, AlgoNode } from '../model.ts';
import { afterwards } from '../afterwards.ts';
import { cancel } from '../orders/change.ts';
import { fixed } from '../money/fixed.ts';
import { place } from '../orders/place.ts';
import { deaf, pricesOf } from '../venue.ts';
import { cancelAlgo, editAlgo, type AlgoChange } from './edit.ts';
import { treeOf } from './node.ts';
import { placeAlgo } from './place.ts';
import { showMarks } from './triggers.ts';

const SYMBOL = 'PERP_BTC_USDT';

/** A trader, somebody who quotes deep on both sides, and a way to print a trade at a price. */
function scene() {
  const venue = quietVenue();
  const [trader, other, printer] = [
    funded(venue),
    funded(venue, { USDT: '900000000' }),
    funded(venue, { USDT: '900000000' }),
  ];
  for (const [side, price] of [
    ['BUY', '60000'],
    ['SELL', '68000'],
  ] as const)
    place(venue, other, draft({ side, price, quantity: '100' }));
  /** Makes a trade at a price: the printer buys from the other. */
  const print = (price: string): void => {
    const resting = place(venue, other, draft({ side: 'SELL', price, quantity: '0.001' }));
    if (resting.status === 'NEW') place(venue, printer, draft({ side: 'BUY', type: 'IOC', price, quantity: '0.001' }));
    afterwards(venue);
  };
  print('64000');
  return { venue, trader, other, print };
}

const states = (root: AlgoNode): string[] =>
  treeOf(root).map((node) => `${node.algoType} ${node.stage} ${node.status}`);
const lots = (account: Account): number => positionOf(account, SYMBOL, 'BOTH', 'CROSS').lots;
const change = (more: Partial<Record<keyof AlgoChange, string>>): AlgoChange => {
  const money = (name: keyof AlgoChange): bigint | null => (more[name] === undefined ? null : fixed(more[name]));
  return {
    quantity: money('quantity'),
    visible: money('visible'),
    price: money('price'),
    triggerPrice: money('triggerPrice'),
    triggerPriceType: null,
    activatedPrice: money('activatedPrice'),
    callbackRate: money('callbackRate'),
    callbackValue: money('callbackValue'),
  };
};

test('a stop waits for its price from either side and places one order', () => {
  const { venue, trader, print } = scene();
  const up = placeAlgo(venue, trader, algoDraft({ type: 'MARKET', side: 'BUY', quantity: '1', triggerPrice: '65000' }));
  const down = placeAlgo(
    venue,
    trader,
    algoDraft({ type: 'LIMIT', side: 'BUY', quantity: '1', price: '62000', triggerPrice: '63000' }),
  );
  print('64900');
  expect([up.stage, down.stage]).toEqual(['armed', 'armed']);
  print('65000');
  expect([up.stage, up.status, up.placed, up.triggeredAt]).toEqual(['ended', 'FILLED', 1, 650_000]);
  print('63000');
  expect([down.stage, down.isTriggered, down.triggerStatus]).toEqual(['working', true, 'SUCCESS']);
  expect(trader.open.get(down.orderId)?.price).toBe(620_000);
});

test('a stop on the mark price does not look at trades', () => {
  const { venue, trader, print } = scene();
  const stop = placeAlgo(
    venue,
    trader,
    algoDraft({ type: 'MARKET', side: 'SELL', quantity: '1', triggerPrice: '63000', triggerPriceType: 'MARK_PRICE' }),
  );
  print('62000');
  expect(stop.stage).toBe('armed');
  pricesOf(venue, SYMBOL).mark = 630_000;
  showMarks(venue, SYMBOL);
  afterwards(venue);
  expect(stop.status).toBe('FILLED');
});

test('a trailing stop follows the best price since its activation and fires when the price comes back', () => {
  const { venue, trader, print } = scene();
  const stop = placeAlgo(
    venue,
    trader,
    algoDraft({
      algoType: 'TRAILING_STOP',
      side: 'SELL',
      quantity: '1',
      callbackRate: '0.01',
      activatedPrice: '65000',
    }),
  );
  print('63000');
  expect([stop.isActivated, stop.stage]).toEqual([false, 'armed']);
  for (const price of ['65000', '66000', '65500']) print(price);
  expect([stop.isActivated, stop.stage, stop.extreme]).toEqual([true, 'armed', 660_000]);
  print('65340.1');
  expect(stop.stage).toBe('armed');
  print('65340');
  expect([stop.stage, stop.status]).toEqual(['ended', 'FILLED']);
});

test('a trailing stop by value measures in money', () => {
  const { venue, trader, print } = scene();
  const stop = placeAlgo(
    venue,
    trader,
    algoDraft({ algoType: 'TRAILING_STOP', side: 'BUY', quantity: '1', callbackValue: '500' }),
  );
  for (const price of ['63000', '63499.9']) print(price);
  expect(stop.stage).toBe('armed');
  print('63500');
  expect(stop.status).toBe('FILLED');
});

const oco = (price: string, triggerPrice: string) =>
  algoDraft({
    algoType: 'OCO',
    type: 'LIMIT',
    side: 'BUY',
    quantity: '1',
    price,
    children: [algoDraft({ symbol: '', type: 'MARKET', triggerPrice })],
  });

test('OCO: the limit order rests, and its first fill ends the stop', () => {
  const { venue, trader, other } = scene();
  const root = placeAlgo(venue, trader, oco('63000', '65000'));
  expect(states(root)).toEqual(['OCO working NEW', 'STOP armed NEW']);
  place(venue, other, draft({ side: 'SELL', type: 'IOC', price: '63000', quantity: '0.4' }));
  afterwards(venue);
  expect(states(root)).toEqual(['OCO working PARTIAL_FILLED', 'STOP ended CANCELLED']);
});

test('OCO: the stop cancels the limit order before it places its own', () => {
  const { venue, trader, print } = scene();
  const root = placeAlgo(venue, trader, oco('63000', '65000'));
  print('65000');
  expect(states(root)).toEqual(['OCO ended FILLED', 'STOP ended FILLED']);
  expect([trader.open.size, lots(trader)]).toEqual([0, 10_000]);
});

const protect = (takeProfit: string, stopLoss: string, more: Parameters<typeof algoDraft>[0] = {}) =>
  algoDraft({
    algoType: 'TP_SL',
    side: 'SELL',
    quantity: '1',
    children: [
      algoDraft({ symbol: '', algoType: 'TAKE_PROFIT', type: 'MARKET', triggerPrice: takeProfit }),
      algoDraft({ symbol: '', algoType: 'STOP_LOSS', type: 'MARKET', triggerPrice: stopLoss }),
    ],
    ...more,
  });

test('TP_SL: one leg closes the position and ends the other', () => {
  const { venue, trader, print } = scene();
  place(venue, trader, draft({ side: 'BUY', price: '68000', quantity: '1' }));
  afterwards(venue);
  const root = placeAlgo(venue, trader, protect('69000', '62000'));
  print('62000');
  expect(states(root)).toEqual(['TP_SL ended FILLED', 'TAKE_PROFIT ended CANCELLED', 'STOP_LOSS ended FILLED']);
  expect([lots(trader), trader.algos.roots.size, venue.watched.size]).toEqual([0, 0, 0]);
});

test('TP_SL: a leg whose order rests gives way when the other one is met', () => {
  const { venue, trader, print } = scene();
  place(venue, trader, draft({ side: 'BUY', price: '68000', quantity: '1' }));
  const root = placeAlgo(
    venue,
    trader,
    protect('65000', '62000', {
      children: [
        algoDraft({ symbol: '', algoType: 'TAKE_PROFIT', type: 'LIMIT', price: '67000', triggerPrice: '65000' }),
        algoDraft({ symbol: '', algoType: 'STOP_LOSS', type: 'MARKET', triggerPrice: '62000' }),
      ],
    }),
  );
  print('65000');
  expect(states(root)).toEqual(['TP_SL holding NEW', 'TAKE_PROFIT working NEW', 'STOP_LOSS armed NEW']);
  print('62000');
  expect(states(root)).toEqual(['TP_SL ended FILLED', 'TAKE_PROFIT ended CANCELLED', 'STOP_LOSS ended FILLED']);
  expect([lots(trader), trader.open.size]).toEqual([0, 0]);
});

test('POSITIONAL_TP_SL closes whatever there is, is replaced by a newer one, and ends with the position', () => {
  const { venue, trader, print } = scene();
  const positional = () =>
    placeAlgo(
      venue,
      trader,
      algoDraft({
        algoType: 'POSITIONAL_TP_SL',
        side: 'SELL',
        children: [algoDraft({ symbol: '', algoType: 'STOP_LOSS', type: 'CLOSE_POSITION', triggerPrice: '62000' })],
      }),
    );
  expect(positional).toThrow('no position');
  place(venue, trader, draft({ side: 'BUY', price: '68000', quantity: '1' }));
  const old = positional();
  const root = positional();
  expect([old.status, root.stage]).toEqual(['CANCELLED', 'holding']);
  place(venue, trader, draft({ side: 'BUY', price: '68000', quantity: '0.5' }));
  print('62000');
  expect(states(root)).toEqual(['POSITIONAL_TP_SL ended FILLED', 'STOP_LOSS ended FILLED']);
  expect([lots(trader), root.children[0]?.executed]).toEqual([0, 15_000]);
  place(venue, trader, draft({ side: 'BUY', price: '68000', quantity: '1' }));
  const last = positional();
  place(venue, trader, draft({ side: 'SELL', price: '60000', quantity: '1' }));
  afterwards(venue);
  expect(last.reason).toBe('The position is closed.');
});

const bracket = (algoType: 'BRACKET' | 'STOP_BRACKET', more: Parameters<typeof algoDraft>[0]) =>
  algoDraft({
    algoType,
    type: 'LIMIT',
    side: 'BUY',
    quantity: '1',
    price: '63000',
    children: [
      algoDraft({
        symbol: '',
        algoType: 'TP_SL',
        children: [
          algoDraft({ symbol: '', algoType: 'TAKE_PROFIT', type: 'MARKET', triggerPrice: '66000' }),
          algoDraft({ symbol: '', algoType: 'STOP_LOSS', type: 'MARKET', triggerPrice: '61000' }),
        ],
      }),
    ],
    ...more,
  });

test('BRACKET: protection starts when the entry is done, for what it executed, and closes it', () => {
  const { venue, trader, other, print } = scene();
  const root = placeAlgo(venue, trader, bracket('BRACKET', {}));
  expect([root.triggerStatus, root.isTriggered]).toEqual(['SUCCESS', false]);
  expect(states(root)).toEqual([
    'BRACKET working NEW',
    'TP_SL waiting NEW',
    'TAKE_PROFIT waiting NEW',
    'STOP_LOSS waiting NEW',
  ]);
  place(venue, other, draft({ side: 'SELL', type: 'IOC', price: '63000', quantity: '0.4' }));
  afterwards(venue);
  expect(states(root)[1]).toBe('TP_SL waiting NEW');
  const entry = trader.open.get(root.orderId);
  if (entry !== undefined) cancel(venue, entry, 'test');
  afterwards(venue);
  expect(states(root)).toEqual([
    'BRACKET holding PARTIAL_FILLED',
    'TP_SL holding NEW',
    'TAKE_PROFIT armed NEW',
    'STOP_LOSS armed NEW',
  ]);
  expect(
    treeOf(root)
      .slice(1)
      .map((node) => node.quantity),
  ).toEqual([4_000, 4_000, 4_000]);
  print('66000');
  expect(states(root)).toEqual([
    'BRACKET ended FILLED',
    'TP_SL ended FILLED',
    'TAKE_PROFIT ended FILLED',
    'STOP_LOSS ended CANCELLED',
  ]);
  expect(lots(trader)).toBe(0);
});

test('BRACKET: an entry that is cancelled without a fill takes everything with it', () => {
  const { venue, trader } = scene();
  const root = placeAlgo(venue, trader, bracket('BRACKET', {}));
  cancelAlgo(venue, root, 'test');
  expect(states(root)).toEqual([
    'BRACKET ended CANCELLED',
    'TP_SL ended CANCELLED',
    'TAKE_PROFIT ended CANCELLED',
    'STOP_LOSS ended CANCELLED',
  ]);
  expect(trader.open.size).toBe(0);
});

test('STOP_BRACKET: the entry waits for its trigger', () => {
  const { venue, trader, print } = scene();
  const root = placeAlgo(
    venue,
    trader,
    bracket('STOP_BRACKET', { type: 'MARKET', price: undefined, triggerPrice: '65000' }),
  );
  expect([root.stage, root.triggerStatus]).toEqual(['armed', 'USELESS']);
  print('65000');
  expect([root.stage, root.isTriggered, lots(trader)]).toEqual(['holding', true, 10_000]);
});

test('cancelling one leg leaves the other; cancelling both ends the parent', () => {
  const { venue, trader } = scene();
  place(venue, trader, draft({ side: 'BUY', price: '68000', quantity: '1' }));
  const root = placeAlgo(venue, trader, protect('69000', '62000'));
  const [take, stop] = root.children;
  if (take === undefined || stop === undefined) throw new Error('no legs');
  cancelAlgo(venue, take, 'test');
  expect(states(root)).toEqual(['TP_SL holding NEW', 'TAKE_PROFIT ended CANCELLED', 'STOP_LOSS armed NEW']);
  cancelAlgo(venue, stop, 'test');
  expect(root.status).toBe('CANCELLED');
});

test('a triggered order that the account cannot pay is rejected with the reason', () => {
  const { venue, print } = scene();
  const poor = funded(venue, { USDT: '100' });
  const stop = placeAlgo(venue, poor, algoDraft({ type: 'MARKET', side: 'BUY', quantity: '1', triggerPrice: '65000' }));
  print('65000');
  expect([stop.status, stop.reason]).toEqual(['REJECTED', 'Not enough margin for this order.']);
});

test('an entry that is refused leaves no tree behind', () => {
  const { venue } = scene();
  const poor = funded(venue, { USDT: '100' });
  expect(() => placeAlgo(venue, poor, bracket('BRACKET', {}))).toThrow('margin');
  expect([poor.algos.roots.size, poor.algos.nodes.size, poor.open.size]).toEqual([0, 0, 0]);
});

test('edits: triggers and prices change, leg quantities only together and equal, triggered ones not at all', () => {
  const { venue, trader, print } = scene();
  place(venue, trader, draft({ side: 'BUY', price: '68000', quantity: '2' }));
  const root = placeAlgo(venue, trader, protect('69000', '62000'));
  const [take, stop] = root.children;
  if (take === undefined || stop === undefined) throw new Error('no legs');
  const leg = (node: AlgoNode, more: Parameters<typeof change>[0]) => ({ id: node.id, ...change(more) });
  expect(() => editAlgo(venue, root, change({}), [leg(take, { quantity: '2' })])).toThrow('together');
  expect(() =>
    editAlgo(venue, root, change({}), [leg(take, { quantity: '2' }), leg(stop, { quantity: '1.5' })]),
  ).toThrow('same quantity');
  expect(() => editAlgo(venue, take, change({ quantity: '2' }), [])).toThrow('together');
  editAlgo(venue, root, change({}), [
    leg(take, { quantity: '2', triggerPrice: '70000' }),
    leg(stop, { quantity: '2' }),
  ]);
  expect([take.quantity, stop.quantity, root.quantity, take.triggerPrice]).toEqual([20_000, 20_000, 20_000, 700_000]);
  expect(() => editAlgo(venue, take, change({ price: '70000' }), [])).toThrow('no price');
  editAlgo(venue, stop, change({ triggerPrice: '61000' }), []);
  print('62000');
  expect(stop.stage).toBe('armed');
  print('61000');
  expect(() => editAlgo(venue, stop, change({ triggerPrice: '60000' }), [])).toThrow('triggered already');
});

test('editing the entry of a bracket edits its order in the book and the protection below', () => {
  const { venue, trader } = scene();
  const root = placeAlgo(venue, trader, bracket('BRACKET', {}));
  editAlgo(venue, root, change({ price: '63500', quantity: '0.5' }), []);
  const entry = trader.open.get(root.orderId);
  expect([entry?.price, entry?.quantity]).toEqual([635_000, 5_000]);
  expect(treeOf(root).map((node) => node.quantity)).toEqual([5_000, 5_000, 5_000, 5_000]);
  expect(() => editAlgo(venue, root, change({ price: '63500.05' }), [])).toThrow('multiple');
});

test('client ids are unique among living nodes, caps hold, and each change is reported in arrays', () => {
  const { venue, trader } = scene();
  const heard: string[][] = [];
  venue.outlet = { ...deaf, onAlgo: (nodes) => heard.push(nodes.map((node) => `${node.algoType} ${node.status}`)) };
  const named = () => algoDraft({ type: 'MARKET', side: 'BUY', quantity: '1', triggerPrice: '65000', clientId: '7' });
  const first = placeAlgo(venue, trader, named());
  expect(() => placeAlgo(venue, trader, named())).toThrow('in use');
  cancelAlgo(venue, first, 'test');
  placeAlgo(venue, trader, named());
  for (let i = 1; i < 100; i += 1)
    placeAlgo(venue, trader, algoDraft({ type: 'MARKET', side: 'BUY', quantity: '1', triggerPrice: '65000' }));
  expect(() => placeAlgo(venue, trader, { ...named(), clientId: '8' })).toThrow('At most 100');
  expect(heard.slice(0, 3)).toEqual([['STOP NEW'], ['STOP CANCELLED'], ['STOP NEW']]);
  cancelAlgo(venue, placeAlgo(venue, funded(venue), bracket('BRACKET', {})), 'test');
  expect(heard.slice(-2)).toEqual([
    ['BRACKET NEW', 'TP_SL NEW', 'TAKE_PROFIT NEW', 'STOP_LOSS NEW'],
    ['BRACKET CANCELLED', 'TP_SL CANCELLED', 'TAKE_PROFIT CANCELLED', 'STOP_LOSS CANCELLED'],
  ]);
});

test('at most ten TP_SL stand on a symbol, those under brackets counted', () => {
  const { venue, trader } = scene();
  for (let i = 0; i < 10; i += 1) placeAlgo(venue, trader, bracket('BRACKET', {}));
  expect(() => placeAlgo(venue, trader, protect('69000', '62000'))).toThrow('At most 10');
});
