import { parseArgs } from 'node:util';
import { entryWithHash, verifyRecord } from '../../core/commands/activity/record.ts';
import { defaultDataFolder } from '../electron/data-folder.ts';

/**
 * `npm run verify-activity`: follows the record's chain of hashes and says whether it is whole; with `-- --hash H` also
 * whether an entry has a hash that was noted elsewhere.
 */
const { values } = parseArgs({ options: { 'data-dir': { type: 'string' }, hash: { type: 'string' } } });
const folder = values['data-dir'] ?? defaultDataFolder();
const verdict = verifyRecord(folder);
if (verdict === null) {
  process.stdout.write(`There is no record in ${folder}.\n`);
  process.exitCode = 2;
} else if (verdict.whole) {
  process.stdout.write(`Whole: ${verdict.entries} entries. The last hash is ${verdict.last}.\n`);
  for (const gap of verdict.gaps) process.stdout.write(`A gap: ${gap}.\n`);
} else {
  process.stdout.write(`Not whole: ${verdict.reason}, in ${folder}.\n`);
  process.exitCode = 1;
}

if (verdict !== null && values.hash !== undefined) {
  const number = entryWithHash(folder, values.hash);
  process.stdout.write(number === null ? 'No entry has that hash.\n' : `Entry ${number} has that hash.\n`);
  if (number === null) process.exitCode = 1;
}
