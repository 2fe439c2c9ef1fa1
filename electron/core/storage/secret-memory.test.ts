import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { Vault } from './vault.ts';

/** Counts the places of a text in the readable memory of another process of ours, in three encodings. */
function copiesInMemory(pid: number, secret: string): number {
  const forms = [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')].flatMap(
    (form) => [Buffer.from(form, 'latin1'), Buffer.from(form, 'utf16le')],
  );
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  let copies = 0;
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'latin1').split('\n')) {
      const region = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line);
      if (region === null || line.includes('[v')) continue;
      const start = Number.parseInt(region[1] ?? '', 16);
      const end = Number.parseInt(region[2] ?? '', 16);
      const bytes = readRegion(memory, start, end);
      if (bytes === null) continue;
      for (const form of forms)
        for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, at + 1)) copies += 1;
    }
  } finally {
    closeSync(memory);
  }
  return copies;
}

function readRegion(memory: number, start: number, end: number): Buffer | null {
  // Reserved and never touched address space is large and holds nothing.
  if (end - start > 1 << 30) return null;
  const bytes = Buffer.alloc(end - start);
  try {
    return bytes.subarray(0, readSync(memory, bytes, 0, bytes.length, start));
  } catch {
    return null;
  }
}

test.skipIf(process.platform !== 'linux')(
  'a process that signed 2,000 times holds at most one copy of the secret unlocked and none locked (needs /proc)',
  { timeout: 60_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-memory-'));
    const path = join(folder, 'vault');
    const secret = `canary-${'0123456789abcdef'.repeat(2)}`;
    const vault = Vault.open(path, null);
    await vault.create(Buffer.from('passphrase'), { cost: 2 ** 10, blockSize: 8, parallel: 1 });
    vault.put('live', 'key-1', Buffer.from(secret));
    const child = spawn(process.execPath, ['--expose-gc', join(import.meta.dirname, 'testing/vault-holder.ts'), path], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exited = once(child, 'exit');
    const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const say = async (command: string): Promise<void> => {
      child.stdin.write(`${command}\n`);
      expect((await answers.next()).value).toBe(command.split(' ')[0]);
    };
    try {
      const { pid } = child;
      if (pid === undefined) throw new Error('no process');
      await say('unlock passphrase');
      await say('sign 2000');
      await say('collect');
      const unlocked = copiesInMemory(pid, secret);
      expect(unlocked).toBe(1);
      await say('lock');
      await say('collect');
      expect(copiesInMemory(pid, secret)).toBe(0);
    } finally {
      child.stdin.end();
      await exited;
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
