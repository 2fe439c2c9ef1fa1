import { describe, expect, it } from 'vitest';
import type { ConnectionRow } from '../../../shared/contract/contract.ts';
import { streamState, unreadState } from './stream-state.ts';

const row = (change: Partial<ConnectionRow>): ConnectionRow => ({
  id: 'private',
  state: 'live',
  since: 5_000,
  retryAt: null,
  value: null,
  detail: null,
  message: '',
  refused: 0,
  ...change,
});

describe('what a panel says of its stream', () => {
  it('is ready while the stream is live, connects for the first time, or is not known', () => {
    expect(streamState(row({}))).toEqual({ kind: 'ready' });
    expect(streamState(row({ state: 'connecting' }))).toEqual({ kind: 'ready' });
    expect(streamState(undefined)).toEqual({ kind: 'ready' });
  });

  it.each(['stale', 'reconnecting', 'down'] as const)('is stale since the stream became %s, and names it', (state) => {
    expect(streamState(row({ id: 'public', state }))).toMatchObject({
      kind: 'stale',
      since: 5_000,
      reason: expect.stringContaining('public stream') as string,
    });
  });

  it.each(['stale', 'reconnecting', 'down'] as const)('counts from the last word before it became %s', (state) => {
    expect(streamState(row({ state, heardAt: 1_000 }))).toMatchObject({ kind: 'stale', since: 1_000 });
  });

  it('says how old that is which a live stream does not bring, and nothing of the rest', () => {
    const reads = { orders: null, algoOrders: null, balances: 180_000, positions: null };
    expect(streamState(row({ reads }), 'balances')).toMatchObject({ kind: 'stale', since: 180_000 });
    expect(streamState(row({ reads }), 'orders')).toEqual({ kind: 'ready' });
  });

  it('says how old it is where it is read over REST meanwhile, and is never ready then', () => {
    const reads = { orders: 185_000, algoOrders: null, balances: 180_000, positions: null };
    for (const [state, words] of [
      ['connecting', 'not connected'],
      ['reconnecting', 'reconnecting'],
    ] as const) {
      const away = row({ state, reads });
      expect(streamState(away, 'orders')).toEqual({
        kind: 'stale',
        since: 185_000,
        reason: `The private stream is ${words}; this is read over REST meanwhile.`,
      });
      expect(streamState(away, 'balances')).toMatchObject({ kind: 'stale', since: 180_000 });
    }
    expect(streamState(row({ state: 'reconnecting', reads }), 'algoOrders')).toMatchObject({ since: 5_000 });
  });
});

it('before its rows came a panel loads, and says so where no key can ever read them', () => {
  expect(unreadState(undefined)).toEqual({ kind: 'loading' });
  expect(unreadState({ locked: false })).toEqual({ kind: 'loading' });
  expect(unreadState({ locked: true })).toMatchObject({ kind: 'denied' });
});
