import { expect, it } from 'vitest';
import { keepPlace, lastPlace } from './window-place.ts';

const LEFT = { x: 0, y: 0, width: 1920, height: 1080 };
const RIGHT = { x: 1920, y: -200, width: 2560, height: 1440 };
const place = { x: 100, y: 50, width: 1440, height: 900 };

it('comes back where it was', () => {
  expect(lastPlace(place, [LEFT])).toEqual(place);
  expect(lastPlace({ ...place, x: 2500, y: -150 }, [LEFT, RIGHT])).toEqual({ ...place, x: 2500, y: -150 });
});

it.each([
  ['its screen is gone', { ...place, x: 2500 }],
  ['it hangs out on the left', { ...place, x: -1400 }],
  ['its title bar is above the screen', { ...place, y: -1 }],
  ['it is below the screen', { ...place, y: 1_000 }],
])('starts in the middle when %s', (_why, stored) => {
  expect(lastPlace(stored, [LEFT])).toBeNull();
});

it.each([null, undefined, 'x', {}, { ...place, width: 10 }, { ...place, x: 0.5 }, { ...place, height: 1e9 }])(
  'ignores the stored %j',
  (stored) => {
    expect(lastPlace(stored, [LEFT])).toBeNull();
  },
);

it('is no reason to end in an error where the disk is full', () => {
  const set = (): void => {
    throw new Error('ENOSPC: no space left on device');
  };
  expect(() => keepPlace({ set }, place)).not.toThrow();
});
