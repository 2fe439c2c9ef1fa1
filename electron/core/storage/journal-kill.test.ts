import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openJournal } from './journal.ts';

const ACCOUNT = { profile: 'practice', environment: 'practice' } as const;

/** Lets a writer write until it has said so many lines, then kills it at once; returns what it said. */
async function writeAndKill(folder: string, run: number, afterLines: number): Promise<readonly string[]> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/journal-writer.ts'), folder, String(run)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.split('\n').length <= afterLines) return;
      child.kill('SIGKILL');
      resolve();
    });
  });
  await once(child, 'close');
  return said.split('\n').slice(0, -1);
}

test('fault 41: after kill -9 at any point, the journal opens and knows every command of which a byte may have left', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-kill-'));
  try {
    const [counts] = fc.sample(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 12, maxLength: 12 }), {
      seed: 41,
      numRuns: 1,
    });
    for (const [run, lines] of (counts ?? []).entries()) {
      const sent = await writeAndKill(folder, run + 1, lines);
      expect(sent.length).toBeGreaterThanOrEqual(lines);
      const { journal, setAside } = openJournal(folder, ACCOUNT, 1_760_000_000_000);
      expect(setAside).toBeNull();
      for (const commandId of sent) expect(journal.find(commandId)).not.toBeNull();
      for (const { commandId, status } of journal.unsettled())
        expect([commandId, status]).toEqual([commandId, 'sending']);
      journal.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 180_000);
