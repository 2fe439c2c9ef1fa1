import fc from 'fast-check';
import { expect, it } from 'vitest';
import { accepted } from '../commands/outcomes.ts';
import { openJournal } from '../storage/journal.ts';
import { assetsScene, ON_SCREEN, SAVINGS, type AssetsScene } from '../../../e2e/rigs/core/scenes/assets-scene.ts';
import { fails, noAnswer, type Call } from '../../../e2e/rigs/core/scripted-client.ts';
import { proves } from '../../../e2e/rigs/proof.ts';

/** What becomes of a request: answered, refused, or lost on its way there or back. */
type Fate = 'answered' | 'refused' | 'lost on the way' | 'lost on the way back' | 'late in the history';

interface Press {
  readonly amount: string;
  readonly fate: Fate;
  /** The program is killed and started again after it. */
  readonly killed: boolean;
  readonly pauseMs: number;
}

const press: fc.Arbitrary<Press> = fc.record({
  amount: fc.constantFrom('5', '5.0', '7.25', '100'),
  fate: fc.constantFrom('answered', 'refused', 'lost on the way', 'lost on the way back', 'late in the history'),
  killed: fc.boolean(),
  pauseMs: fc.constantFrom(0, 700, 8_000, 90_000),
});

/** An exchange that keeps what it has done, and shows some of it late. */
function exchangeOf(now: () => number) {
  const done: { readonly record: object; readonly seenFrom: number }[] = [];
  let fate: Fate = 'answered';
  return {
    done,
    next: (coming: Fate) => void (fate = coming),
    history: () => done.filter(({ seenFrom }) => seenFrom <= now()).map(({ record }) => record),
    write: ({ name, input }: Call): unknown => {
      if (fate === 'lost on the way') return noAnswer(name);
      if (fate === 'refused')
        return fails({ kind: 'ExchangeRejected', endpoint: name, code: '317207', message: 'no', httpStatus: 400 });
      const id = String(1_000 + done.length);
      const at = (now() / 1000).toFixed(3);
      const party = (part: unknown, accountName: string) => ({ ...(part as object), accountName }); // E3's body
      done.push({
        record: {
          id,
          token: input['token'],
          amount: input['amount'],
          status: 'COMPLETED',
          from: party(input['from'], 'main'),
          to: party(input['to'], 'savings'),
          createdTime: at,
          updatedTime: at,
        },
        seenFrom: now() + (fate === 'late in the history' ? 40_000 : 0),
      });
      return fate === 'answered' ? { id } : noAnswer(name);
    },
  };
}

it('ends with what the exchange has done, each sent once, whatever is lost, late, refused or killed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(press, { minLength: 1, maxLength: 6 }), async (presses) => {
      let scene: AssetsScene = assetsScene();
      const exchange = exchangeOf(() => scene.clock.now());
      scene.exchange.write = exchange.write;
      // Read anew at each look.
      Object.defineProperty(scene.exchange, 'transfers', { get: exchange.history });
      let writes = 0;
      const ids: string[] = [];
      try {
        for (const [at, { amount, fate, killed, pauseMs }] of presses.entries()) {
          exchange.next(fate);
          const commandId = `random-press-${at}`;
          ids.push(commandId);
          await scene.assets.answers['assets.transfer']({
            ...ON_SCREEN,
            commandId,
            token: 'USDT',
            amount,
            typedAmount: amount,
            from: 'own-account',
            to: SAVINGS,
            again: true,
          });
          await scene.clock.move(pauseMs);
          if (!killed) continue;
          writes += scene.writes().length;
          scene = scene.restart();
        }
        await scene.clock.move(1_200_000);
        writes += scene.writes().length;
        expect(writes).toBe(presses.length);
        const rows = ids.map((id) => scene.move(id));
        expect(rows.every((row) => row?.status === 'accepted' || row?.status === 'rejected')).toBe(true);
        const taken = rows.flatMap((row) => (row?.status === 'accepted' ? [row.exchangeId] : []));
        expect(taken.toSorted()).toEqual(exchange.done.map((_each, at) => String(1_000 + at)).toSorted());
      } finally {
        scene.end();
      }
    }),
    {
      numRuns: proves ? 1_000 : 60,
      // Two that do the same: the first one's record comes late, and the second one's must not be taken for it.
      examples: [
        [
          [
            { amount: '5', fate: 'late in the history', killed: false, pauseMs: 8_000 },
            { amount: '5', fate: 'lost on the way back', killed: false, pauseMs: 0 },
          ],
        ],
      ],
    },
  );
});

it('starts with one that cannot be read, and moves no more of its kind: it might be the same', async () => {
  const scene = assetsScene();
  scene.stop();
  const { journal } = openJournal(scene.folder, { profile: 'p', environment: 'practice' }, scene.clock.now());
  const entry = { commandId: 'of-another-version', name: 'assets.transfer', symbol: null, clientOrderId: null };
  journal.begin({ ...entry, summary: 'Transfer 5', input: '{"of":"another version"}', at: scene.clock.now() });
  journal.finish(entry.commandId, accepted(null, '7'));
  journal.close();
  const next = scene.restart();
  try {
    const amount = { token: 'USDT', amount: '5', typedAmount: '5', again: false };
    const transfer = { ...ON_SCREEN, ...amount, commandId: 'press-of-transfer', from: 'own-account', to: SAVINGS };
    await expect(next.assets.answers['assets.transfer'](transfer)).rejects.toMatchObject({
      fault: { kind: 'NotAllowed', reason: expect.stringContaining('What is written of “Transfer 5” cannot be read') },
    });
    expect(next.writes()).toEqual([]);
    await next.assets.answers['assets.repay']({ ...ON_SCREEN, ...amount, amount: '3', commandId: 'press-of-repay' });
    expect(next.writes()).toHaveLength(1);
  } finally {
    next.end();
  }
});
