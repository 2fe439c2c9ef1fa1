import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../wire/json.ts';
import { readPrivate } from '../topics.ts';
import type { ExecutionReport } from './execution-report.ts';

const fill = {
  mt: 0,
  s: 'PERP_BTC_USDT',
  cid: 1752049062,
  oid: 13488,
  t: 'LIMIT',
  sd: 'BUY',
  ps: 'BOTH',
  sx: '0.2500',
  px: '64210.5',
  tid: 77,
  esx: '0.10',
  epx: '64210.5',
  f: '0.003',
  fa: 'USDT',
  tesx: '0.10',
  aepx: '64210.5',
  ss: 'PARTIAL_FILLED',
  rs: '',
  tg: 'default',
  tf: '0.003',
  tfc: 'USDT',
  tr: '0',
  trc: 'USDT',
  vsx: '0.25',
  ts: 1752049062496,
  ro: false,
  mk: true,
  lv: 10,
  m: 'CROSS',
  rpi: true,
};

function report(data: string): ExecutionReport {
  const read = readPrivate(parseLossless(`{"topic":"executionreport","ts":1752049062500,"data":${data}}`));
  if (!read.ok) throw new Error(read.reason);
  if (read.message.kind !== 'executionreport') throw new Error(read.message.kind);
  return read.message.report;
}
const reason = (data: unknown): string => {
  const read = readPrivate({ topic: 'executionreport', ts: 1, data: parseLossless(JSON.stringify(data)) });
  return read.ok ? 'read' : read.reason;
};

