import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ask } from '../../e2e/rigs/practice/fixtures.ts';
import { readFlags } from './flags.ts';
import type { PracticeAddresses } from './options.ts';
import { startPracticeWorker } from './start-worker.ts';

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url));

/** Runs the command line; resolves with what it printed and how it ended. */
function run(words: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, ...words]);
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (error += chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => ({ code: code as number | null, out, error })); // exit has the code
  return { child, ended, firstLine: () => once(child.stdout, 'data').then(() => out.split('\n')[0] ?? '') };
}

test('it says where it is in one line of JSON, answers, and ends with 0 on SIGTERM', async () => {
  const { child, ended, firstLine } = run(['--port', '0', '--seed', '3', '--json']);
  // The line that --json documents.
  const addresses = JSON.parse(await firstLine()) as PracticeAddresses;
  expect(Object.keys(addresses)).toEqual(['rest', 'publicStream', 'privateStream', 'key', 'secret']);
  expect((await ask(addresses, 'GET', '/v3/asset/balances')).body.success).toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toMatchObject({ code: 0, error: '' });
});

test.each([
  [['--port', '70000'], '--port takes a whole number from 0 to 65535.'],
  [['--port', 'x'], '--port takes a whole number from 0 to 65535.'],
  [['--port'], '--port takes a whole number from 0 to 65535.'],
  [['--seed', '-1'], '--seed takes a whole number from 0 to 2147483647.'],
  [['--speed', '0'], '--speed takes a number from 0.1 to 10000.'],
  [['--preset', 'mad'], '--preset takes calm or wild.'],
  [['--past', '401'], '--past takes a number from 0 to 400.'],
  [['--forms', 'loose'], '--forms takes live or documented.'],
  [['--moods', '10m'], '--moods takes a list as 10m:crash,12m:calm of calm, wild, thin, crash, maintenance.'],
  [['--moods', '1h:merry'], '--moods takes a list'],
  [['--latency', 'slow'], '--latency takes a number from 0 to 60000.'],
  [['--accounts'], '--accounts takes the name of a file.'],
  [['--replay='], '--replay takes the name of a file.'],
  [['--colour'], 'Unknown flag --colour. --help lists what there is.'],
])('the flags %j are refused with one line', (words, line) => {
  expect(() => readFlags(words)).toThrow(line);
});

test('forms, words for edits and moods are read', () => {
  expect(readFlags(['--forms', 'documented', '--replaced', '--moods', '90s:crash,1h:calm'])).toMatchObject({
    forms: 'documented',
    saysReplaced: true,
    moods: [
      { mood: 'crash', afterMs: 90_000 },
      { mood: 'calm', afterMs: 3_600_000 },
    ],
  });
});

test('a bad flag and a taken port end it with one line and code 1', async () => {
  const bad = await run(['--port', 'x']).ended;
  expect(bad).toEqual({ code: 1, out: '', error: '--port takes a whole number from 0 to 65535.\n' });
  const holder = run(['--port', '0', '--json']);
  const { rest } = JSON.parse(await holder.firstLine()) as PracticeAddresses; // as above
  const port = new URL(rest).port;
  expect(await run(['--port', port]).ended).toEqual({
    code: 1,
    out: '',
    error: `Port ${port} on 127.0.0.1 is in use.\n`,
  });
  holder.child.kill('SIGINT');
  expect((await holder.ended).code).toBe(0);
});

test('help documents every flag', async () => {
  const { code, out } = await run(['--help']).ended;
  expect(code).toBe(0);
  for (const flag of [
    '--port',
    '--seed',
    '--speed',
    '--preset',
    '--past',
    '--accounts',
    '--replay',
    '--state',
    '--forms',
    '--replaced',
    '--moods',
    '--latency',
    '--no-limits',
    '--admin-port',
    '--json',
  ])
    expect(out).toContain(`  ${flag}`);
});

test('it runs in a worker thread, stops there, and a taken port rejects with the same line', async () => {
  const running = await startPracticeWorker({ port: 0, seed: 2, pastDays: 0 });
  let code: number | null = null;
  running.onExit((ended) => {
    code = ended;
  });
  expect((await ask(running.addresses, 'GET', '/v3/account/info')).body.success).toBe(true);
  const port = Number(new URL(running.addresses.rest).port);
  await expect(startPracticeWorker({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is in use.`);
  await running.stop();
  expect(code).toBe(0);
});

test('a broken accounts, replay or state file ends it with one line and code 1', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'practice-'));
  const write = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const keyless = write('keyless.json', '{"accounts":[{"name":"a","funds":{"USDT":"1e3"},"keys":[{}]}]}');
  const cases: readonly (readonly [string[], RegExp])[] = [
    [['--accounts', join(folder, 'none.json')], /cannot be read\.$/],
    [['--accounts', write('text.json', 'no')], /is not JSON\.$/],
    [['--accounts', keyless], /accounts\.0\.funds\.USDT: is not a plain number\.$/],
    [
      ['--accounts', write('orphan.json', '{"accounts":[{"name":"a","subAccountOf":"b","funds":{},"keys":[{}]}]}')],
      /no main account/,
    ],
    [['--replay', write('bad.csv', '1,PERP_BTC_USDT,BUY,64000.05,1')], /wrong in line 1: the price is off its grid\.$/],
    [['--state', write('bad.state', 'anything')], /is no state file of this version\.$/],
    [['--state', join(folder, 'nowhere', 'x')], /cannot be written\.$/],
  ];
  for (const [words, line] of cases) {
    const { code, out, error } = await run(['--port', '0', ...words]).ended;
    expect([words[0], code, out, error.split('\n').length]).toEqual([words[0], 1, '', 2]);
    expect(error.trim()).toMatch(line);
  }
});
