import { expect } from 'vitest';
import {
  answeredInstead,
  answerLate,
  breakOff,
  doneAndAnswered,
  finishInstead,
  halfTheJson,
  refusal,
  resetAfterReading,
  resetInBody,
  swapAnswers,
} from './deeds.ts';
import type { Deed } from './fault-proxy.ts';
import type { Fault, FaultTable } from './fault-list.ts';
import type { Scene } from './scene.ts';
import { accountOf, ordersOf } from './two-sides.ts';

export const ORDER = { method: 'POST', path: '/v3/trade/order' } as const;
export const CANCEL = { method: 'DELETE', path: '/v3/trade/order' } as const;

/** "No such order" is proof from six minutes after the signature on (absence.ts). */
export const PROOF_MS = 390_000;
const PROXY_PAGE = '<!doctype html><title>Bad Gateway</title><h1>Bad Gateway</h1>';

/** The private stream brings no word of orders. */
export function loseReports({ proxy }: Scene): void {
  proxy.streams.down = (text, pass, which) => {
    if (which === 'public' || !text.includes('executionreport')) pass(text);
  };
}

/** The exchange took the order and its answer is lost: unconfirmed, found by its client id, shown as it is there. */
async function foundOut(scene: Scene, deed: Deed, part: Parameters<Scene['place']>[0] = {}): Promise<void> {
  loseReports(scene);
  scene.proxy.strike(ORDER, deed);
  expect(await scene.place(part)).toMatchObject({ status: 'unconfirmed' });
  await scene.command(({ status }) => status === 'accepted');
  await scene.order(({ ours, orderId }) => ours && orderId !== null);
  await scene.notice('the exchange has it');
  expect(ordersOf(accountOf(scene.exchange))).toHaveLength(1);
}

/** As before, while the stream speaks: accepted at once, or as soon as it did. */
async function heard(scene: Scene, deed: Deed): Promise<void> {
  scene.proxy.strike(ORDER, deed);
  expect(['accepted', 'unconfirmed']).toContain((await scene.place()).status);
  await scene.command(({ status }) => status === 'accepted');
  await scene.order(({ status, ours }) => status === 'NEW' && ours);
  expect(ordersOf(accountOf(scene.exchange))).toHaveLength(1);
}

/** The exchange has no such order: unconfirmed for as long as it could still arrive, then rejected with words. */
async function endedByProof(
  scene: Scene,
  strike: () => unknown,
  part: Parameters<Scene['place']>[0] = {},
): Promise<void> {
  await strike();
  expect(await scene.place(part)).toMatchObject({ status: 'unconfirmed' });
  await scene.clock.hurry(300_000);
  await scene.command(({ status }) => status === 'unconfirmed');
  await scene.order(({ status }) => status === 'UNCONFIRMED');
  await scene.clock.hurry(PROOF_MS - 300_000);
  await scene.command(({ status, message }) => status === 'rejected' && message === 'The exchange has no such order.');
  await scene.notice('the exchange has no such order, and it can no longer arrive');
  await scene.until(() => scene.page.rows('orders').length === 0);
  expect(ordersOf(accountOf(scene.exchange))).toHaveLength(0);
}

const lost = (words: string, deed: Deed): readonly [Fault, Fault] => [
  { words: `${words}; the stream is silent: unconfirmed, then found`, run: (scene) => foundOut(scene, deed) },
  { words: `${words}; the stream speaks: accepted`, run: (scene) => heard(scene, deed) },
];

