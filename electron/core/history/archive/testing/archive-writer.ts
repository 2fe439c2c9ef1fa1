import { join } from 'node:path';
import { feeOnWire } from '../../../../../e2e/rigs/core/scenes/archive-desk.ts';
import { createCells, packCells } from '../../cells.ts';
import { openArchive } from '../archive-calls.ts';
import type { Walk } from '../file/state.ts';
import { layoutOf } from '../file/tables.ts';

/*
 * A program of the tests: goes on with a walk of funding fees in the archive of a folder, saying the number of
 * each page that is kept, until it is killed; with "export", writes 20,000 of them into a file instead.
 */
const [folder = '', what = ''] = process.argv.slice(2);
const ROWS = 100;
const archive = openArchive({ path: join(folder, 'archive.sqlite'), owner: 'test', now: 0 });
const { id, time, texts } = layoutOf('funding');
const cellsOf = createCells('funding', [id, time, ...texts]);
const begin: Walk = {
  number: 1,
  anchor: 1_760_000_000_000,
  from: null,
  page: 1,
  cursor: null,
  size: ROWS,
  total: null,
  seen: 0,
  oldest: null,
  ends: '',
  again: false,
};
let walk = archive.states().states.find(({ history }) => history === 'funding')?.walk ?? null;
if (walk === null) ({ walk } = archive.begin('funding', begin));

function keepPage(now: Walk): Walk {
  const cells = Array.from({ length: ROWS }, (_, at) => (now.page - 1) * ROWS + at + 1).flatMap((number) =>
    cellsOf(feeOnWire({ id: number, at: begin.anchor - number, fee: `0.${number}` })),
  );
  return (
    archive.putPage('funding', packCells(cells), { ...now, page: now.page + 1, seen: now.seen + ROWS }).walk ?? now
  );
}

if (what === 'export') {
  while (walk !== null && walk.page <= 200) walk = keepPage(walk);
  const where = { history: 'funding', from: null, to: null, text: '', tests: [] } as const;
  const path = join(folder, 'exports', 'fees.csv');
  const { id: running } = archive.beginExport({
    path,
    format: 'csv',
    columns: ['id'],
    where: { ...where, tests: [] },
    sort: null,
  });
  try {
    while (!archive.moreExport(running).done);
    process.stdout.write('finished\n');
  } catch (error) {
    process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`);
  }
  archive.close();
} else {
  while (walk !== null) {
    walk = keepPage(walk);
    process.stdout.write(`${walk.page}\n`);
  }
}
