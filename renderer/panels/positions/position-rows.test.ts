import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PositionRow } from '../../../shared/contract.ts';
import { decimal } from '../../../shared/decimal.ts';
import { createPositionRows, type RowChanges } from './position-rows.ts';

const position = (id: string, holding = '1'): PositionRow => ({
  id,
  symbol: id,
  positionSide: 'BOTH',
  holding: decimal(holding),
  averageOpenPrice: null,
  markPrice: null,
  liquidationPrice: null,
  settlePrice: null,
  leverage: null,
  marginMode: null,
  isolatedMargin: null,
  pnl24h: null,
  fee24h: null,
  pendingLong: null,
  pendingShort: null,
  adlQuantile: null,
  at: null,
});
const fresh = (...put: readonly PositionRow[]) => ({ fresh: true, put, drop: [] });
const put = (...rows: readonly PositionRow[]) => ({ fresh: false, put: rows, drop: [] });
const drop = (...ids: readonly string[]) => ({ fresh: false, put: [], drop: ids });
const words = ({ add, update, inPlace, remove }: RowChanges) => ({
  add: add.map(({ id }) => id),
  update: update.map(({ id }) => id),
  inPlace: inPlace.map(({ id }) => id),
  remove: remove.map(({ id }) => id),
});
const nothing = { add: [], update: [], inPlace: [], remove: [] };

describe('the rows of the positions', () => {
  it('come, change and go with the feed', () => {
    const rows = createPositionRows();
    expect(words(rows.take(fresh(position('a'), position('b')), false))).toEqual({ ...nothing, add: ['a', 'b'] });
    expect(words(rows.take(put(position('a', '2')), false))).toEqual({ ...nothing, update: ['a'] });
    expect(words(rows.take(drop('b', 'unknown'), false))).toEqual({ ...nothing, remove: ['b'] });
    expect(words(rows.take(fresh(position('c')), false))).toEqual({ ...nothing, add: ['c'], remove: ['a'] });
  });

  it('stay where they are while someone aims at one, and show what is new of them', () => {
    const rows = createPositionRows();
    rows.take(fresh(position('a')), false);
    expect(words(rows.take(put(position('a', '2'), position('b')), true))).toEqual({ ...nothing, inPlace: ['a'] });
    expect(words(rows.take(put(position('b', '3')), true))).toEqual(nothing);
    const released = rows.release();
    expect(words(released)).toEqual({ ...nothing, add: ['b'], update: ['a'] });
    expect(released.add[0]?.holding).toBe('3');
    expect(words(rows.release())).toEqual(nothing);
  });

  it('of closed positions wait to go, and are known to be closed', () => {
    const rows = createPositionRows();
    rows.take(fresh(position('a')), false);
    expect(words(rows.take(drop('a'), true))).toEqual({ ...nothing, inPlace: ['a'] });
    expect(rows.isClosed('a')).toBe(true);
    expect(words(rows.release())).toEqual({ ...nothing, remove: ['a'] });
    expect(rows.isClosed('a')).toBe(false);
  });

  it('stay when the position is opened again before they went', () => {
    const rows = createPositionRows();
    rows.take(fresh(position('a')), false);
    rows.take(drop('a'), true);
    expect(words(rows.take(put(position('a', '5')), true))).toEqual({ ...nothing, inPlace: ['a'] });
    expect(rows.isClosed('a')).toBe(false);
    expect(words(rows.release())).toEqual({ ...nothing, update: ['a'] });
  });

  it('that came and went while others were held are never shown', () => {
    const rows = createPositionRows();
    rows.take(fresh(), false);
    rows.take(put(position('a')), true);
    expect(words(rows.take(drop('a'), true))).toEqual(nothing);
    expect(words(rows.release())).toEqual(nothing);
  });

  it('end as the feed has them, whatever was held in between', () => {
    const id = fc.constantFrom('a', 'b', 'c');
    const step = fc.oneof(
      fc.tuple(id, fc.integer({ min: 1, max: 9 })).map(([name, size]) => put(position(name, String(size)))),
      id.map((name) => drop(name)),
      fc.uniqueArray(id).map((names) => fresh(...names.map((name) => position(name)))),
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean())), (steps) => {
        const rows = createPositionRows();
        const feed = new Map<string, string>();
        const grid = new Map<string, string>();
        const show = ({ add, update, inPlace, remove }: RowChanges): void => {
          for (const { id: gone } of remove) expect(grid.delete(gone)).toBe(true);
          for (const row of add) {
            expect(grid.has(row.id)).toBe(false);
            grid.set(row.id, row.holding);
          }
          for (const row of [...update, ...inPlace]) {
            expect(grid.has(row.id)).toBe(true);
            grid.set(row.id, row.holding);
          }
        };
        let wasHeld = false;
        for (const [each, held] of steps) {
          if (wasHeld && !held) show(rows.release());
          wasHeld = held;
          if (each.fresh) feed.clear();
          for (const gone of each.drop) feed.delete(gone);
          for (const row of each.put) feed.set(row.id, row.holding);
          show(rows.take(each, held));
        }
        show(rows.release());
        expect(grid).toEqual(feed);
      }),
    );
  });
});
