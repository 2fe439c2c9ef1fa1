import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { add, compare, decimal, multiply, isMultipleOf, ZERO } from '../../../../shared/decimal.ts';
import { bidShare, groupLevels, groupStep, ladder, spreadOf, type Level } from './levels.ts';

const levels = (...pairs: [string, string][]): Level[] => pairs.map(([price, size]) => [decimal(price), decimal(size)]);
const tick = decimal('0.1');

describe('levels in groups', () => {
  it('of bids go down and of asks go up, so that no group promises too much', () => {
    const bids = levels(['64210.4', '1'], ['64210.0', '2'], ['64209.9', '4']);
    const asks = levels(['64210.5', '1'], ['64211.0', '2'], ['64211.1', '4']);
    expect(groupLevels(bids, decimal('1'), 'bid', 9)).toEqual(levels(['64210', '3'], ['64209', '4']));
    expect(groupLevels(asks, decimal('1'), 'ask', 9)).toEqual(levels(['64211', '3'], ['64212', '4']));
  });

  it('add up exactly where doubles would not', () => {
    expect(groupLevels(levels(['0.1', '0.1'], ['0.1', '0.2']), decimal('0.5'), 'ask', 9)).toEqual(
      levels(['0.5', '0.3']),
    );
  });

  it('are as many as asked for, the last one whole', () => {
    const bids = levels(['5.9', '1'], ['5.1', '1'], ['4.9', '1'], ['4.1', '1'], ['3', '1']);
    expect(groupLevels(bids, decimal('1'), 'bid', 2)).toEqual(levels(['5', '2'], ['4', '2']));
  });

  it('stay as they are at the tick', () => {
    const bids = levels(['5.9', '1'], ['5.1', '1']);
    expect(groupLevels(bids, groupStep(tick, '1'), 'bid', 1)).toEqual(levels(['5.9', '1']));
    expect(groupStep(tick, '50')).toBe('5');
  });

  it('keep all the size, on the step, in order, never better than what is in them', () => {
    const prices = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 60 });
    const side = fc.constantFrom('bid' as const, 'ask' as const);
    fc.assert(
      fc.property(prices, side, fc.constantFrom('2', '5', '10', '100'), (tenths, of, multiple) => {
        const sorted = [...tenths].sort((a, b) => (of === 'bid' ? b - a : a - b));
        const book: Level[] = sorted.map((each) => [multiply(decimal(String(each)), decimal('0.1')), decimal('0.1')]);
        const step = decimal((Number(multiple) / 10).toString());
        const groups = groupLevels(book, step, of, 1_000);
        const sum = (all: readonly Level[]): string => all.reduce((total, [, size]) => add(total, size), ZERO);
        expect(sum(groups)).toBe(sum(book));
        const best = book[0];
        groups.forEach(([price], index) => {
          expect(isMultipleOf(price, step)).toBe(true);
          const next = groups[index + 1];
          if (next !== undefined) expect(compare(price, next[0])).toBe(of === 'bid' ? 1 : -1);
          if (best !== undefined) expect(compare(price, best[0])).not.toBe(of === 'bid' ? 1 : -1);
        });
      }),
    );
  });
});

describe('the ladder', () => {
  it('adds up from the best price and draws both sides to one scale', () => {
    const drawn = ladder(levels(['10', '1'], ['9', '3']), levels(['11', '2']));
    expect(drawn.bids).toEqual([
      { price: '10', size: '1', total: '1', sizeShare: 33, totalShare: 25 },
      { price: '9', size: '3', total: '4', sizeShare: 100, totalShare: 100 },
    ]);
    expect(drawn.asks).toEqual([{ price: '11', size: '2', total: '2', sizeShare: 67, totalShare: 50 }]);
  });

  it('of an empty book has no rows and divides nothing', () => {
    expect(ladder([], [])).toEqual({ bids: [], asks: [] });
  });
});

test('the spread is exact, with its share of the price', () => {
  expect(spreadOf([decimal('64210.4'), ZERO], [decimal('64210.5'), ZERO])).toEqual({ price: '0.1', points: '0.01' });
  expect(spreadOf(undefined, [decimal('1'), ZERO])).toBeNull();
});

it('compares the sides in whole percent, and not at all where one is empty', () => {
  expect(bidShare(decimal('1.2'), decimal('0.8'))).toBe(60);
  expect(bidShare(decimal('1'), decimal('2'))).toBe(33);
  expect(bidShare(undefined, decimal('2'))).toBeNull();
  expect(bidShare(decimal('1'), undefined)).toBeNull();
});
