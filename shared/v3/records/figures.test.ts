import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../wire/json.ts';
import { readPrivate } from '../topics.ts';
import { accountInfoRecord, balancesRecord, positionsRecord } from './account.ts';
import { algoOrderRecord } from './algo.ts';
import { orderRecord } from './orders.ts';
import { page } from './rows.ts';

describe('a figure that cannot be read', () => {
  const order = { symbol: 'A', status: 'NEW', side: 'BUY', type: 'LIMIT', orderId: '1', price: '1', quantity: '1' };
  const algo = { algoOrderId: '1', algoType: 'STOP' };
  const report = { s: 'A', oid: '1', t: 'LIMIT', sd: 'BUY', ss: 'NEW', ts: 1 };

  it.each(['NaN', 'Infinity', '-', {}, true])('%j, hides no order, plan, balance, position or mode', (bad) => {
    const figures = { averageExecutedPrice: bad, totalFee: bad, totalRebate: bad, realizedPnl: bad };
    expect(page(orderRecord).parse({ rows: [order, { ...order, ...figures }] }).rows[1]).toMatchObject({
      orderId: '1',
      averageExecutedPrice: null,
      totalFee: null,
    });
    expect(algoOrderRecord.parse({ ...algo, ...figures })).toMatchObject({ averageExecutedPrice: null });
    const shown = { averageOpenPrice: bad, markPrice: bad, pnl24H: bad, fee24H: bad };
    expect(balancesRecord.parse({ holding: [{ token: 'A', holding: '1', ...shown }] }).rows).toHaveLength(1);
    const position = { symbol: 'A', holding: '1', estLiqPrice: bad, settlePrice: bad, ...shown };
    expect(positionsRecord.parse({ positions: [position] }).rows).toMatchObject([{ estLiqPrice: null }]);
    const ratios = { marginRatio: bad, initialMarginRatio: bad, totalVaultValue: bad };
    expect(accountInfoRecord.parse({ positionMode: 'ONE_WAY', ...ratios })).toMatchObject({ positionMode: 'ONE_WAY' });
  });

  it.each(['NaN', {}])('%j, hides no message of the private stream', (bad) => {
    const read = (topic: string, data: object) => readPrivate({ topic, ts: 1, data } as JsonValue);
    const fill = read('executionreport', { ...report, tesx: '1', aepx: bad, f: bad, tf: bad, tr: bad });
    expect(fill).toMatchObject({ ok: true, message: { report: { totalExecuted: '1', averagePrice: null } } });
    expect(read('balance', { balances: [{ t: 'A', h: '1', aop: bad, pnl: bad, mp: bad }] }).ok).toBe(true);
    expect(read('position', { positions: [{ s: 'A', h: '1', aop: bad, sp: bad, roi: bad }] }).ok).toBe(true);
    expect(read('algoexecutionreport', { s: 'A', aid: '1', at: 'STOP', aepx: bad, tf: bad }).ok).toBe(true);
  });

  it('is none where it decides what an order, balance or position is', () => {
    for (const field of ['price', 'quantity', 'executed', 'orderId', 'createdTime'])
      expect(orderRecord.safeParse({ ...order, [field]: 'NaN' }).success, field).toBe(false);
    expect(positionsRecord.safeParse({ positions: [{ symbol: 'A', holding: 'NaN' }] }).success).toBe(false);
    expect(balancesRecord.safeParse({ holding: [{ token: 'A', holding: 'NaN' }] }).success).toBe(false);
    expect(readPrivate({ topic: 'executionreport', ts: 1, data: { ...report, tesx: 'NaN' } }).ok).toBe(false);
  });
});
