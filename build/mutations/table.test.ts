import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../page/page-source.ts';
import { MUTATIONS } from './table.ts';

it.each(MUTATIONS.map((mutation) => [mutation.breaks, mutation] as const))(
  'knows the line without which %s',
  (_breaks, { file, from, test }) => {
    expect(readFileSync(join(ROOT, file), 'utf8').split(from)).toHaveLength(2);
    expect(existsSync(join(ROOT, test))).toBe(true);
  },
);

it('breaks every item of the checklist', () => {
  const items = new Set(MUTATIONS.map(({ rule }) => rule));
  const all = Array.from({ length: 20 }, (_, at) => at + 1);
  expect(all.filter((item) => !items.has(item))).toEqual([]);
});
