import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../page/page-source.ts';
import { SCREEN_MUTATIONS } from './screen-table.ts';

it.each(SCREEN_MUTATIONS.map((mutation) => [mutation.breaks, mutation] as const))(
  'knows the lines without which %s',
  (_breaks, { edits }) => {
    for (const { file, from } of edits)
      expect(readFileSync(join(ROOT, file), 'utf8').split(from), `${file}: ${from}`).toHaveLength(2);
  },
);
