import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { distanceOf, distanceWords } from '../distance.ts';
import { flatten } from './flatten.ts';
import { algoRow } from '../../../../shared/testing/algo-row.ts';

const forest = (...rows: readonly AlgoRow[]): ReadonlyMap<string, AlgoRow> => new Map(rows.map((row) => [row.id, row]));
const all = { wanted: () => true, collapsed: new Set<string>() };
const BRACKET = forest(
  algoRow('1', { algoType: 'BRACKET' }),
  algoRow('2', { parentId: '1', algoType: 'TP_SL' }),
  algoRow('3', { parentId: '2', algoType: 'TAKE_PROFIT' }),
  algoRow('4', { parentId: '2', algoType: 'STOP_LOSS', open: false }),
);

describe('the lines of a tree', () => {
  it('go down to the leaves, each with its level and its place', () => {
    expect(
      flatten(BRACKET, all).map(({ id, level, position, siblings, children }) => [
        id,
        level,
        position,
        siblings,
        children,
      ]),
    ).toEqual([
      ['1', 1, 1, 1, 1],
      ['2', 2, 1, 1, 2],
      ['3', 3, 1, 2, 0],
      ['4', 3, 2, 2, 0],
    ]);
  });

  it('stop at what is collapsed', () => {
    const lines = flatten(BRACKET, { ...all, collapsed: new Set(['2']) });
    expect(lines.map(({ id, expanded }) => [id, expanded])).toEqual([
      ['1', true],
      ['2', false],
    ]);
  });

  it('keep the ancestors of a match', () => {
    const lines = flatten(BRACKET, { ...all, wanted: (row) => !row.open });
    expect(lines.map(({ id }) => id)).toEqual(['1', '2', '4']);
  });

  it('stand as roots where the parent is not there', () => {
    expect(flatten(forest(algoRow('9', { parentId: '8' })), all).map(({ level }) => level)).toEqual([1]);
  });

  it('cut circles, and show everything once', () => {
    const rows = forest(
      algoRow('1', { parentId: '3' }),
      algoRow('2', { parentId: '1' }),
      algoRow('3', { parentId: '2' }),
      algoRow('5', { parentId: '5' }),
    );
    expect(
      flatten(rows, all)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(['1', '2', '3', '5']);
  });

  it('are found at a depth of ten thousand, and of ten thousand siblings', () => {
    const deep = forest(
      ...Array.from({ length: 10_000 }, (_, at) => algoRow(String(at + 1), { parentId: at === 0 ? null : String(at) })),
    );
    expect(flatten(deep, all).at(-1)?.level).toBe(10_000);
    const wide = forest(
      algoRow('1'),
      ...Array.from({ length: 10_000 }, (_, at) => algoRow(String(at + 2), { parentId: '1' })),
    );
    expect(flatten(wide, all).at(-1)).toMatchObject({ level: 2, position: 10_000, siblings: 10_000 });
  });

  it('show every wanted row exactly once, whatever parents say', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 14 }), fc.boolean()), {
          maxLength: 13,
        }),
        (made) => {
          const rows = forest(
            ...made.map(([id, parent, open]) =>
              algoRow(String(id), { parentId: parent > 12 ? null : String(parent), open }),
            ),
          );
          const lines = flatten(rows, { ...all, wanted: ({ open }) => open });
          const ids = lines.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          for (const row of rows.values()) if (row.open) expect(ids).toContain(row.id);
          // A line's level is one above the one it hangs on.
          lines.forEach(({ level }, at) => expect(level).toBeLessThanOrEqual((lines[at - 1]?.level ?? 0) + 1));
        },
      ),
    );
  });
});

describe('the distance to a trigger', () => {
  const market = { last: decimal('99'), mark: decimal('50'), index: null };
  it('is from the price that the trigger looks at', () => {
    expect(distanceOf(algoRow('1'), market)).toEqual({ price: '1', percent: '1.01', near: 'far' });
    expect(distanceOf(algoRow('1', { triggerPriceType: 'MARK_PRICE' }), market)).toMatchObject({ price: '50' });
    expect(distanceOf(algoRow('1', { triggerPriceType: 'INDEX_PRICE' }), market)).toBeNull();
  });
  it('is coloured as it nears', () => {
    expect(distanceOf(algoRow('1', { triggerPrice: decimal('99.5') }), market)?.near).toBe('near');
    expect(distanceOf(algoRow('1', { triggerPrice: decimal('98.9') }), market)?.near).toBe('close');
  });
  it('is none once it was triggered, or over', () => {
    expect(distanceOf(algoRow('1', { isTriggered: true }), market)).toBeNull();
    expect(distanceOf(algoRow('1', { open: false }), market)).toBeNull();
  });

  it('is said with the instrument’s decimals, and its parts stand under each other', () => {
    const words = (trigger: string, tick = decimal('0.1')): string =>
      distanceWords(distanceOf(algoRow('1', { triggerPrice: decimal(trigger) }), market), tick);
    expect(words('100')).toBe('+1.0\u2002\u2007\u2007+1.01 %');
    expect(words('88.5')).toBe('−10.5\u2002\u2007−10.60 %');
    expect(words('1099')).toBe('+1,000.0\u2002+1,010.10 %');
    expect(distanceWords(null, decimal('0.1'))).toBe('–');
    expect(distanceWords(distanceOf(algoRow('1'), market), undefined)).toBe('+1\u2002\u2007\u2007+1.01 %');
  });
});
