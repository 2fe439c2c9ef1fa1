import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Http } from '../ports.ts';
import { runSeed } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-simulation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('breaks no rule over two hundred seeds of faults and crashes', async () => {
  let placements = 0;
  let crashes = 0;
  let unconfirmed = 0;
  for (let seed = 1; seed <= 200; seed += 1) {
    const result = await runSeed({ seed, folder });
    expect(result.violations, `seed ${seed}`).toEqual([]);
    placements += result.placements;
    crashes += result.crashes;
    unconfirmed += result.unconfirmed;
  }
  // What was to be tried did happen.
  expect([placements > 2_000, crashes > 100, unconfirmed > 300]).toEqual([true, true, true]);
}, 120_000);

it('goes the same way to the letter when a seed is run again', async () => {
  for (const seed of [3, 17, 400]) {
    const [first, second] = [await runSeed({ seed, folder }), await runSeed({ seed, folder })];
    expect(second.trace).toBe(first.trace);
  }
});

/** What Chromium's network stack and retrying agents do by themselves. */
const sendsAgain = (http: Http): Http => ({
  ...http,
  send: async (request) => {
    try {
      return await http.send(request);
    } catch (error) {
      if (request.method !== 'POST') throw error;
      return http.send(request);
    }
  },
});

it('notices a network that sends an order again', async () => {
  const broken: string[] = [];
  for (let seed = 1; seed <= 40; seed += 1)
    broken.push(...(await runSeed({ seed, folder, meddle: sendsAgain })).violations);
  expect(broken.length).toBeGreaterThan(0);
}, 60_000);

/** Says no to what the exchange took. */
const refusesFalsely = (http: Http): Http => ({
  ...http,
  send: async (request) => {
    const answer = await http.send(request);
    return request.method === 'POST' && request.url.endsWith('/v3/trade/order')
      ? { ...answer, body: answer.body.replace('"success":true', '"success":false') }
      : answer;
  },
});

it('notices a core that believes an order was refused while the exchange has it', async () => {
  const broken: string[] = [];
  for (let seed = 1; seed <= 20; seed += 1)
    broken.push(...(await runSeed({ seed, folder, meddle: refusesFalsely })).violations);
  expect(broken.length).toBeGreaterThan(0);
}, 60_000);
