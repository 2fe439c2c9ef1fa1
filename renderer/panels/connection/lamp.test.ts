import { describe, expect, it } from 'vitest';
import type { ConnectionRow } from '../../../shared/contract/contract.ts';
import { lampOf } from './lamp.ts';
import { linkDetails } from './links.ts';

const row = (change: Partial<ConnectionRow>): ConnectionRow => ({
  id: 'private',
  state: 'live',
  since: 10_000,
  retryAt: null,
  value: null,
  detail: null,
  message: '',
  refused: 0,
  ...change,
});

describe('the lamp of a link', () => {
  it('says a value where the link has one', () => {
    expect(lampOf(row({ id: 'rest', value: 42.3 }), 0, true)).toEqual({ tone: 'good', word: '42 ms' });
    expect(lampOf(row({ id: 'clock', value: -12 }), 0, true)).toEqual({ tone: 'good', word: '−12 ms' });
    expect(lampOf(row({}), 0, true)).toEqual({ tone: 'good', word: 'live' });
  });

  it('is locked and not broken where the person locked the terminal', () => {
    expect(lampOf(row({ state: 'down' }), 0, true, true)).toEqual({ tone: 'unknown', word: 'locked' });
    expect(lampOf(row({ id: 'public', state: 'down' }), 0, true, true)).toEqual({ tone: 'bad', word: 'down' });
    expect(lampOf(row({ state: 'down' }), 0, true, false)).toEqual({ tone: 'bad', word: 'down' });
  });

  it('warns of a slow answer and of a clock far away', () => {
    expect(lampOf(row({ id: 'rest', value: 1_500 }), 0, true).tone).toBe('warn');
    expect(lampOf(row({ id: 'clock', value: -1_500 }), 0, true).tone).toBe('warn');
  });

  it('warns of a stream that misses a part', () => {
    expect(lampOf(row({ missing: ['balance'] }), 0, true)).toEqual({ tone: 'warn', word: 'live in part' });
  });

  it('counts down to the next attempt and says the age of silence', () => {
    expect(lampOf(row({ state: 'reconnecting', retryAt: 12_400 }), 10_000, true).word).toBe('reconnecting in 3 s');
    expect(lampOf(row({ state: 'reconnecting', retryAt: 9_000 }), 10_000, true).word).toBe('reconnecting');
    expect(lampOf(row({ state: 'stale' }), 14_000, true).word).toBe('stale 4 s');
    expect(lampOf(row({ state: 'stale', heardAt: 2_000 }), 14_000, true).word).toBe('stale 12 s');
  });

  it('is bad when the link is down and unknown before anything is known', () => {
    expect(lampOf(row({ state: 'down' }), 0, true)).toEqual({ tone: 'bad', word: 'down' });
    expect(lampOf(undefined, 0, true).tone).toBe('unknown');
  });

  it('is not known while the core is not reached, whatever was said before', () => {
    expect(lampOf(row({ id: 'rest', value: 42 }), 0, false)).toEqual({ tone: 'unknown', word: 'not known' });
  });
});

describe('the details of a link', () => {
  it('have the age of the listen key and what was not understood', () => {
    const details = linkDetails(row({ detail: 61_000, refused: 2, message: 'closed (1006)' }), 12_000);
    expect(details).toEqual([
      { name: 'In this state for', value: '2 s' },
      { name: 'Listen key age', value: '1 min 01 s' },
      { name: 'Messages not understood', value: '2' },
      { name: 'Last word', value: 'closed (1006)' },
    ]);
  });
});
