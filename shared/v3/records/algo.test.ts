import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../wire/json.ts';
import { algoOrderRecord, algoPlacedRecord, type AlgoOrderRecord } from './algo.ts';
import { list } from './rows.ts';

const leg = {
  algoOrderId: 3,
  clientAlgoOrderId: 0,
  rootAlgoOrderId: 1,
  parentAlgoOrderId: 2,
  symbol: 'PERP_BTC_USDT',
  algoOrderTag: 'default',
  algoType: 'TAKE_PROFIT',
  side: 'SELL',
  quantity: '0.25',
  isTriggered: false,
  triggerStatus: 'USELESS',
  type: 'LIMIT',
  rootAlgoStatus: 'NEW',
  algoStatus: 'NEW',
  triggerPriceType: 'MARKET_PRICE',
  triggerPrice: '70000',
  price: '70000.5',
  triggerTime: '0',
  totalExecutedQuantity: '0',
  averageExecutedPrice: '0',
  totalFee: '0',
  feeAsset: '',
  totalRebate: 0,
  rebateCurrency: '',
  reduceOnly: true,
  createdTime: '1752049062.496',
  updatedTime: 1752049062497,
};
const bracket = {
  ...leg,
  algoOrderId: 1,
  parentAlgoOrderId: 0,
  algoType: 'BRACKET',
  triggerStatus: 'SUCCESS',
  childOrders: [
    {
      ...leg,
      algoOrderId: 2,
      parentAlgoOrderId: 1,
      algoType: 'TP_SL',
      childOrders: [leg, { ...leg, algoOrderId: 4, algoType: 'STOP_LOSS' }],
    },
  ],
};

/** Walks a tree without recursion, in the order of the wire. */
function nodes(root: AlgoOrderRecord): AlgoOrderRecord[] {
  const found: AlgoOrderRecord[] = [];
  const waiting = [root];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    found.push(next);
    waiting.push(...next.childOrders.toReversed());
  }
  return found;
}

describe('an algo order record', () => {
  it('spells out a leg, live warts included (protocol.md, 2.3)', () => {
    expect(algoOrderRecord.parse(leg)).toEqual({
      algoOrderId: '3',
      clientAlgoOrderId: null,
      rootAlgoOrderId: '1',
      parentAlgoOrderId: '2',
      symbol: 'PERP_BTC_USDT',
      algoOrderTag: 'default',
      algoType: 'TAKE_PROFIT',
      side: 'SELL',
      positionSide: null,
      quantity: '0.25',
      isTriggered: false,
      triggerStatus: 'USELESS',
      type: 'LIMIT',
      rootAlgoStatus: 'NEW',
      algoStatus: 'NEW',
      status: null,
      triggerPriceType: 'MARKET_PRICE',
      triggerPrice: '70000',
      price: '70000.5',
      triggerTime: null,
      totalExecutedQuantity: '0',
      visibleQuantity: null,
      averageExecutedPrice: '0',
      totalFee: '0',
      feeAsset: null,
      totalRebate: '0',
      rebateAsset: null,
      reduceOnly: true,
      createdTime: 1752049062496,
      updatedTime: 1752049062497,
      isActivated: null,
      callbackRate: null,
      callbackValue: null,
      activatedPrice: null,
      marginMode: null,
      childOrders: [],
    });
  });

  it('keeps the tree of a bracket in its order', () => {
    const root = algoOrderRecord.parse(bracket);
    expect(nodes(root).map((node) => [node.algoOrderId, node.algoType])).toEqual([
      ['1', 'BRACKET'],
      ['2', 'TP_SL'],
      ['3', 'TAKE_PROFIT'],
      ['4', 'STOP_LOSS'],
    ]);
    expect(root.parentAlgoOrderId).toBeNull();
  });

  it('reads quantity as number or text, and both spellings of tag and rebate', () => {
    const read = algoOrderRecord.parse(
      parseLossless(
        '{"algoOrderId":1,"algoType":"TRAILING_STOP","quantity":0.50,"orderTag":"t","rebateAsset":"USDT",' +
          '"callbackRate":"0.03","activatedPrice":"64100","isActivated":true,"triggerPrice":64000.5}',
      ),
    );
    expect(read).toMatchObject({
      quantity: '0.50',
      algoOrderTag: 't',
      rebateAsset: 'USDT',
      callbackRate: '0.03',
      activatedPrice: '64100',
      isActivated: true,
      triggerPrice: '64000.5',
    });
  });

  it('passes unknown kinds on and keeps unknown fields', () => {
    expect(algoOrderRecord.parse({ algoOrderId: 1, algoType: 'TWAP', slices: 10 })).toMatchObject({
      algoType: 'TWAP',
      slices: 10,
    });
  });

  it('survives ids that go round in a circle: they are only data', () => {
    const round = { algoOrderId: 1, rootAlgoOrderId: 2, parentAlgoOrderId: 1, algoType: 'OCO' };
    const root = algoOrderRecord.parse({ ...round, childOrders: [round, { ...round, childOrders: [round] }] });
    expect(nodes(root)).toHaveLength(4);
  });

  it.each([null, '', 'null', undefined, []])('reads %j as no children', (childOrders) => {
    expect(algoOrderRecord.parse({ ...leg, childOrders }).childOrders).toEqual([]);
  });

  it('reads a tree of depth 10,000 from text', () => {
    const depth = 10_000;
    const text = '{"algoOrderId":5,"algoType":"X","childOrders":['.repeat(depth) + ']}'.repeat(depth);
    const root = algoOrderRecord.parse(parseLossless(text));
    expect(nodes(root)).toHaveLength(depth);
  });

  it('reads 10,000 children in their order', () => {
    const childOrders = Array.from({ length: 10_000 }, (_, i) => ({ algoOrderId: i + 1, algoType: 'X' }));
    const root = algoOrderRecord.parse({ algoOrderId: 10_001, algoType: 'X', childOrders });
    expect(root.childOrders.map((child) => Number(child.algoOrderId))).toEqual(
      childOrders.map((child) => child.algoOrderId),
    );
  });

  it.each([
    [null, ''],
    ['text', ''],
    [{ ...leg, algoOrderId: null }, 'algoOrderId'],
    [{ ...leg, algoType: 5 }, 'algoType'],
    [{ ...leg, childOrders: 'none' }, 'childOrders'],
    [{ ...leg, childOrders: {} }, 'childOrders'],
    [{ ...leg, childOrders: [leg, 5] }, 'childOrders.1'],
    [{ ...bracket, childOrders: [{ ...leg, childOrders: [{ ...leg, price: 'x' }] }] }, 'childOrders.0.price'],
  ])('is refused whole where a node is broken: %#', (value, path) => {
    const result = algoOrderRecord.safeParse(value);
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([path]);
  });
});

describe('what placing an algo order answers', () => {
  it('reads one row a node, with both spellings of the ids (protocol.md, 3.2)', () => {
    const rows = [
      { algoOrderId: 3, clientAlgoOrderId: 0, algoType: 'TAKE_PROFIT', quantity: '0.25' },
      { orderId: '1954766344355779056', clientOrderId: 9, algoType: 'BRACKET', quantity: 0.25 },
    ];
    expect(list(algoPlacedRecord).parse({ rows })).toEqual({
      rows: [
        { algoOrderId: '3', clientAlgoOrderId: null, algoType: 'TAKE_PROFIT', quantity: '0.25' },
        { algoOrderId: '1954766344355779056', clientAlgoOrderId: '9', algoType: 'BRACKET', quantity: '0.25' },
      ],
    });
  });
});
