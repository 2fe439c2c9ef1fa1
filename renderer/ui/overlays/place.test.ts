import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placement } from './place.ts';

const window = { width: 1000, height: 700 };
const button = { left: 100, top: 40, width: 80, height: 20 };

it('stands below its anchor, with the asked edges in line', () => {
  const box = { width: 40, height: 100 };
  expect(placement(box, button, window, 'start')).toEqual({ left: 100, top: 64 });
  expect(placement(box, button, window, 'middle')).toEqual({ left: 120, top: 64 });
  expect(placement(box, button, window, 'end')).toEqual({ left: 140, top: 64 });
});

it('stands above where there is no room below', () => {
  expect(placement({ width: 40, height: 100 }, { ...button, top: 650 }, window, 'start').top).toBe(546);
});

it('never leaves the window by its left or top edge, nor by the others while it fits', () => {
  const side = fc.integer({ min: 1, max: 600 });
  const place = fc.integer({ min: -50, max: 1050 });
  fc.assert(
    fc.property(side, side, place, place, (width, height, left, top) => {
      const at = placement({ width, height }, { left, top, width: 30, height: 20 }, window, 'middle');
      expect(at.left).toBeGreaterThanOrEqual(8);
      expect(at.top).toBeGreaterThanOrEqual(8);
      expect(at.left + width).toBeLessThanOrEqual(992);
      expect(at.top + height).toBeLessThanOrEqual(692);
    }),
  );
});