/** Faults 1 to 11, 17, 30, 31 and 35: what can become of one request and its answer. */
export const ANSWER_FAULTS: FaultTable<1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 17 | 30 | 31 | 35> = {
  1: lost('the answer comes after the deadline, the order was accepted', answerLate),
  2: [
    {
      words: 'the answer comes after the deadline, the order was refused: unconfirmed, and ended by proof alone',
      run: (scene) => endedByProof(scene, () => scene.proxy.strike(ORDER, answerLate), { reduceOnly: true }),
    },
  ],
  3: [
    {
      words: 'the answer comes after the deadline, the order filled at once: found as filled, filled once',
      async run(scene) {
        await foundOut(scene, answerLate, { type: 'MARKET', price: '' });
        await scene.order(({ status, executed }) => status === 'FILLED' && executed === '0.01');
        const position = accountOf(scene.exchange).positions.values().next().value;
        expect(position?.lots).toBe(100);
      },
    },
  ],
  4: lost('the connection is reset after the request was read', resetAfterReading),
  5: [
    {
      words: 'the connection is reset before the request was read: sent once, and ended by proof',
      async run(scene) {
        await endedByProof(scene, () => scene.proxy.resetUnread(ORDER));
        expect(scene.requests('POST', ORDER.path)).toBe(0);
      },
    },
  ],
  6: [
    {
      words:
        'the connection is reset in the middle of the body: the exchange takes nothing of it, and it is ended by proof',
      async run(scene) {
        await endedByProof(scene, () => scene.proxy.strike(ORDER, resetInBody));
        expect(scene.requests('POST', ORDER.path)).toBe(1);
      },
    },
  ],
  7: [
    {
      words: 'a connection that was used before is closed after the request was read: sent once, and found',
      async run(scene) {
        await foundOut(scene, finishInstead);
        expect(
          scene.proxy.seen.find(({ method, path }) => method === 'POST' && path === ORDER.path)?.nth,
        ).toBeGreaterThan(1);
      },
    },
    {
      words: 'a connection that was used before is closed after a cancel was read: sent once, and the order is gone',
      async run(scene) {
        const orderId = await scene.resting();
        scene.proxy.strike(CANCEL, finishInstead);
        await scene.cancel(orderId);
        await scene.order(({ status, pending }) => status === 'CANCELLED' && pending === 'none');
        expect(scene.requests('DELETE', CANCEL.path)).toBe(1);
      },
    },
    {
      words:
        'a connection that was used before is closed after an edit was read: sent once, and the price is the new one',
      async run(scene) {
        const orderId = await scene.resting();
        scene.proxy.strike({ method: 'PUT', path: ORDER.path }, finishInstead);
        await scene.edit(orderId, '40100');
        await scene.order(({ price, pending }) => price === '40100' && pending === 'none');
        expect(scene.requests('PUT', ORDER.path)).toBe(1);
      },
    },
  ],
  8: [
    ...lost('the answer breaks off with its connection', breakOff),
    ...lost('half of the answer’s JSON comes as a whole answer', halfTheJson),
  ],
  9: lost(
    'a proxy’s page with HTTP 200 comes instead of the answer',
    doneAndAnswered({ status: 200, body: PROXY_PAGE }),
  ),
  10: [
    {
      words: 'HTTP 200 with success false: rejected in the exchange’s words, and nothing is there',
      async run(scene) {
        scene.proxy.strike(ORDER, answeredInstead(refusal(200, -1101, 'The margin does not reach.')));
        const outcome = await scene.place();
        expect(outcome).toMatchObject({
          status: 'rejected',
          fault: { code: '-1101', message: 'The margin does not reach.' },
        });
        await scene.until(() => scene.page.rows('orders').length === 0);
      },
    },
    {
      words:
        'HTTP 200 with success false and the code of a failure inside, the order was accepted: unconfirmed, then found',
      run: (scene) => foundOut(scene, doneAndAnswered(refusal(200, -1000, 'An unknown error occurred.'))),
    },
  ],
  11: [500, 502, 503, 504].flatMap((status) =>
    [
      { body: 'a proxy’s page', deed: doneAndAnswered({ status, body: PROXY_PAGE }) },
      { body: 'success false', deed: doneAndAnswered(refusal(status, -1000, 'An unknown error occurred.')) },
    ].map(({ body, deed }) => ({
      words: `HTTP ${status} with ${body}, the order was accepted: unconfirmed, then found`,
      run: (scene: Scene) => foundOut(scene, deed),
    })),
  ) as [Fault, ...Fault[]], // four statuses give at least one
  17: [
    {
      words: 'two orders get each other’s answers: neither is believed, and each is found by its own id',
      async run(scene) {
        loseReports(scene);
        scene.proxy.strike(ORDER, swapAnswers(), 2);
        const outcomes = await Promise.all([scene.place(), scene.place({ price: '40001' })]);
        expect(outcomes.map(({ status }) => status)).toEqual(['unconfirmed', 'unconfirmed']);
        await scene.until(() => scene.page.rows('commands').every(({ status }) => status === 'accepted'));
        for (const [at, price] of ['40000', '40001'].entries())
          await scene.order((row) => row.price === price && row.clientOrderId === outcomes[at]?.clientOrderId);
      },
    },
  ],
  30: [
    {
      words: '“not found” for 5 s after the order was accepted: unconfirmed all the while, then found',
      async run(scene) {
        loseReports(scene);
        await scene.admin('/lag', { historyMs: 5_000 });
        scene.proxy.strike(ORDER, resetAfterReading);
        expect(await scene.place()).toMatchObject({ status: 'unconfirmed' });
        await scene.clock.hurry(4_500);
        await scene.command(({ status }) => status === 'unconfirmed');
        await scene.clock.hurry(9_000);
        await scene.command(({ status }) => status === 'accepted');
        await scene.order(({ status }) => status === 'NEW');
      },
    },
  ],
  31: [
    {
      words: 'every read lags by 30 s behind an order that filled at once: unconfirmed all the while, then filled',
      async run(scene) {
        loseReports(scene);
        await scene.admin('/lag', { historyMs: 30_000 });
        scene.proxy.strike(ORDER, resetAfterReading);
        expect(await scene.place({ type: 'MARKET', price: '' })).toMatchObject({ status: 'unconfirmed' });
        await scene.clock.hurry(29_000);
        await scene.command(({ status }) => status === 'unconfirmed');
        await scene.clock.hurry(45_000);
        await scene.order(({ status, executed }) => status === 'FILLED' && executed === '0.01');
      },
    },
  ],
  35: [
    {
      words:
        'maintenance: the exchange’s words are shown, nothing is called sent or refused without proof, and it goes on after',
      async run(scene) {
        await scene.resting();
        await scene.admin('/maintenance', { status: 2 });
        const outcome = await scene.place({ price: '40001' });
        expect(outcome).toMatchObject({ status: 'unconfirmed', reason: expect.stringContaining('maintenance') });
        await scene.clock.hurry(60_000);
        // What was open is shown all the while, as it was.
        await scene.order(({ price, status }) => price === '40000' && status === 'NEW');
        await scene.admin('/maintenance', { status: 0 });
        expect(await scene.place({ price: '40002' })).toMatchObject({ status: 'accepted' });
        await scene.clock.hurry(PROOF_MS);
        await scene.command(({ status }) => status === 'rejected');
      },
    },
  ],
};
