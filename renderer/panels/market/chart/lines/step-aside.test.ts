import { expect, test } from 'vitest';
import { stepAside } from './step-aside.ts';

test('tags at one price stand side by side, those with room above each other', () => {
  const tags = [
    { y: 100, width: 80 },
    { y: 100, width: 60 },
    { y: 140, width: 80 },
    { y: 110, width: 50 },
  ];
  expect(stepAside(tags)).toEqual([6, 90, 6, 154]);
});

test('a gap that is wide enough is used', () => {
  const tags = [
    { y: 100, width: 80 },
    { y: 110, width: 200 },
    { y: 120, width: 60 },
  ];
  expect(stepAside(tags)).toEqual([6, 90, 6]);
});
