import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseLossless, type JsonValue } from '../wire/json.ts';
import { privateTopics, readCommandAnswer, readPrivate, readPublic, topics } from './topics.ts';

describe('the text of topics', () => {
  it('is spelled as in protocol.md, 4.5', () => {
    expect([
      topics.trade('SPOT_BTC_USDT'),
      topics.bbo('PERP_BTC_USDT'),
      topics.bbo('PERP_BTC_USDT', true),
      topics.orderbook10('SPOT_BTC_USDT'),
      topics.orderbookUpdate('PERP_BTC_USDT', 50),
      topics.orderbookUpdate('PERP_BTC_USDT', 500, true),
      topics.ticker('PERP_BTC_USDT'),
      topics.kline('PERP_BTC_USDT', '1M'),
      topics.markPrice('PERP_BTC_USDT'),
      topics.indexPrice('SPOT_BTC_USDT'),
      topics.estFundingRate('PERP_BTC_USDT'),
      topics.openInterest('PERP_BTC_USDT'),
    ]).toEqual([
      'trade@SPOT_BTC_USDT',
      'bbo@PERP_BTC_USDT',
      'bborpi@PERP_BTC_USDT',
      'orderbook10@SPOT_BTC_USDT',
      'orderbookupdate@PERP_BTC_USDT@50',
      'orderbookupdaterpi@PERP_BTC_USDT@500',
      'ticker@PERP_BTC_USDT',
      'kline@PERP_BTC_USDT@1M',
      'markprice@PERP_BTC_USDT',
      'indexprice@SPOT_BTC_USDT',
      'estfundingrate@PERP_BTC_USDT',
      'openinterest@PERP_BTC_USDT',
    ]);
  });
});

describe('frames that are no message', () => {
  it.each(['null', '5', '"text"', '[]', '{}', '{"topic":5}', '{"topic":null,"data":{}}'])('are refused: %s', (text) => {
    expect(readPrivate(parseLossless(text))).toEqual({ ok: false, reason: 'a frame without a topic' });
    expect(readPublic(parseLossless(text))).toEqual({ ok: false, reason: 'a frame without a topic' });
  });

  it('of an unknown topic are refused by its name', () => {
    expect(readPrivate({ topic: 'margincall', ts: 1, data: {} })).toEqual({
      ok: false,
      reason: 'topic: not a private topic: "margincall"',
    });
    expect(readPublic({ topic: '__proto__@SPOT_BTC_USDT', ts: 1, data: {} })).toMatchObject({ ok: false });
    expect(readPublic({ topic: 'executionreport', ts: 1, data: {} })).toMatchObject({ ok: false });
  });

  it('name the field that cannot be read', () => {
    const frame = { topic: 'trade@SPOT_BTC_USDT', ts: 1, data: { s: 'SPOT_BTC_USDT', px: '1,5', sx: '1', sd: 'BUY' } };
    expect(readPublic(frame)).toEqual({ ok: false, reason: 'px: not a number: "1,5"' });
  });

  it('are refused also where a field nests as deep as the parser lets through', () => {
    const deep = parseLossless(`${'[{"a":'.repeat(9_999)}1${'}]'.repeat(9_999)}`);
    for (const data of [deep, { px: deep }, { s: deep }, { bids: deep }, { oid: deep }]) {
      expect(readPublic({ topic: 'markprice@X', ts: 1, data })).toMatchObject({ ok: false });
      expect(readPublic({ topic: 'orderbook10@X', ts: 1, data }).ok).toBe(false);
      expect(readPrivate({ topic: 'executionreport', ts: 1, data }).ok).toBe(false);
      expect(readPrivate({ topic: 'balance', ts: 1, data: { balances: deep } }).ok).toBe(false);
    }
  });

  it('keep the reason short whatever was sent', () => {
    const read = readPublic({ topic: 'markprice@PERP_BTC_USDT', ts: 1, data: { px: 'x'.repeat(1_000_000) } });
    expect(!read.ok && read.reason.length).toBeLessThan(100);
  });
});

describe('anything at all', () => {
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<JsonValue>(
        null,
        true,
        '',
        'null',
        '0',
        '1.5',
        '+1',
        '1e400',
        '1e99999',
        '1752049062.496',
        5,
        -5,
        1e20,
      ),
      fc.string(),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom('balances', 'positions', '__proto__', 'price', 'constructor', 'x'), tie('value')),
    ),
  }));
  const letters =
    's cid oid t sd ps sx px tid ss ts mt h ver balances positions aid at bids asks prevTs o c st et r oi'.split(' ');
  const data = fc.oneof(value, fc.dictionary(fc.constantFrom(...letters), value, { maxKeys: 24 }));
  const heads = [
    'trade',
    'bbo',
    'bborpi',
    'orderbook10',
    'orderbookupdate',
    'ticker',
    'kline',
    'markprice',
    'openinterest',
  ];
  const topic = fc.oneof(
    fc.constantFrom(...privateTopics, ...heads, ...heads.map((head) => `${head}@SPOT_BTC_USDT@50`)),
    fc.string(),
  );

  it('is read or refused with a reason, never thrown', () => {
    fc.assert(
      fc.property(topic, value, data, (name, ts, inner) => {
        const frame = { topic: name, ts, data: inner };
        for (const read of [readPrivate(frame), readPublic(frame)]) {
          if (!read.ok) expect(read.reason).not.toBe('');
        }
        readCommandAnswer(inner);
      }),
      { numRuns: 5_000 },
    );
  });
});
