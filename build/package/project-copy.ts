import { cpSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../page/page-source.ts';

/** What is made and not written. */
const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'out', 'artifacts', 'test-results']);

/**
 * Copies the project's sources to a temporary folder, where something can be broken on purpose. The
 * packages are those of the project.
 *
 * @returns the folder; the caller removes it.
 */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'quarterdeck-copy-'));
  for (const name of readdirSync(ROOT)) {
    if (!LEFT_OUT.has(name)) cpSync(join(ROOT, name), join(copy, name), { recursive: true });
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
