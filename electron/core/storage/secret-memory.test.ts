import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { copiesInMemory } from '../../../e2e/rigs/core/memory-scan.ts';
import { Vault } from './vault.ts';

test.skipIf(process.platform !== 'linux')(
  'a process that signed 2,000 times holds at most one copy of the secret unlocked and none locked (needs /proc)',
  { timeout: 180_000 },
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
