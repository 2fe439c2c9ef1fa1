import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../wire/json.ts';
import { readPrivate } from '../topics.ts';
import type { AlgoReport } from './algo-report.ts';

const node = {
  s: 'PERP_BTC_USDT',
  raid: '1954766344355779056',
  paid: 0,
  aid: '1954766344355779056',
  caid: '5',
  tg: 'default',
  ss: 'FILLED',
  at: 'TRAILING_STOP',
  sd: 'SELL',
  ps: 'BOTH',
  sx: '0.5',
  trp: '64000',
  trpt: 'MARKET_PRICE',
  tss: 'SUCCESS',
  px: '0',
  t: 'MARKET',
  tpx: '63999.5',
  tt: 1752049062490,
  tid: 12,
  epx: '63999',
  esx: '0.5',
  f: '0.01',
  fa: 'USDT',
  rs: '',
  tesx: '0.5',
  aepx: '63999',
  tf: '0.01',
  tfc: 'USDT',
  tr: '0',
  trc: 'USDT',
  vsx: '0.5',
  ts: 1752049062496,
  ro: true,
  it: true,
  im: false,
  ia: true,
  ras: 'FILLED',
  as: 'FILLED',
  cr: '0.03',
  cv: '',
  ap: '64100',
  m: 'CROSS',
};

function reports(data: unknown): readonly AlgoReport[] {
  const text = JSON.stringify({ topic: 'algoexecutionreport', ts: 1752049062500, data });
  const read = readPrivate(parseLossless(text));
  if (!read.ok) throw new Error(read.reason);
  if (read.message.kind !== 'algoexecutionreport') throw new Error(read.message.kind);
  return read.message.reports;
}

describe('an algo execution report', () => {
  it('spells out every letter of protocol.md, 4.6 and section 8', () => {
    expect(reports([node])).toEqual([
      {
        symbol: 'PERP_BTC_USDT',
        rootAlgoOrderId: '1954766344355779056',
        parentAlgoOrderId: null,
        algoOrderId: '1954766344355779056',
        clientAlgoOrderId: '5',
        tag: 'default',
        status: 'FILLED',
        algoStatus: 'FILLED',
        rootAlgoStatus: 'FILLED',
        algoType: 'TRAILING_STOP',
        side: 'SELL',
        positionSide: 'BOTH',
        quantity: '0.5',
        triggerPrice: '64000',
        triggerPriceType: 'MARKET_PRICE',
        triggerStatus: 'SUCCESS',
        price: '0',
        type: 'MARKET',
        triggerTradePrice: '63999.5',
        triggerTime: 1752049062490,
        tradeId: '12',
        executedPrice: '63999',
        executedQuantity: '0.5',
        fee: '0.01',
        feeAsset: 'USDT',
        reason: null,
        totalExecuted: '0.5',
        averagePrice: '63999',
        totalFee: '0.01',
        totalFeeAsset: 'USDT',
        totalRebate: '0',
        totalRebateAsset: 'USDT',
        visibleQuantity: '0.5',
        at: 1752049062496,
        reduceOnly: true,
        triggered: true,
        maker: false,
        activated: true,
        callbackRate: '0.03',
        callbackValue: null,
        activatedPrice: '64100',
        marginMode: 'CROSS',
        extra: {},
      },
    ]);
  });

  it('has one item for each touched node, in the order sent', () => {
    const leg = { s: 'PERP_BTC_USDT', raid: 1, paid: 2, aid: 3, at: 'TAKE_PROFIT', tt: '0' };
    const [first, second] = reports([leg, { ...leg, aid: 4, at: 'STOP_LOSS' }]);
    expect(first).toMatchObject({ algoOrderId: '3', parentAlgoOrderId: '2', triggerTime: null, at: 1752049062500 });
    expect(second).toMatchObject({ algoOrderId: '4', algoType: 'STOP_LOSS', side: null, quantity: null });
  });

  it('takes a single object for a list of one', () => {
    expect(reports(node)).toHaveLength(1);
  });

  it('passes unknown kinds on and keeps unknown letters', () => {
    expect(reports([{ ...node, at: 'TWAP', slices: 5 }])[0]).toMatchObject({ algoType: 'TWAP', extra: { slices: 5 } });
  });

  it.each(['s', 'aid', 'at'])('is refused without %s', (letter) => {
    expect(() => reports([{ ...node, [letter]: null }])).toThrow(`${letter}: not`);
  });

  it.each([[[5]], ['text'], [{ aid: 1 }]])('of %j is refused', (data) => {
    expect(() => reports(data)).toThrow(': not');
  });
});
