import { expect } from 'vitest';
import { ORDER, PROOF_MS } from './answer-faults.ts';
import type { Fault, FaultTable } from './fault-list.ts';
import { startHolder } from './holder.ts';
import type { Scene } from './scene.ts';
import type { KillPoint } from './terminal-holder.ts';
import { accountOf, ordersOf } from './two-sides.ts';

/** Whatever became of the order, the next start finds it out: no command is open in the end. */
async function nextStart(scene: Scene): Promise<void> {
  await scene.start();
  await scene.clock.hurry(2_000);
  if (scene.page.rows('commands').some(({ status }) => status === 'unconfirmed')) await scene.clock.hurry(PROOF_MS);
}

const killed = (killAt: KillPoint, words: string, orders: number | null, status: string | null): Fault => ({
  words,
  async run(scene) {
    await scene.stop();
    const holder = startHolder(scene, killAt);
    expect(await holder.heard()).toEqual({ ready: true });
    holder.place();
    expect(await holder.ended).toBe('SIGKILL');
    await nextStart(scene);
    if (orders !== null) expect(ordersOf(accountOf(scene.exchange))).toHaveLength(orders);
    if (status !== null) await scene.command((row) => row.status === status);
    else if (orders === 0) expect(scene.page.rows('commands').filter((row) => row.status !== 'rejected')).toEqual([]);
    expect(scene.requests('POST', ORDER.path)).toBeLessThanOrEqual(1);
  },
});

/** Faults 41 to 43 and 50: what can become of the program's processes. */
export const PROCESS_FAULTS: FaultTable<41 | 42 | 43 | 50> = {
  41: [
    killed('before journal', 'kill -9 before the journal: nothing was sent, and nothing is known of it', 0, null),
    killed(
      'after journal',
      'kill -9 after the journal: nothing was sent, and the next start ends it by proof',
      0,
      'rejected',
    ),
    {
      words: 'kill -9 after the order was sent: the next start finds it, and sends nothing',
      async run(scene) {
        await scene.stop();
        const holder = startHolder(scene);
        await holder.heard();
        scene.proxy.strike(ORDER, async (passing) => {
          const answer = await passing.forward();
          holder.signal('SIGKILL');
          await holder.ended;
          passing.answer(answer);
        });
        holder.place();
        expect(await holder.ended).toBe('SIGKILL');
        await nextStart(scene);
        await scene.command(({ status }) => status === 'accepted');
        await scene.order(({ status, ours }) => status === 'NEW' && ours);
        expect(scene.requests('POST', ORDER.path)).toBe(1);
      },
    },
    killed('after answer', 'kill -9 after the answer: the next start finds the order', 1, 'accepted'),
    ...[30, 150].map((after) =>
      killed(
        { inJournalAfter: after },
        `kill -9 ${after} µs into the writing of the journal: it opens, and both sides agree`,
        null,
        null,
      ),
    ),
  ],
  42: [
    {
      words:
        'the page is killed 100 times while orders change: each press counts once, and the last page shows what is there',
      async run(scene) {
        const presses: Promise<unknown>[] = [];
        for (let round = 0; round < 100; round += 1) {
          const rows = scene.page.rows('orders').filter(({ open, orderId }) => open && orderId !== null);
          const orderId = rows[round % Math.max(1, rows.length)]?.orderId ?? null;
          // Whether an answer still reaches the page is left to the moment at which it is killed.
          if (orderId === null || round % 3 === 0) presses.push(scene.place({ price: String(40_000 + round) }));
          else if (round % 3 === 1) presses.push(scene.edit(orderId, String(41_000 + round)));
          else presses.push(scene.cancel(orderId));
          await scene.clock.hurry((round % 4) * 50);
          for (const press of presses.splice(0)) press.catch(() => undefined);
          scene.reload();
        }
        await scene.clock.hurry(15_000);
        await scene.until(() => scene.page.rows('orders').every(({ pending }) => pending === 'none'));
        expect(scene.requests('POST', ORDER.path)).toBe(ordersOf(accountOf(scene.exchange)).length);
      },
    },
  ],
  43: [
    {
      words:
        'the core stands still for 5 s while an answer and a fill wait: both are taken afterwards, and nothing is sent again',
      async run(scene) {
        await scene.resting();
        await scene.stop();
        const holder = startHolder(scene);
        await holder.heard();
        scene.proxy.strike(ORDER, async (passing) => {
          const answer = await passing.forward();
          holder.signal('SIGSTOP');
          passing.answer(answer);
          await scene.fill();
          await passing.wait(5_200);
          holder.signal('SIGCONT');
        });
        holder.place();
        const { outcome } = await holder.heard();
        expect(['accepted', 'unconfirmed']).toContain(outcome?.status);
        for (;;) {
          const { orders, commands, live } = await holder.show();
          const isFilled = orders?.length === 2 && orders.every(({ status }) => status === 'FILLED');
          if (isFilled && live === true && commands?.every(({ status }) => status === 'accepted') === true) break;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
        holder.signal('SIGKILL');
        await holder.ended;
        expect(scene.requests('POST', ORDER.path)).toBe(2);
        await scene.start();
      },
    },
  ],
  50: [
    {
      words: 'a second copy is started on the same folder: it ends with one line, and the first goes on undisturbed',
      async run(scene) {
        await scene.resting();
        const writes = (): number => scene.proxy.seen.filter(({ method }) => method !== 'GET').length;
        const before = writes();
        const second = startHolder(scene);
        expect((await second.heard()).failed).toMatch(
          /^The command journal .* another copy of the program uses this data folder\.$/,
        );
        expect(await second.ended).toBe(null);
        // Not even a stream key, which would cut off the first one.
        expect(writes()).toBe(before);
        expect(await scene.place({ price: '40001' })).toMatchObject({ status: 'accepted' });
        await scene.link('private', 'live');
      },
    },
  ],
};
