import { expect } from 'vitest';
import { ORDER } from './answer-faults.ts';
import type { FaultTable } from './fault-list.ts';
import { SYMBOL, type Scene } from './scene.ts';
import type { FrameDeed } from './stream-proxy.ts';

const LISTEN_KEY = '/v3/account/listenKey';
const isReport = (text: string): boolean => text.includes('"executionreport"') && text.includes('"topic"');

/** Reports go through a deed; everything else passes. */
const onReports =
  (deed: FrameDeed): FrameDeed =>
  (text, pass, which) =>
    which === 'private' && isReport(text) ? deed(text, pass, which) : pass(text);

/** Takes the private stream away until the function that comes back is called. */
async function gap(scene: Scene): Promise<() => Promise<void>> {
  scene.proxy.streams.meet = async (which) => (which === 'private' ? 503 : null);
  scene.proxy.streams.cut('private');
  await scene.link('private', 'reconnecting');
  return async () => {
    scene.proxy.streams.calm();
    await scene.clock.hurry(30_000);
    await scene.link('private', 'live');
  };
}

/** Faults 18 to 29: what can become of the streams. */
export const STREAM_FAULTS: FaultTable<18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29> = {
  18: [
    {
      words:
        'every report comes twice and after the next one: each order ends as at the exchange, no fill counts twice',
      async run(scene) {
        let held: (() => void) | null = null;
        scene.proxy.streams.down = onReports((text, pass) => {
          const twice = (): void => {
            pass(text);
            pass(text);
          };
          if (held === null) held = twice;
          else {
            twice();
            held();
            held = null;
          }
        });
        const ids: string[] = [];
        for (const price of ['40000', '40001', '40002', '39000', '39001']) {
          const outcome = await scene.place({ price });
          if (outcome.status !== 'accepted' || outcome.orderId === null) throw new Error(outcome.status);
          ids.push(outcome.orderId);
        }
        expect(await scene.edit(ids[3] ?? '', '39500')).toMatchObject({ status: 'accepted' });
        expect(await scene.cancel(ids[4] ?? '')).toMatchObject({ status: 'accepted' });
        await scene.fill();
        (held as (() => void) | null)?.(); // assigned in a callback
        await scene.until(() => scene.page.rows('orders').filter(({ status }) => status === 'FILLED').length === 3);
        await scene.order(({ price, pending }) => price === '39500' && pending === 'none');
        for (const { status, executed } of scene.page.rows('orders'))
          expect(executed).toBe(status === 'FILLED' ? '0.01' : '0');
      },
    },
  ],
  19: [
    {
      words: 'the report comes before the answer: accepted by the report, and the late answer changes nothing',
      async run(scene) {
        const answered = Promise.withResolvers<void>();
        scene.proxy.strike(ORDER, async (passing) => {
          const answer = await passing.forward();
          await answered.promise;
          passing.answer(answer);
        });
        const outcome = await scene.place();
        const { orderId } = await scene.order(({ status }) => status === 'NEW');
        expect(outcome).toMatchObject({ status: 'accepted', orderId });
        answered.resolve();
        await scene.clock.hurry(2_000);
        expect(scene.page.rows('orders')).toMatchObject([{ orderId, status: 'NEW', ours: true }]);
      },
    },
  ],
  20: [
    {
      words: 'a report of an order that was placed elsewhere: shown as not ours, with its fill',
      async run(scene) {
        const order = { symbol: SYMBOL, side: 'BUY', type: 'LIMIT', quantity: 0.01 };
        await scene.elsewhere('POST', ORDER.path, { ...order, price: 40_000 });
        await scene.elsewhere('POST', ORDER.path, { ...order, price: 39_000, clientOrderId: 4_711 });
        await scene.order(({ price, ours, clientOrderId }) => price === '40000' && !ours && clientOrderId === null);
        await scene.order(({ price, ours, clientOrderId }) => price === '39000' && !ours && clientOrderId === '4711');
        await scene.fill();
        await scene.order(({ price, status, ours }) => price === '40000' && status === 'FILLED' && !ours);
        expect(scene.page.rows('commands')).toEqual([]);
      },
    },
  ],
  21: [
    {
      words: 'silent but open: stale within 25 s, given up after 45 s, and what happened meanwhile is shown',
      async run(scene) {
        await scene.resting();
        scene.proxy.streams.silent = true;
        await scene.fill();
        await scene.clock.hurry(25_000);
        await scene.link('private', 'stale');
        // Where a subscription was on its way, that was noticed earlier still.
        await scene.until(() =>
          scene.page.rows('connection').some(({ id, state }) => id === 'public' && state !== 'live'),
        );
        await scene.clock.hurry(21_000);
        await scene.link('private', 'reconnecting');
        scene.proxy.streams.calm();
        await scene.clock.hurry(30_000);
        await scene.link('private', 'live');
        await scene.link('public', 'live');
        await scene.order(({ status }) => status === 'FILLED');
      },
    },
  ],
  22: [
    {
      words: 'one of five reports is lost while pongs come: found by reading within 30 s, and said',
      async run(scene) {
        for (let i = 0; i < 10; i += 1) await scene.resting(String(40_000 + i));
        let count = 0;
        let lost = 0;
        scene.proxy.streams.down = onReports((text, pass) => {
          count += 1;
          if (count % 5 === 0) lost += 1;
          else pass(text);
        });
        await scene.fill();
        const filled = (): number => scene.page.rows('orders').filter(({ status }) => status === 'FILLED').length;
        await scene.until(() => filled() === 8);
        await scene.clock.hurry(30_000);
        await scene.until(() => filled() === 10);
        expect(lost).toBe(2);
        await scene.clock.hurry(4_000);
        await scene.notice('The connected private stream lost reports of 2 orders');
        await scene.link('private', 'live');
      },
    },
  ],
  23: [
    {
      words:
        'closed at once after each of 100 connections: said all the while, never taken for a rival, and live after the last',
      async run(scene) {
        await scene.resting();
        const { streams } = scene.proxy;
        streams.closeAtOnce.private = 100;
        const keysBefore = scene.requests('POST', LISTEN_KEY);
        const madeBefore = streams.made.private;
        streams.cut('private');
        await scene.fill();
        for (let round = 0; streams.closeAtOnce.private > 0 && round < 200; round += 1) {
          await scene.clock.hurry(30_000);
          expect(scene.page.rows('connection').find(({ id }) => id === 'private')?.message).not.toContain('program');
        }
        await scene.clock.hurry(31_000);
        await scene.link('private', 'live');
        expect(streams.made.private - madeBefore).toBe(101);
        expect(scene.requests('POST', LISTEN_KEY) - keysBefore).toBeLessThanOrEqual(60);
        await scene.order(({ status }) => status === 'FILLED');
      },
    },
  ],
  24: [
    {
      words:
        'a part of the subscriptions is refused: the refused topics are named and read over REST, and the others live',
      async run(scene) {
        scene.proxy.streams.up = (text, pass) => {
          const frame = JSON.parse(text) as { readonly params?: readonly string[] }; // the client sends objects
          const params = frame.params?.filter((topic) => topic !== 'balance' && !topic.startsWith('trade@'));
          pass(JSON.stringify({ ...frame, ...(params === undefined ? {} : { params }) }));
        };
        scene.page.rows('trades', SYMBOL);
        scene.page.rows('market', SYMBOL);
        scene.proxy.streams.cut('all');
        await scene.clock.hurry(2_000);
        const { message, missing } = await scene.link('private', 'live');
        expect({ message, missing }).toEqual({
          message: 'The exchange does not stream: balance.',
          missing: ['balance'],
        });
        await scene.clock.hurry(6_000);
        const { reads } = await scene.link('private', 'live');
        expect(reads).toEqual({
          orders: null,
          algoOrders: null,
          balances: expect.any(Number) as number,
          positions: null,
        });
        await scene.until(() => scene.page.rows('market', SYMBOL).some(({ state }) => state === 'live'));
        await scene.resting();
        await scene.fill();
        await scene.order(({ status }) => status === 'FILLED');
      },
    },
  ],
  25: [
    {
      words: 'a second terminal takes the key once: taken back at once, and what happened meanwhile is shown',
      async run(scene) {
        await scene.resting();
        await scene.clock.hurry(40_000);
        await scene.elsewhere('POST', LISTEN_KEY, { type: 'WEBSOCKET' });
        await scene.fill();
        await scene.link('private', 'live');
        await scene.order(({ status }) => status === 'FILLED');
      },
    },
    {
      words:
        'a second terminal takes the key again and again: said, no endless fight, orders go on by reading, and live when it ends',
      async run(scene) {
        const before = scene.requests('POST', LISTEN_KEY);
        // How long the stream is left alone is chance: it goes on until that lasts for what is looked at below.
        for (let second = 0, isLeft = false; second < 300 || !isLeft; second += 1) {
          const link = scene.page.rows('connection').find(({ id }) => id === 'private');
          if (link?.state === 'live') await scene.elsewhere('POST', LISTEN_KEY, { type: 'WEBSOCKET' });
          await scene.clock.hurry(1_000);
          isLeft = link?.state === 'reconnecting' && (link.retryAt ?? 0) > scene.clock.now() + 30_000;
        }
        expect(scene.requests('POST', LISTEN_KEY) - before).toBeLessThanOrEqual(10);
        const { message } = await scene.link('private', 'reconnecting');
        expect(message).toContain('Another program uses this API key');
        // The stream is away: the order is followed by asking.
        expect(await scene.place()).toMatchObject({ status: 'accepted' });
        await scene.clock.hurry(3_000);
        await scene.order(({ status }) => status === 'NEW');
        // And read again and again, so that its fill is seen long before the stream is back.
        await scene.fill();
        await scene.clock.hurry(6_000);
        await scene.order(({ status }) => status === 'FILLED');
        const { reads } = await scene.link('private', 'reconnecting');
        expect(reads?.orders ?? 0).toBeGreaterThan(0);
        await scene.clock.hurry(900_000);
        await scene.link('private', 'live');
      },
    },
  ],
  26: [
    {
      words: 'the key expires while it connects: refused at the handshake, and live with the next key',
      async run(scene) {
        const before = scene.requests('POST', LISTEN_KEY);
        scene.proxy.streams.meet = async (which) => {
          if (which === 'private') {
            scene.proxy.streams.calm();
            await scene.admin('/listen-keys/expire');
          }
          return null;
        };
        await scene.clock.hurry(40_000);
        scene.proxy.streams.cut('private');
        await scene.link('private', 'reconnecting');
        await scene.clock.hurry(2_000);
        await scene.link('private', 'live');
        expect(scene.requests('POST', LISTEN_KEY) - before).toBe(2);
      },
    },
  ],
  27: [
    {
      words: 'connections that stood long are cut, as after 24 h: live again at once, with nothing lost',
      async run(scene) {
        await scene.resting();
        await scene.clock.hurry(60_000);
        scene.proxy.streams.cut('all');
        await scene.fill();
        await scene.link('private', 'live');
        await scene.link('public', 'live');
        await scene.order(({ status }) => status === 'FILLED');
      },
    },
  ],
  28: [
    {
      words: 'an order fills during the gap: shown as filled once the stream is live, and said',
      async run(scene) {
        await scene.resting();
        const end = await gap(scene);
        await scene.fill();
        await end();
        await scene.order(({ status, executed }) => status === 'FILLED' && executed === '0.01');
        await scene.notice('1 order changed while the private stream was down');
      },
    },
  ],
  29: [
    {
      words: 'an order is cancelled and another one placed during the gap: both shown as they are, and said',
      async run(scene) {
        const orderId = await scene.resting();
        const end = await gap(scene);
        await scene.elsewhere('DELETE', `${ORDER.path}?orderId=${orderId}&symbol=${SYMBOL}`);
        await scene.elsewhere('POST', ORDER.path, {
          symbol: SYMBOL,
          side: 'BUY',
          type: 'LIMIT',
          price: 40_500,
          quantity: 0.02,
        });
        await end();
        await scene.order((row) => row.orderId === orderId && row.status === 'CANCELLED' && row.ours);
        await scene.order(({ price, status, ours }) => price === '40500' && status === 'NEW' && !ours);
        await scene.notice('2 orders changed while the private stream was down');
      },
    },
  ],
};
