import { chmodSync } from 'node:fs';
import { expect } from 'vitest';
import { openJournal } from '../../../../electron/core/storage/journal.ts';
import { ORDER, PROOF_MS } from './answer-faults.ts';
import { answerLate, resetInBody } from './deeds.ts';
import type { Fault, FaultTable } from './fault-list.ts';
import type { Scene } from './scene.ts';
import { ordersOf, accountOf } from './two-sides.ts';

const HOUR = 3_600_000;

const slept = (words: string, ms: number): Fault => ({
  words: `the machine sleeps ${words}: noticed within 9 s though nothing tells of it, what happened meanwhile is shown, and the next order is accepted`,
  async run(scene) {
    await scene.resting();
    await scene.clock.hurry(10_000);
    // Nobody tells the machine that its connections are gone.
    scene.proxy.streams.silent = true;
    scene.clock.sleep(ms);
    await scene.fill();
    // The next look at the clocks, and then no sign of life for 3 s.
    await scene.clock.hurry(8_500);
    await scene.link('private', 'reconnecting');
    scene.proxy.streams.calm();
    await scene.clock.hurry(31_000);
    await scene.link('private', 'live');
    await scene.link('public', 'live');
    await scene.order(({ status }) => status === 'FILLED');
    expect(await scene.place({ price: '39000' })).toMatchObject({ status: 'accepted' });
  },
});

/** The wall clock is set, and an order goes out right after. */
const stepped = (words: string, step: (scene: Scene) => Promise<void>): Fault => ({
  words: `${words}: what is signed then is taken`,
  async run(scene) {
    await step(scene);
    expect(await scene.place()).toMatchObject({ status: 'accepted' });
    await scene.clock.hurry(10_000);
    expect(await scene.place({ price: '40001' })).toMatchObject({ status: 'accepted' });
    await scene.link('private', 'live');
  },
});

/** The same, while an order without an answer waits for its proof. */
const leapt = (words: string, by: number): Fault => ({
  words: `${words}: what is signed then is taken, and an order without an answer is not given up early`,
  async run(scene) {
    scene.proxy.strike(ORDER, resetInBody);
    expect(await scene.place({ price: '40005' })).toMatchObject({ status: 'unconfirmed' });
    await stepped(words, async ({ clock }) => clock.setWall(by)).run(scene);
    await scene.clock.hurry(60_000);
    await scene.command(({ status }) => status === 'unconfirmed');
    await scene.clock.hurry(PROOF_MS);
    await scene.command(({ status }) => status === 'rejected');
  },
});

/** Acts as a person who may not write everywhere, where the tests run as one who may. */
function withoutPower<Result>(act: () => Result): Result {
  const mine = process.geteuid?.();
  if (mine !== 0) return act();
  process.seteuid?.(65_534);
  try {
    return act();
  } finally {
    process.seteuid?.(mine);
  }
}

/** Faults 44, 45 and 47 to 49: what can become of the machine. 46 is in electron/core/storage. */
export const MACHINE_FAULTS: FaultTable<44 | 45 | 47 | 48 | 49> = {
  44: [
    {
      words:
        'the disk is full at the journal: the order is refused in words and not sent, while a cancel still goes out',
      async run(scene) {
        await scene.stop();
        await scene.start({
          openJournal: (folder, account, now) => openJournal(folder, account, now, { mostPages: 12 }),
        });
        const orderId = await scene.resting();
        let refusal: unknown = null;
        for (let i = 1; i < 200 && refusal === null; i += 1) {
          const placing = scene.place({ price: String(30_000 + i), orderTag: 'x'.repeat(60) });
          placing.catch((error: unknown) => {
            refusal = error;
          });
          // No more of them go out in a second than the limit lets.
          await scene.clock.hurry(250);
        }
        expect(refusal).toMatchObject({
          fault: { kind: 'NotAllowed', policy: 'journal', reason: expect.stringContaining('Nothing was sent') },
        });
        const sent = scene.requests('POST', ORDER.path);
        expect(sent).toBe(ordersOf(accountOf(scene.exchange)).length);
        await expect(scene.place({ orderTag: 'x'.repeat(60) })).rejects.toMatchObject({ fault: { policy: 'journal' } });
        expect(scene.requests('POST', ORDER.path)).toBe(sent);
        expect(await scene.cancel(orderId)).toMatchObject({ status: 'accepted' });
        await scene.order((row) => row.orderId === orderId && row.status === 'CANCELLED');
      },
    },
  ],
  45: [
    {
      words:
        'the data folder is read-only: the start says so in one line and sends nothing, and goes on once it is not',
      async run(scene) {
        await scene.resting();
        await scene.stop();
        const seen = scene.proxy.seen.length;
        chmodSync(scene.folder, 0o555);
        try {
          expect(() => withoutPower(() => scene.build())).toThrow(/^The command journal .* cannot be opened: .*\.$/);
        } finally {
          chmodSync(scene.folder, 0o755);
        }
        expect(scene.proxy.seen).toHaveLength(seen);
        await scene.start();
        await scene.order(({ status, ours }) => status === 'NEW' && ours);
      },
    },
  ],
  47: [
    leapt('the clock steps back by an hour', -HOUR),
    leapt('the clock steps on by an hour', HOUR),
    stepped('the clock goes back by 1 ms each second', async ({ clock }) => {
      for (let second = 0; second < 60; second += 1) {
        clock.setWall(-1);
        await clock.hurry(1_000);
      }
    }),
    stepped('summer time begins and ends', async ({ clock }) => {
      const before = process.env['TZ'];
      for (const zone of ['Etc/GMT-1', 'Etc/GMT-2', 'Etc/GMT-1']) {
        process.env['TZ'] = zone;
        await clock.hurry(5_000);
      }
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }),
    stepped('a leap second is put in', async ({ clock }) => clock.setWall(-1_000)),
  ],
  48: [slept('2 min', 2 * 60_000), slept('2 h', 2 * HOUR), slept('25 h', 25 * HOUR)],
  49: [
    {
      words:
        'the network changes and every connection is lost: live again at once when it is back, with what happened meanwhile',
      async run(scene) {
        await scene.resting();
        scene.detour = 'http://127.0.0.1:9';
        scene.proxy.streams.meet = async () => 503;
        scene.proxy.cutAll();
        await scene.link('private', 'reconnecting');
        await scene.link('public', 'reconnecting');
        expect(await scene.place({ price: '40001' })).toMatchObject({
          status: 'rejected',
          fault: { kind: 'ExchangeUnreachable' },
        });
        await scene.fill();
        scene.detour = null;
        scene.proxy.streams.calm();
        scene.terminal.nudge();
        await scene.link('private', 'live');
        await scene.link('public', 'live');
        await scene.order(({ status }) => status === 'FILLED');
      },
    },
    {
      words:
        'the network changes and the old connections say nothing more: noticed in 3 s where the machine tells of it',
      async run(scene) {
        await scene.resting();
        const { streams } = scene.proxy;
        streams.silent = true;
        scene.proxy.strike(ORDER, answerLate);
        expect(await scene.place({ price: '40001' })).toMatchObject({ status: 'unconfirmed' });
        await scene.fill();
        scene.terminal.nudge();
        await scene.clock.hurry(3_000);
        await scene.link('private', 'reconnecting');
        streams.calm();
        await scene.clock.hurry(31_000);
        await scene.link('private', 'live');
        await scene.until(() => scene.page.rows('orders').filter(({ status }) => status === 'FILLED').length === 2);
      },
    },
  ],
};
