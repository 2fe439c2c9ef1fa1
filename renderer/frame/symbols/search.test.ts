import { describe, expect, it } from 'vitest';
import { bestMatches, matchRank } from './search.ts';

describe('search by name', () => {
  it('wants every typed word somewhere in the text', () => {
    expect(matchRank('btc perp', 'PERP_BTC_USDT')).not.toBeNull();
    expect(matchRank('btc spot', 'PERP_BTC_USDT')).toBeNull();
  });

  it('prefers the beginning of the text, then of a word, then the inside of one', () => {
    const names = ['ABTC_USDT', 'PERP_BTC_USDT', 'BTC_USDT'];
    expect(bestMatches('btc', names, (name) => name)).toEqual(['BTC_USDT', 'PERP_BTC_USDT', 'ABTC_USDT']);
  });

  it('puts the entry of exactly that name first', () => {
    const names = ['Transfer history', 'Transfer', 'Close Transfer'];
    expect(
      bestMatches(
        'transfer ',
        names,
        (name) => `${name} panel`,
        (name) => name,
      )[0],
    ).toBe('Transfer');
  });

  it('keeps the order of entries that match alike, and of all when nothing is typed', () => {
    const names = ['PERP_ETH_USDT', 'PERP_BTC_USDT'];
    expect(bestMatches('perp', names, (name) => name)).toEqual(names);
    expect(bestMatches('  ', names, (name) => name)).toEqual(names);
  });
});
