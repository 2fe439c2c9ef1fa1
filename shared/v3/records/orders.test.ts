import { describe, expect, it } from 'vitest';
import { parseLossless, type JsonValue } from '../../wire/json.ts';
import { cancelAllAfterRecord, orderRecord, placedRecord, tradingFeeRecord, transactionRecord } from './orders.ts';
import { acknowledgement } from './rows.ts';

const json = (text: string): JsonValue => parseLossless(text);

describe('an order record (protocol.md, 2.2)', () => {
  const documented = `{"symbol":"PERP_BTC_USDT","status":"FILLED","side":"BUY","positionSide":"BOTH","createdTime":1752049062496,
    "orderId":1954766344355779056,"orderTag":"default","price":"64210.50","type":"LIMIT","quantity":"0.2500","amount":"null",
    "visible":"0.25","executed":"0.25","totalFee":"0.003","feeAsset":"USDT","totalRebate":0,"rebateCurrency":"USDT",
    "clientOrderId":0,"reduceOnly":false,"averageExecutedPrice":"64210.5"}`;
  const live = `{"symbol":"PERP_BTC_USDT","status":"FILLED","side":"BUY","positionSide":"BOTH","createdTime":"1752049062.496",
    "orderId":1954766344355779056,"orderTag":"default","price":64210.50,"type":"LIMIT","quantity":0.2500,"amount":null,
    "visible":0.25,"executed":0.25,"totalFee":0.003,"feeAsset":"USDT","totalRebate":0,"rebateAsset":"USDT",
    "clientOrderId":0,"reduceOnly":false,"realizedPnl":null,"averageExecutedPrice":64210.5,"bidAskLevel":null}`;
  const read = {
    symbol: 'PERP_BTC_USDT',
    status: 'FILLED',
    side: 'BUY',
    positionSide: 'BOTH',
    createdTime: 1752049062496,
    updatedTime: null,
    orderId: '1954766344355779056',
    clientOrderId: null,
    orderTag: 'default',
    price: '64210.50',
    type: 'LIMIT',
    quantity: '0.2500',
    amount: null,
    visible: '0.25',
    executed: '0.25',
    averageExecutedPrice: '64210.5',
    totalFee: '0.003',
    feeAsset: 'USDT',
    totalRebate: '0',
    rebateAsset: 'USDT',
    reduceOnly: false,
    realizedPnl: null,
    bidAskLevel: null,
    marginMode: null,
  };

  it('reads the same from the documented and the live form', () => {
    expect(orderRecord.parse(json(documented))).toEqual(read);
    expect(orderRecord.parse(json(live))).toEqual(read);
  });

  it('prefers the spelling of ours where both are sent, whatever their order', () => {
    const base = { symbol: 'X', status: 'NEW', side: 'BUY', orderId: 5, type: 'LIMIT' };
    const one = orderRecord.parse({ ...base, rebateAsset: 'ours', rebateCurrency: 'other' });
    const two = orderRecord.parse({ ...base, rebateCurrency: 'other', rebateAsset: 'ours' });
    expect([one.rebateAsset, two.rebateAsset]).toEqual(['ours', 'ours']);
    expect('rebateCurrency' in one).toBe(false);
  });

  it('keeps unknown fields and unknown words', () => {
    const order = orderRecord.parse({
      symbol: 'X',
      status: 'PENDING_REPLACE',
      side: 'BUY',
      orderId: '5',
      type: 'ICEBERG',
      selfTradePrevention: { mode: 'NONE' },
    });
    expect(order).toMatchObject({
      status: 'PENDING_REPLACE',
      type: 'ICEBERG',
      selfTradePrevention: { mode: 'NONE' },
      executed: '0',
    });
  });

  it.each(['symbol', 'status', 'side', 'orderId', 'type'])('is refused without %s', (field) => {
    const order = { ...read, orderId: '5', [field]: undefined };
    const result = orderRecord.safeParse(order);
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toEqual([field]);
  });

  it.each([null, [], 'text', 5])('is not %j', (value) => {
    expect(orderRecord.safeParse(value).success).toBe(false);
  });
});

describe('what placing and changing answer', () => {
  it('reads the documented and the live placement', () => {
    const documented =
      '{"orderId":13,"clientOrderId":5,"type":"LIMIT","price":"64210.5","quantity":"0.25","amount":"","bidAskLevel":1}';
    const live =
      '{"orderId":1954766344355779056,"clientOrderId":0,"type":"LIMIT","price":64210.5,"quantity":0.25,"amount":null,"bidAskLevel":null}';
    expect(placedRecord.parse(json(documented))).toEqual({
      orderId: '13',
      clientOrderId: '5',
      type: 'LIMIT',
      price: '64210.5',
      quantity: '0.25',
      amount: null,
      bidAskLevel: 1,
    });
    expect(placedRecord.parse(json(live))).toMatchObject({
      orderId: '1954766344355779056',
      clientOrderId: null,
      price: '64210.5',
      bidAskLevel: null,
    });
  });

  it.each([
    [{ status: 'EDIT_SENT' }, 'EDIT_SENT'],
    [{ status: 'NEW' }, 'NEW'],
    [{ status: 'CANCEL_ALL_SENT', more: 1 }, 'CANCEL_ALL_SENT'],
    [{}, null],
    [{ status: {} }, null],
    [undefined, null],
    [null, null],
    ['CANCELLED', null],
  ])('reads the acknowledgement %j', (data, status) => {
    expect(acknowledgement.parse(data)).toEqual({ status });
  });

  it('reads when the dead-man switch will fire, and that it is disarmed', () => {
    expect(cancelAllAfterRecord.parse({ expectedTriggerTime: 1752049062496 }).expectedTriggerTime).toBe(1752049062496);
    expect(cancelAllAfterRecord.parse({ expectedTriggerTime: 0 }).expectedTriggerTime).toBeNull();
    expect(cancelAllAfterRecord.parse({}).expectedTriggerTime).toBeNull();
  });
});

describe('a fill (protocol.md, 3.2)', () => {
  const fill =
    '"id":1954766344355779056,"symbol":"PERP_BTC_USDT","orderId":7,"orderTag":"default","executedPrice":"64210.50",' +
    '"executedQuantity":"0.1","isMaker":1,"side":"OPEN LONG","fee":"0.003","feeAsset":"USDT","realizedPnl":null';

  it.each(['isMatchRpi', 'isMatchRPI'])('is matched against RPI by %s', (spelling) => {
    expect(transactionRecord.parse(json(`{${fill},"${spelling}":true,"executedTimestamp":1752049062496}`))).toEqual({
      id: '1954766344355779056',
      symbol: 'PERP_BTC_USDT',
      orderId: '7',
      orderTag: 'default',
      executedPrice: '64210.50',
      executedQuantity: '0.1',
      isMaker: true,
      isMatchRpi: true,
      side: 'OPEN LONG',
      fee: '0.003',
      feeAsset: 'USDT',
      realizedPnl: null,
      executedTimestamp: 1752049062496,
    });
  });

  it('has text seconds live', () => {
    const live = transactionRecord.parse(json(`{${fill},"executedTimestamp":"1752049062.496"}`));
    expect(live).toMatchObject({ isMatchRpi: false, executedTimestamp: 1752049062496 });
  });

  it('has fees as the exchange writes them', () => {
    expect(tradingFeeRecord.parse({ symbol: 'X', takerFee: '10', makerFee: 8 })).toEqual({
      symbol: 'X',
      takerFee: '10',
      makerFee: '8',
    });
  });
});
