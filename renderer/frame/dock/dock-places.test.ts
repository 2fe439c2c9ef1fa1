import { describe, expect, it } from 'vitest';
import { floatBox, placeOf, wayBack, type Box, type Spot } from './dock-places.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });
const room = box(0, 50, 1440, 850);
/** Ticket at the left; chart beside book and trades, which lie one above the other; the blotter below these. */
const spots: readonly Spot[] = [
  { panels: ['ticket'], box: box(0, 50, 300, 850) },
  { panels: ['chart'], box: box(304, 50, 812, 540) },
  { panels: ['book'], box: box(1120, 50, 320, 400) },
  { panels: ['trades'], box: box(1120, 454, 320, 136) },
  { panels: ['orders', 'positions', 'activity'], box: box(304, 594, 1136, 306) },
];
const back = (id: string, open: readonly string[]) => {
  const place = placeOf(id, spots, room);
  return place === null ? null : wayBack(place, open);
};

describe('a closed panel', () => {
  it('comes back among its tabs, at its place among them', () => {
    expect(back('positions', ['ticket', 'activity'])).toEqual({ reference: 'activity', direction: 'within', index: 1 });
  });

  it('comes back beside the panel whose whole edge it shared, with its size', () => {
    expect(back('book', ['ticket', 'chart', 'trades', 'orders'])).toEqual({
      reference: 'trades',
      direction: 'above',
      box: box(1120, 50, 320, 400),
    });
    expect(back('trades', ['book'])).toMatchObject({ reference: 'book', direction: 'below' });
  });

  it('comes back along the edge of the window that it lay along', () => {
    expect(back('ticket', ['chart', 'orders'])).toMatchObject({ direction: 'left', box: { width: 300 } });
    expect(back('ticket', ['chart', 'orders'])).not.toHaveProperty('reference');
  });

  it('has no way back where all that it stood beside is closed too, or where it was not in the grid', () => {
    expect(back('book', ['ticket', 'chart'])).toBeNull();
    expect(back('ticket', [])).toBeNull();
    expect(back('floating', ['ticket'])).toBeNull();
  });
});

describe('a panel that begins to float', () => {
  const overlap = (a: Box, b: Box): boolean =>
    a.left < b.left + b.width && b.left < a.left + a.width && a.top < b.top + b.height && b.top < a.top + a.height;

  it('has room for a row of orders beside the ticket, on either side', () => {
    for (const [width, height] of [
      [1440, 850],
      [1100, 650],
    ] as const)
      for (const ticket of [box(0, 0, 300, height), box(width - 300, 0, 300, height)]) {
        const at = floatBox({ width, height }, ticket, 0);
        expect(at).toMatchObject({ width: width === 1440 ? 840 : 768, height: 400 });
        expect(overlap(at, ticket)).toBe(false);
      }
  });

  it('stays inside the window, also as the fifth and in a small one', () => {
    for (const window of [
      { width: 1440, height: 850 },
      { width: 500, height: 300 },
    ])
      for (let others = 0; others < 7; others += 1) {
        const at = floatBox(window, box(0, 0, 300, window.height), others);
        expect(at.left).toBeGreaterThanOrEqual(0);
        expect(at.top).toBeGreaterThanOrEqual(0);
        expect(at.left + at.width).toBeLessThanOrEqual(window.width);
        expect(at.top + at.height).toBeLessThanOrEqual(window.height);
      }
  });
});
