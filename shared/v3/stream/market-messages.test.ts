import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../wire/json.ts';
import { readPublic, type PublicMessage } from '../topics.ts';

const ts = 1752049062496;
function message(topic: string, data: unknown): PublicMessage {
  const read = readPublic(parseLossless(JSON.stringify({ topic, ts: 1752049062500, data })));
  if (!read.ok) throw new Error(read.reason);
  return read.message;
}
const heading = (topic: string, symbol = 'PERP_BTC_USDT') => ({ topic, symbol, at: ts });

describe('messages of the public stream (protocol.md, 4.5)', () => {
  it('reads a trade', () => {
    const topic = 'trade@PERP_BTC_USDT';
    expect(
      message(topic, { s: 'PERP_BTC_USDT', px: '64210.50', sx: '0.10', sd: 'SELL', src: 0, rpi: true, ts }),
    ).toEqual({
      kind: 'trade',
      ...heading(topic),
      price: '64210.50',
      quantity: '0.10',
      side: 'SELL',
      source: '0',
      rpi: true,
    });
  });

  it('tells best quotes with RPI from those without', () => {
    const quotes = { s: 'PERP_BTC_USDT', ap: '2', aq: '0.2', bp: '1', bq: '0.1', ts };
    const read = { bid: '1', bidSize: '0.1', ask: '2', askSize: '0.2' };
    expect(message('bbo@PERP_BTC_USDT', quotes)).toEqual({
      kind: 'bbo',
      ...heading('bbo@PERP_BTC_USDT'),
      rpi: false,
      ...read,
    });
    expect(message('bborpi@PERP_BTC_USDT', quotes)).toMatchObject({ kind: 'bbo', rpi: true, ...read });
  });

  it('reads an empty side of the best quotes as null', () => {
    expect(message('bbo@PERP_BTC_USDT', { ap: '', aq: null, bp: '1', bq: '0.1', ts })).toMatchObject({
      ask: null,
      askSize: null,
      bid: '1',
      symbol: 'PERP_BTC_USDT',
    });
  });

  it('reads a whole book of ten levels', () => {
    const topic = 'orderbook10@SPOT_BTC_USDT';
    expect(message(topic, { s: 'SPOT_BTC_USDT', bids: [['1.0', '2']], asks: [[3, 4.5]], ts })).toEqual({
      kind: 'orderbook',
      ...heading(topic, 'SPOT_BTC_USDT'),
      bids: [['1.0', '2']],
      asks: [['3', '4.5']],
    });
  });

  it('reads changed levels with the chain of times, size 0 included', () => {
    const topic = 'orderbookupdate@PERP_BTC_USDT@50';
    const data = { s: 'PERP_BTC_USDT', prevTs: ts - 50, ts, bids: [['1.0', '0']], asks: [] };
    expect(message(topic, data)).toEqual({
      kind: 'orderbookupdate',
      ...heading(topic),
      rpi: false,
      depth: 50,
      prevTs: ts - 50,
      ts,
      bids: [['1.0', '0']],
      asks: [],
    });
    expect(message('orderbookupdaterpi@PERP_BTC_USDT@500', data)).toMatchObject({ rpi: true, depth: 500 });
  });

  it('reads levels that are objects, as REST writes them', () => {
    const data = { prevTs: 1, ts, bids: [{ price: '1', quantity: '2' }] };
    expect(message('orderbookupdate@PERP_BTC_USDT@50', data)).toMatchObject({ bids: [['1', '2']], asks: [] });
  });

  it('reads a ticker', () => {
    const topic = 'ticker@PERP_BTC_USDT';
    const data = {
      s: 'PERP_BTC_USDT',
      o: '1',
      c: '2',
      h: '3',
      l: '4',
      v: '5',
      a: '6',
      q: '7',
      u: '8',
      cnt: 9,
      ts,
      tts: ts - 1,
    };
    expect(message(topic, data)).toEqual({
      kind: 'ticker',
      ...heading(topic),
      open: '1',
      close: '2',
      high: '3',
      low: '4',
      volume: '5',
      amount: '6',
      aggregatedVolume: '7',
      aggregatedAmount: '8',
      count: 9,
      lastTradeAt: ts - 1,
    });
  });

  it('reads a candle; its interval stands in the record, else in the topic', () => {
    const topic = 'kline@PERP_BTC_USDT@1M';
    const data = {
      s: 'PERP_BTC_USDT',
      o: '1',
      c: '2',
      h: '3',
      l: '4',
      v: '5',
      a: '6',
      st: ts - 60_000,
      et: ts,
      ts,
      tts: ts,
    };
    const read = {
      kind: 'kline',
      ...heading(topic),
      interval: '1M',
      open: '1',
      close: '2',
      high: '3',
      low: '4',
      volume: '5',
      amount: '6',
      startAt: ts - 60_000,
      endAt: ts,
      lastTradeAt: ts,
    };
    expect(message(topic, { ...data, t: '1M' })).toEqual(read);
    expect(message(topic, data)).toEqual(read);
  });

  it.each(['markprice', 'indexprice'] as const)('reads a %s', (kind) => {
    const topic = `${kind}@SPOT_BTC_USDT`;
    expect(message(topic, { s: 'SPOT_BTC_USDT', px: '64210.51', ts })).toEqual({
      kind,
      ...heading(topic, 'SPOT_BTC_USDT'),
      price: '64210.51',
    });
  });

  it('reads a funding rate, negative ones too', () => {
    const topic = 'estfundingrate@PERP_BTC_USDT';
    expect(message(topic, { s: 'PERP_BTC_USDT', r: '-0.0001', ft: ts + 1, ts })).toEqual({
      kind: 'estfundingrate',
      ...heading(topic),
      rate: '-0.0001',
      nextFundingAt: ts + 1,
    });
  });

  it('reads the open interest', () => {
    const topic = 'openinterest@PERP_BTC_USDT';
    expect(message(topic, { s: 'PERP_BTC_USDT', oi: '1234.5', ts })).toEqual({
      kind: 'openinterest',
      ...heading(topic),
      openInterest: '1234.5',
    });
  });

  it('takes the frame’s time where the datum has none', () => {
    expect(message('markprice@PERP_BTC_USDT', { px: '1' })).toMatchObject({ at: 1752049062500 });
  });

  it.each([
    ['trade@X', {}],
    ['trade@X', []],
    ['trade', { px: '1', sx: '1', sd: 'BUY', ts }],
    ['orderbook10@X', { bids: [['1']], asks: [] }],
    ['orderbook10@X', { bids: [['1', '1']], ts }],
    ['orderbook10@X', { bids: [5], asks: [], ts }],
    ['orderbook10@X', { bids: 'none' }],
    ['orderbookupdate@X@50', { prevTs: 1, bids: [], asks: [] }],
    ['orderbookupdate@X@deep', { prevTs: 1, ts, bids: [], asks: [] }],
    ['kline@X@1m', { o: '1', c: '1', h: '1', l: '1', ts }],
    ['markprice@X', { px: null }],
  ])('refuses %s with %j', (topic, data) => {
    expect(() => message(topic, data)).toThrow(': not');
  });
});
