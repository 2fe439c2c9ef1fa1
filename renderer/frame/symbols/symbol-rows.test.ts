import { describe, expect, it } from 'vitest';
import { MOST_TICKERS } from '../../../shared/contract/tickers.ts';
import { PERP } from '../../../shared/testing/instrument.ts';
import { arranged, BLOCK, countdown, ROW_PX, scrolledTo, seenBlocks } from './symbol-rows.ts';

const many = Array.from({ length: 2_000 }, (_, index) => ({
  ...PERP,
  symbol: `SPOT_T${index}_USDT`,
  base: `T${index}`,
}));

describe('the list of symbols', () => {
  it('has those with a star first, and all others in their order', () => {
    const rows = arranged('', many.slice(0, 4), new Set(['SPOT_T2_USDT', 'SPOT_GONE_USDT']));
    expect(rows.map(({ base }) => base)).toEqual(['T2', 'T0', 'T1', 'T3']);
  });

  it('has a star before a better match', () => {
    const rows = arranged('t19', many, new Set(['SPOT_T1999_USDT']));
    expect(rows[0]?.base).toBe('T1999');
    expect(rows).toHaveLength(111);
  });

  it('draws the blocks that are seen and their neighbours, whatever the number of symbols', () => {
    const px = BLOCK * ROW_PX;
    expect(seenBlocks(2_000, 0, 500)).toEqual([0, 1, 2]);
    expect(seenBlocks(2_000, 100 * px, 500)).toEqual([99, 100, 101, 102]);
    expect(seenBlocks(2_000, 199 * px, px)).toEqual([198, 199]);
    expect(seenBlocks(3, 0, 500)).toEqual([0]);
    expect(seenBlocks(0, 0, 500)).toEqual([]);
  });

  it('has no more symbols in a block than one feed takes', () => {
    expect(BLOCK).toBeLessThanOrEqual(MOST_TICKERS);
  });

  it('scrolls no further than to see a row whole', () => {
    expect(scrolledTo(3, 0, 300)).toBe(0);
    expect(scrolledTo(10, 0, 300)).toBe(ROW_PX);
    expect(scrolledTo(2, 300, 300)).toBe(2 * ROW_PX);
  });
});

it.each([
  [0, '0:00:00'],
  [-5_000, '0:00:00'],
  [1, '0:00:01'],
  [59_001, '0:01:00'],
  [11_109_000, '3:05:09'],
  [8 * 3_600_000, '8:00:00'],
])('%d ms are counted down as %s', (ms, words) => {
  expect(countdown(ms)).toBe(words);
});
