import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { HttpFailure, type Http, type HttpAnswer, type HttpRequest } from '../../../electron/core/world/ports.ts';
import { runSeed } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-simulation-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('breaks no rule over ten seeds of faults and crashes', async () => {
  for (let seed = 1; seed <= 10; seed += 1)
    expect((await runSeed({ seed, folder })).violations, `seed ${seed}`).toEqual([]);
});

it.each([
  ['edits of one order overtake each other', [1548, 7623]],
  ['the refusal of an edit comes after a later one was done', [1682, 3715, 4920, 8699]],
  ['a cancel from long ago ends the last order when the dead-man switch may fire', [3728]],
  ['a list shows orders as open that ended before', [3559, 3920, 7485]],
  ['an edit that a crash left open is older than one that was done', [2352, 2411]],
])(
  'breaks no rule where %s',
  async (_what, seeds) => {
    for (const seed of seeds) expect((await runSeed({ seed, folder })).violations, `seed ${seed}`).toEqual([]);
  },
  30_000,
);

it('goes the same way to the letter when a seed is run again', async () => {
  for (const seed of [3, 17, 400]) {
    const [first, second] = [await runSeed({ seed, folder }), await runSeed({ seed, folder })];
    expect(second.trace).toBe(first.trace);
  }
});

type Send = Http['send'];
/** An HTTP that does another thing with some requests. */
const meddling =
  (which: RegExp, how: (send: Send, request: HttpRequest) => Promise<HttpAnswer>) =>
  (http: Http): Http => ({
    ...http,
    send: (request) => (which.test(`${request.method} ${request.url}`) ? how(http.send, request) : http.send(request)),
  });

/** What Chromium's network stack and retrying agents do by themselves. */
const sendsAgain = (send: Send, request: HttpRequest): Promise<HttpAnswer> => send(request).catch(() => send(request));
/** Says no to what the exchange took. */
const refusesFalsely = async (send: Send, request: HttpRequest): Promise<HttpAnswer> => {
  const answer = await send(request);
  return { ...answer, body: answer.body.replace('"success":true', '"success":false') };
};
/** Says yes to what was not answered. */
const acceptsFalsely = (send: Send, request: HttpRequest): Promise<HttpAnswer> =>
  send(request).catch((error: unknown) => {
    if (!(error instanceof HttpFailure)) throw error;
    return { status: 200, body: '{"success":true,"data":{"status":"SENT"}}' };
  });

it.each([
  ['sends an order again', /^POST .*\/trade\/order$/, sendsAgain],
  ['sends an edit again', /^PUT .*\/trade\/order$/, sendsAgain],
  ['sends a cancel again', /^DELETE .*\/trade\/order\?/, sendsAgain],
  ['sends an algo order again', /^POST .*\/trade\/algoOrder$/, sendsAgain],
  ['refuses an order that the exchange has', /^POST .*\/trade\/order$/, refusesFalsely],
  ['refuses an algo order that the exchange has', /^POST .*\/trade\/algoOrder$/, refusesFalsely],
  ['refuses a cancel of all that was done', /^DELETE .*\/trade\/allOrders/, refusesFalsely],
  ['says yes to an edit that was not answered', /^PUT .*\/trade\/order$/, acceptsFalsely],
  ['says yes to a cancel that was not answered', /^DELETE .*\/trade\/order\?/, acceptsFalsely],
  ['says yes to an edit of an algo order that was not answered', /^PUT .*\/trade\/algoOrder$/, acceptsFalsely],
])(
  'notices a network that %s',
  async (_what, which, how) => {
    let broken = 0;
    for (let seed = 1; seed <= 40 && broken === 0; seed += 1)
      broken = (await runSeed({ seed, folder, meddle: meddling(which, how) })).violations.length;
    expect(broken).toBeGreaterThan(0);
  },
  60_000,
);
