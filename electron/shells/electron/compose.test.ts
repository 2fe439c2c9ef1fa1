import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startPractice } from '../../practice/server.ts';
import { composeDesk } from './compose.ts';

let dataFolder = '';
beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), 'quarterdeck-compose-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true, force: true }));

const compose = (practiceAdmin: number | null) =>
  composeDesk({
    dataFolder,
    settings: { get: () => undefined, set: () => undefined },
    keychain: null,
    confirm: null,
    confirmMoney: null,
    seed: 1,
    practiceAdmin,
    crashes: [],
    onPracticeLost: () => undefined,
  });

it('puts the practice account aside only where its file is at fault', async () => {
  const stateFile = join(dataFolder, 'practice-1.state');
  await (await startPractice({ stateFile, pastDays: 0 })).close();
  const whole = readFileSync(stateFile);
  const other = createServer();
  const port = await new Promise<number>((resolve) =>
    other.listen(0, '127.0.0.1', () => resolve(Number(Object(other.address()).port))),
  );
  await expect(compose(port)).rejects.toThrow('in use');
  other.close();
  expect(readFileSync(stateFile)).toEqual(whole);

  writeFileSync(stateFile, whole.subarray(0, 1_000));
  await (await compose(null)).stop();
  const aside = readdirSync(dataFolder).filter((name) => name.includes('set-aside'));
  expect(aside.map((name) => readFileSync(join(dataFolder, name)).length)).toEqual([1_000]);
});
