import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { startPractice } from '../../practice/server.ts';
import { Vault } from '../storage/vault.ts';
import { copiesInMemory } from '../../../e2e/rigs/core/memory-scan.ts';
import { sealText } from '../../../e2e/rigs/core/seal.ts';
import { alwaysAsked } from '../../../shared/rules/order-questions.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';

const PASSPHRASE = 'canary words of the passphrase';

/** Every readable form of a text. */
const formsOf = (text: string): Buffer[] =>
  [text, Buffer.from(text).toString('base64'), Buffer.from(text).toString('hex')].flatMap((form) => [
    Buffer.from(form, 'latin1'),
    Buffer.from(form, 'utf16le'),
  ]);

/**
 * The whole core, unlocked with a passphrase that came over the pipe, connected, trading, then locked: a
 * scan of its memory and of the places where programs leak secrets (quality list, S5 and S6).
 */
test.skipIf(process.platform !== 'linux')(
  'after the lock neither secret nor passphrase is in memory, files, journal, record, exports, output, environment, title, reports or answers',
  { timeout: 180_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-leaks-'));
    const exchange = await startPractice({ limits: false, pastDays: 0 });
    const { rest, publicStream, privateStream, key, secret } = exchange;
    const vault = Vault.open(join(folder, 'vault'), null);
    await vault.create(Buffer.from(PASSPHRASE), { cost: 2 ** 10, blockSize: 8, parallel: 1 });
    vault.put('main', key, Buffer.from('to be replaced'));
    const profile = {
      id: 'main',
      name: 'Main',
      environment: 'live',
      rest,
      publicStream,
      privateStream,
      viewOnly: false,
    };
    writeFileSync(join(folder, 'settings.json'), JSON.stringify({ profiles: [profile], activeProfile: 'main' }));

    const child = spawn(
      process.execPath,
      ['--expose-gc', join(import.meta.dirname, '../../../e2e/rigs/core/scenes/desk-holder.ts'), folder],
      {
        stdio: ['pipe', 'pipe', 'pipe'],
        env: { ...process.env, TMPDIR: folder },
      },
    );
    const exited = once(child, 'exit');
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const say = async (command: string, argument?: unknown): Promise<unknown> => {
      child.stdin.write(`${command}${argument === undefined ? '' : ` ${JSON.stringify(argument)}`}\n`);
      return JSON.parse(String((await lines.next()).value));
    };
    const seal = async (text: string) => sealText((await say('sealing')) as { to: string; key: string }, text); // its answer
    try {
      const { pid } = child;
      if (pid === undefined) throw new Error('no process');
      expect(await say('unlock', await seal(PASSPHRASE))).toEqual({ refused: null });
      expect(await say('setKey', { id: 'main', key, secret: await seal(secret) })).toEqual({});
      await expect
        .poll(async () => JSON.stringify(await say('state')), { timeout: 60_000 })
        .toMatch(/"id":"private","state":"live"/);
      const draft = orderDraft();
      const answered = [alwaysAsked('live')];
      const order = { commandId: 'press-1-of-leaks', environment: 'live', profile: 'main', answered, draft };
      await expect.poll(async () => JSON.stringify(await say('order', order))).toMatch(/accepted/);
      await say('collect');
      const unlocked = copiesInMemory(pid, secret);
      await say('export');
      expect(await say('lock')).toEqual({});
      await say('collect');
      const memory = { secret: copiesInMemory(pid, secret), passphrase: copiesInMemory(pid, PASSPHRASE) };
      console.log(`copies of the secret unlocked: ${unlocked}; locked: ${JSON.stringify(memory)}`);
      expect(unlocked).toBeLessThanOrEqual(1);
      expect(memory).toEqual({ secret: 0, passphrase: 0 });

      await say('report');
      await say('heard');
      const places = new Map<string, Buffer>([
        ['output', Buffer.from(output)],
        ['environment', readFileSync(`/proc/${pid}/environ`)],
        ['title', readFileSync(`/proc/${pid}/cmdline`)],
        ['name', readFileSync(`/proc/${pid}/comm`)],
      ]);
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
        if (statSync(join(folder, name)).isFile()) places.set(name, readFileSync(join(folder, name)));
      expect([...places.keys()]).toEqual(
        expect.arrayContaining([
          'journal.sqlite',
          'journal.sqlite-wal',
          'activity.sqlite',
          'activity.sqlite-wal',
          'settings.json',
          'vault',
          'report.json',
        ]),
      );
      expect([...places.keys()].some((name) => name.startsWith('exports/'))).toBe(true);
      for (const [place, bytes] of places)
        for (const text of [secret, PASSPHRASE])
          for (const form of formsOf(text)) expect(bytes.includes(form), place).toBe(false);
    } finally {
      child.stdin.end();
      await exited;
      await exchange.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