describe('an execution report', () => {
  it('spells out every letter of protocol.md, 4.6', () => {
    expect(report(JSON.stringify(fill))).toEqual({
      messageType: 0,
      symbol: 'PERP_BTC_USDT',
      clientOrderId: '1752049062',
      orderId: '13488',
      type: 'LIMIT',
      side: 'BUY',
      positionSide: 'BOTH',
      quantity: '0.2500',
      price: '64210.5',
      tradeId: '77',
      executedQuantity: '0.10',
      executedPrice: '64210.5',
      fee: '0.003',
      feeAsset: 'USDT',
      totalExecuted: '0.10',
      averagePrice: '64210.5',
      status: 'PARTIAL_FILLED',
      reason: null,
      tag: 'default',
      totalFee: '0.003',
      totalFeeAsset: 'USDT',
      totalRebate: '0',
      totalRebateAsset: 'USDT',
      visibleQuantity: '0.25',
      at: 1752049062496,
      reduceOnly: false,
      maker: true,
      leverage: 10,
      marginMode: 'CROSS',
      rpi: true,
      extra: {},
    });
  });

  it('takes the frame’s time for the message and the report’s for the report', () => {
    const read = readPrivate({ topic: 'executionreport', ts: 1752049062500, data: fill });
    expect(read.ok && read.message.at).toBe(1752049062500);
    const without = readPrivate({ topic: 'executionreport', ts: 1752049062500, data: { ...fill, ts: null } });
    expect(without).toMatchObject({ ok: true, message: { report: { at: 1752049062500 } } });
    const frameless = readPrivate({ topic: 'executionreport', data: fill });
    expect(frameless).toMatchObject({ ok: true, message: { at: 1752049062496 } });
  });

  it('reads 0 as none for the user’s id and the trade', () => {
    expect(report(JSON.stringify({ ...fill, cid: 0, tid: 0 }))).toMatchObject({ clientOrderId: null, tradeId: null });
    expect(report(JSON.stringify({ ...fill, cid: '0', tid: '' }))).toMatchObject({
      clientOrderId: null,
      tradeId: null,
    });
  });

  it('takes numbers for decimals, text for ids and any form of time', () => {
    const loose = report(
      '{"mt":"0","s":"SPOT_BTC_USDT","cid":"9","oid":"1954766344355779056","t":"LIMIT","sd":"SELL","ss":"NEW",' +
        '"sx":0.2500,"px":1e-7,"esx":null,"aepx":"null","ts":"1752049062.496","ro":1,"mk":0,"lv":"10"}',
    );
    expect(loose).toMatchObject({
      messageType: 0,
      clientOrderId: '9',
      orderId: '1954766344355779056',
      quantity: '0.2500',
      price: '0.0000001',
      executedQuantity: null,
      totalExecuted: '0',
      averagePrice: null,
      at: 1752049062496,
      reduceOnly: true,
      maker: false,
      leverage: 10,
    });
  });

  it('passes words that it does not know on', () => {
    expect(
      report(JSON.stringify({ ...fill, ss: 'REPLACED', t: 'ICEBERG', sd: 'SHORT_SELL', m: 'PORTFOLIO' })),
    ).toMatchObject({
      status: 'REPLACED',
      type: 'ICEBERG',
      side: 'SHORT_SELL',
      marginMode: 'PORTFOLIO',
    });
  });

  it('keeps letters that it does not know, __proto__ among them', () => {
    const { extra } = report(`${JSON.stringify(fill).slice(0, -1)},"zz":{"a":[1.50]},"__proto__":"x"}`);
    expect(Object.entries(extra)).toEqual([
      ['zz', { a: ['1.50'] }],
      ['__proto__', 'x'],
    ]);
    expect(Object.getPrototypeOf(extra)).toBe(Object.prototype);
  });

  it.each([1, 2, 3])('of a refusal (%i) needs no more than its type and a time', (mt) => {
    const refusal = report(`{"mt":${mt},"s":"SPOT_BTC_USDT","cid":9,"oid":7,"rs":"order is gone","ts":1752049062496}`);
    expect(refusal).toMatchObject({
      messageType: mt,
      symbol: 'SPOT_BTC_USDT',
      clientOrderId: '9',
      orderId: '7',
      reason: 'order is gone',
      status: null,
      price: null,
      totalExecuted: null,
      reduceOnly: null,
    });
    expect(report(`{"mt":${mt}}`)).toMatchObject({ symbol: null, orderId: null, reason: null, at: 1752049062500 });
  });

  it.each(['s', 'oid', 't', 'sd', 'ss'] as const)('of an order is refused without %s', (letter) => {
    expect(reason({ ...fill, [letter]: undefined })).toContain(`${letter}: not`);
    expect(reason({ ...fill, [letter]: '' })).toContain(`${letter}: not`);
  });

  it.each([
    [{ mt: 4 }, 'mt'],
    [{ oid: -1 }, 'oid'],
    [{ oid: '1.5' }, 'oid'],
    [{ oid: '12a' }, 'oid'],
    [{ px: 'abc' }, 'px'],
    [{ px: {} }, 'px'],
    [{ ts: 'yesterday' }, 'ts'],
    [{ ss: ['NEW'] }, 'ss'],
    [{ lv: 1.5 }, 'lv'],
  ])('with %j is refused by that field', (broken, field) => {
    expect(reason({ ...fill, ...broken })).toMatch(new RegExp(`^${field}: `));
  });

  it('keeps 20,000 random ids of 19 digits and decimals byte for byte', () => {
    const id = fc.bigInt({ min: 10n ** 18n, max: 2n ** 63n - 1n }).map(String);
    const digits = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.stringMatching(/^[0-9]{1,18}$/));
    const price = digits.map(([whole, fraction]) => `${whole}.${fraction}`);
    fc.assert(
      fc.property(id, id, price, price, (oid, cid, px, sx) => {
        const read = report(
          `{"mt":0,"s":"S","oid":${oid},"cid":"${cid}","t":"LIMIT","sd":"BUY","ss":"NEW","px":${px},"sx":"${sx}"}`,
        );
        expect([read.orderId, read.clientOrderId, read.price, read.quantity]).toEqual([oid, cid, px, sx]);
      }),
      { numRuns: 20_000 },
    );
  });
});
