import fs, { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ask } from '../../../e2e/rigs/practice/fixtures.ts';
import { startPractice } from '../server.ts';
import { newKeeper, reasonOf } from './keeper.ts';
import { readState } from './state-file.ts';

const { writeFileSync } = fs;
afterEach(() => {
  Object.assign(fs, { writeFileSync });
  syncBuiltinESMExports();
});

const failure = (code: string): Error => Object.assign(new Error(`${code}: no`), { code });

test('a failure is said once, tried again every five seconds, and its end is said', () => {
  const said: string[] = [];
  const tried: number[] = [];
  let now = 0;
  let fault: Error | null = null;
  const write = (): void => {
    tried.push(now);
    if (fault !== null) throw fault;
  };
  const keeper = newKeeper(write, (words) => said.push(words), 0);
  const until = (end: number): void => {
    for (; now < end; now += 500) keeper.look(now);
  };
  until(61_000);
  expect([tried, said, keeper.trouble()]).toEqual([[60_000], [], null]);
  fault = failure('ENOSPC');
  until(131_000);
  expect(tried.slice(1)).toEqual([120_000, 125_000, 130_000]);
  expect(said).toEqual([
    'The state of the practice exchange is not being kept: the disk is full. What is kept is older. It is tried again.',
  ]);
  expect(keeper.trouble()).toBe('the disk is full');
  fault = failure('EROFS');
  until(136_000);
  expect(said.at(-1)).toContain('the disk is read-only');
  fault = null;
  until(146_000);
  expect([said.length, said.at(-1), keeper.trouble()]).toEqual([
    3,
    'The state of the practice exchange is kept again.',
    null,
  ]);
  expect(tried.at(-1)).toBe(140_000);
  expect(reasonOf(new Error('Something else.'))).toBe('Something else.');
});

test('an exchange on a full disk goes on, says so, leaves the state from before whole, and keeps it when it can', async () => {
  const stateFile = join(mkdtempSync(join(tmpdir(), 'practice-')), 'state');
  const first = await startPractice({ stateFile, pastDays: 0, limits: false });
  await first.close();
  const whole = readFileSync(stateFile);

  let leapt = 0;
  const said: string[] = [];
  const exchange = await startPractice(
    { stateFile, pastDays: 0, limits: false, adminPort: 0 },
    () => performance.now() + leapt,
    (words) => said.push(words),
  );
  fs.writeFileSync = () => {
    throw failure('ENOSPC');
  };
  syncBuiltinESMExports();
  const order = {
    symbol: 'PERP_BTC_USDT',
    side: 'BUY',
    type: 'LIMIT',
    price: '60000',
    quantity: '0.01',
    clientOrderId: '7',
  };
  await ask(exchange, 'POST', '/v3/trade/order', order, { timestamp: String(exchange.venue.now) });
  leapt = 61_000;
  await expect.poll(() => said).toHaveLength(1);
  expect(said[0]).toContain('the disk is full');
  expect(readFileSync(stateFile)).toEqual(whole);
  expect(existsSync(`${stateFile}.new`)).toBe(false);
  const state = (await (await fetch(`${exchange.admin}/state`)).json()) as { unkept: string }; // admin/calls.ts
  expect(state.unkept).toBe('the disk is full');
  const info = await ask(exchange, 'GET', '/v3/account/info', null, { timestamp: String(exchange.venue.now) });
  expect(info.body.success).toBe(true);

  Object.assign(fs, { writeFileSync });
  syncBuiltinESMExports();
  leapt += 6_000;
  await expect.poll(() => said.at(-1)).toBe('The state of the practice exchange is kept again.');
  const account = [...(readState(stateFile)?.venue.accounts.values() ?? [])].find(({ name }) => name === 'practice');
  expect(account?.openByClient.get('7')?.price).toBe(600_000);
  await exchange.close();
});
