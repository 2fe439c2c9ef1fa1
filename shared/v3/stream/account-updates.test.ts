import { describe, expect, it } from 'vitest';
import { parseLossless } from '../../wire/json.ts';
import { readPrivate, type PrivateMessage } from '../topics.ts';

function message(topic: string, data: unknown): PrivateMessage {
  const read = readPrivate(parseLossless(JSON.stringify({ topic, ts: 1752049062500, data })));
  if (!read.ok) throw new Error(read.reason);
  return read.message;
}

describe('a balance message', () => {
  const balance = {
    t: 'USDT',
    h: '100.50',
    f: '10',
    i: '0.1',
    psq: '1',
    plq: '2',
    s: '3',
    u: '4',
    v: '5',
    l: '6',
    e: '7',
    aop: '1',
    pnl: '-1.5',
    roi: '0.01',
    fee: '0.2',
    mp: '1',
    ver: 8,
    b: '9',
    lcr: '0.5',
    ts: 1752049062496,
  };

  it('spells out every letter', () => {
    expect(message('balance', { balances: [balance] })).toEqual({
      kind: 'balance',
      at: 1752049062500,
      balances: [
        {
          token: 'USDT',
          holding: '100.50',
          frozen: '10',
          interest: '0.1',
          pendingShort: '1',
          pendingLong: '2',
          staked: '3',
          unbonding: '4',
          vault: '5',
          launchpad: '6',
          earn: '7',
          averageOpenPrice: '1',
          pnl24h: '-1.5',
          roi24h: '0.01',
          fee24h: '0.2',
          markPrice: '1',
          bonus: '9',
          lossCoverRatio: '0.5',
          version: 8,
          at: 1752049062496,
          extra: {},
        },
      ],
    });
  });

  it('needs no more than token and holding, and may carry no balance at all', () => {
    expect(message('balance', { balances: [{ t: 'BTC', h: 0 }] })).toMatchObject({
      balances: [{ token: 'BTC', holding: '0', frozen: null, version: null, at: 1752049062500 }],
    });
    expect(message('balance', { balances: [] })).toMatchObject({ balances: [] });
    expect(message('balance', {})).toMatchObject({ balances: [] });
  });

  it.each([
    [{ balances: [{ h: '1' }] }],
    [{ balances: [{ t: 'BTC' }] }],
    [{ balances: {} }],
    [{ balances: [null] }],
    [[]],
  ])('is refused: %j', (data) => {
    expect(() => message('balance', data)).toThrow(': not');
  });
});

describe('a position message', () => {
  it('spells out every letter; a short holding is negative', () => {
    const position = {
      s: 'PERP_BTC_USDT',
      h: '-0.5',
      plq: '1',
      psq: '2',
      aop: '64000',
      pnl: '3',
      roi: '0.1',
      fee: '0.2',
      sp: '63900',
      mp: '64100',
      ot: '1752049000.123',
      aq: 1,
      lv: 10,
      m: 'ISOLATED',
      ps: 'SHORT',
      it: 'USDT',
      ia: '100',
      il: '0',
      is: '5',
      ver: 4,
      ts: 1752049062496,
      new: 1,
    };
    expect(message('position', { positions: [position] })).toEqual({
      kind: 'position',
      at: 1752049062500,
      positions: [
        {
          symbol: 'PERP_BTC_USDT',
          holding: '-0.5',
          positionSide: 'SHORT',
          pendingLong: '1',
          pendingShort: '2',
          averageOpenPrice: '64000',
          settlePrice: '63900',
          markPrice: '64100',
          pnl24h: '3',
          roi24h: '0.1',
          fee24h: '0.2',
          openedAt: 1752049000123,
          adlQuantile: 1,
          leverage: 10,
          marginMode: 'ISOLATED',
          isolatedMarginToken: 'USDT',
          isolatedMarginAmount: '100',
          isolatedFrozenLong: '0',
          isolatedFrozenShort: '5',
          version: 4,
          at: 1752049062496,
          extra: { new: 1 },
        },
      ],
    });
  });
});

describe('an account message', () => {
  it('tells m from M', () => {
    const account = {
      m: 'FUTURES',
      M: 'CROSS',
      P: 'HEDGE_MODE',
      l: 10,
      mr: '1',
      omr: '2',
      imr: '3',
      mmr: '4',
      tc: '5',
      fc: '6',
      v: '7',
      ts: 1752049062496,
    };
    expect(message('account', account)).toEqual({
      kind: 'account',
      at: 1752049062500,
      account: {
        accountMode: 'FUTURES',
        marginMode: 'CROSS',
        positionMode: 'HEDGE_MODE',
        leverage: 10,
        marginRatio: '1',
        openMarginRatio: '2',
        initialMarginRatio: '3',
        maintenanceMarginRatio: '4',
        totalCollateral: '5',
        freeCollateral: '6',
        totalAccountValue: '7',
        at: 1752049062496,
        extra: {},
      },
    });
  });

  it('may leave out what did not change', () => {
    expect(message('account', { m: 'FUTURE' })).toMatchObject({ account: { accountMode: 'FUTURES' } });
    expect(message('account', { P: 'ONE_WAY' })).toMatchObject({
      account: { positionMode: 'ONE_WAY', leverage: null },
    });
  });
});
