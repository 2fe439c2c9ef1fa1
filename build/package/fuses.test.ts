import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkFuses, FUSES, setFuses } from './fuses.ts';

/** A file with the wire of a runtime: the library finds it by its mark, whatever is around it. */
const MARK = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
let folder = '';
let program = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-fuses-'));
  program = join(folder, 'electron');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function runtime(states: string): void {
  const wire = Buffer.concat([Buffer.from(MARK), Buffer.from([1, states.length]), Buffer.from(states)]);
  writeFileSync(program, Buffer.concat([Buffer.alloc(5_000, 7), wire, Buffer.alloc(5_000, 8)]));
}

test('names all nine fuses, and sets what a runtime comes with to them', async () => {
  expect(Object.values(FUSES)).toEqual([false, true, false, false, true, true, false, false, true]);
  runtime('101100111');
  await expect(checkFuses(program)).rejects.toThrow('the fuse RunAsNode is not off');
  await setFuses(program);
  await checkFuses(program);
});

test.each(Object.keys(FUSES).map(Number))('notices fuse %i turned back', async (fuse) => {
  runtime('101100111');
  await setFuses(program);
  // A number of the enumeration, from its own keys.
  const turned = { [fuse]: !FUSES[fuse as FuseV1Options] };
  await flipFuses(program, { version: FuseVersion.V1, strictlyRequireAllFuses: true, ...FUSES, ...turned });
  await expect(checkFuses(program)).rejects.toThrow(FuseV1Options[fuse]);
});

test('does not let a runtime with a fuse that nobody named pass', async () => {
  runtime('1011001111');
  await expect(setFuses(program)).rejects.toThrow();
});
