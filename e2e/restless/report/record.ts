import { createHash } from 'node:crypto';
import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ROOT } from '../../../build/page/page-source.ts';

/** How one seed ended with the present code. */
const lineSchema = z.object({ seed: z.int(), actions: z.int(), failed: z.string().nullable() });
export type Line = z.infer<typeof lineSchema>;

export const OUT = join(ROOT, 'artifacts', 'restless');

/** The program and the walks: what was found with other code says nothing about this one. */
const CODE = ['electron', 'renderer', 'shared', 'e2e/restless', 'package-lock.json'];

/** Where the ends of seeds with exactly the present code are kept, so that several goes add up. */
export function recordFile(): string {
  const hash = createHash('sha256');
  for (const place of CODE) for (const file of files(join(ROOT, place))) hash.update(readFileSync(file));
  return join(OUT, `${hash.digest('hex').slice(0, 16)}.jsonl`);
}

function files(place: string): readonly string[] {
  if (place.endsWith('.json')) return [place];
  return readdirSync(place, { withFileTypes: true, recursive: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Ends that are known, the newest of each seed; those of other lengths of walks left out. */
export async function readRecord(file: string, actions: number): Promise<ReadonlyMap<number, Line>> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const lines = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => lineSchema.parse(JSON.parse(line)));
  return new Map(lines.filter((line) => line.actions === actions).map((line) => [line.seed, line]));
}

/** One short line at the end of the file: several processes may write at once. */
export async function keep(file: string, line: Line): Promise<void> {
  await mkdir(OUT, { recursive: true });
  await appendFile(file, `${JSON.stringify(line)}\n`);
}
