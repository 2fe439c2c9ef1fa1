import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fault } from '../../../shared/errors.ts';
import { startPractice, type Practice } from '../../practice/server.ts';
import type { MoneyQuestion } from '../transfers/confirm.ts';
import { besiege, PASSPHRASE, SECRET_PROFILE, type Besieged } from '../../../e2e/rigs/core/scenes/besieged.ts';
import { openHostilePage, type HostilePage } from '../../../e2e/rigs/core/scenes/hostile-page.ts';
import { sealText } from '../../../e2e/rigs/core/seal.ts';

/**
 * Attacks on the money by a page that is wholly in an attacker's hands. The person at the machine answers what is asked
 * outside of the page, and knows one address: that of the cold wallet. After each attack nothing was withdrawn.
 */
let built: Practice;
let main: Practice;
beforeAll(async () => {
  built = await startPractice({ limits: false, pastDays: 0 });
  main = await startPractice({ limits: false, pastDays: 0, seed: 2 });
});
afterAll(async () => {
  await built.close();
  await main.close();
});

const MINE = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** For what takes a moment, and a second and more on a busy machine. */
const PATIENT = { timeout: 60_000 };
const THIEF = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
const LIVE = { environment: 'live', profile: SECRET_PROFILE };

interface Scene {
  readonly page: HostilePage;
  readonly core: Besieged;
  readonly asked: MoneyQuestion[];
  /** Id of the cold wallet in the book; it may be used. */
  readonly wallet: string;
  /** Asks, and expects a refusal whose words fit. */
  refused(name: string, input: unknown, words: RegExp): Promise<void>;
  lock(): Promise<void>;
}
interface Attack {
  readonly name: string;
  /** How the person answers; by default only their own address is confirmed. */
  readonly person?: (question: MoneyQuestion, scene: () => Scene) => boolean | Promise<boolean>;
  run(scene: Scene): Promise<void>;
}

let presses = 0;
const press = (part: object = {}) => ({ ...LIVE, commandId: `theft-of-money-${(presses += 1)}`, ...part });
const withdrawal = (entry: string, part: object = {}) => ({
  ...press(),
  entry,
  token: 'USDT',
  network: 'TRX',
  address: MINE,
  memo: '',
  amount: '50',
  typedAmount: '50',
  again: false,
  ...part,
});
const address = (part: object = {}) => ({
  ...LIVE,
  id: null,
  name: 'Bills',
  network: 'TRX',
  address: THIEF,
  memo: '',
  pasted: null,
  despite: true,
  ...part,
});
const rules = (part: object = {}) => ({ ...LIVE, enabled: true, waitHours: 24, dailyLimit: '1000', ...part });
/** Somebody who reads: never an address that is not theirs, never a rule that is loosened unasked. */
const reads = ({ detail }: MoneyQuestion): boolean => detail.includes('TR7N Hqje KQxG TCi8 q8ZY 4pL8 otSz gjLj 6t');

const ATTACKS: readonly Attack[] = [
  {
    name: 'names an address of its own beside the cold wallet’s entry',
    run: ({ refused, wallet }) =>
      refused('assets.withdraw', withdrawal(wallet, { address: THIEF }), /not the one in the address book/),
  },
  {
    name: 'names entries that are not there',
    run: async ({ refused }) => {
      for (const entry of ['nobody', 'constructor', '__proto__'])
        await refused('assets.withdraw', withdrawal(entry, { address: THIEF }), /address book/);
      for (const entry of ['', '../x', 'x'.repeat(33)]) await refused('assets.withdraw', withdrawal(entry), /./);
    },
  },
  {
    name: 'adds its own address and does not wait',
    run: async ({ page, refused }) => {
      const { id } = (await page.ask('assets.saveAddress', address())) as { id: string }; // the contract's answer
      await refused('assets.withdraw', withdrawal(id, { address: THIEF }), /may be used in 24 h/);
    },
  },
  {
    name: 'puts its own address into the entry of the cold wallet',
    run: async ({ page, refused, wallet }) => {
      await page.ask('assets.saveAddress', address({ id: wallet, name: 'Cold wallet' }));
      await refused('assets.withdraw', withdrawal(wallet, { address: THIEF }), /may be used in 24 h/);
      await refused('assets.withdraw', withdrawal(wallet), /not the one in the address book/);
    },
  },
  {
    name: 'takes the wait away before it adds its address',
    run: async ({ page, refused }) => {
      await refused('assets.setWithdrawals', rules({ waitHours: 0 }), /not confirmed/);
      const { id } = (await page.ask('assets.saveAddress', address())) as { id: string }; // the contract's answer
      await refused('assets.withdraw', withdrawal(id, { address: THIEF }), /may be used in 24 h/);
    },
  },
  {
    name: 'writes its own times into an entry',
    run: async ({ refused }) => {
      for (const part of [{ readyAt: 0 }, { changedAt: 0 }, { used: true }, { waitHours: 0 }])
        await refused('assets.saveAddress', address(part), /./);
    },
  },
  {
    name: 'lifts the daily limit',
    run: async ({ refused, wallet }) => {
      await refused('assets.setWithdrawals', rules({ dailyLimit: '' }), /not confirmed/);
      await refused('assets.setWithdrawals', rules({ dailyLimit: '999999' }), /not confirmed/);
      await refused('assets.withdraw', withdrawal(wallet, { amount: '5000', typedAmount: '5000' }), /daily limit/);
    },
  },
  {
    name: 'turns withdrawals off and on again, to be asked about less',
    run: async ({ page, refused, wallet }) => {
      await page.ask('assets.setWithdrawals', rules({ enabled: false }));
      await refused('assets.setWithdrawals', rules(), /not confirmed/);
      await refused('assets.withdraw', withdrawal(wallet), /are off/);
    },
  },
  {
    name: 'confirms by itself: fields that are not in the contract',
    run: async ({ refused, wallet }) => {
      for (const part of [{ confirmed: true }, { hold: 0 }, { skip: ['wait'] }, { body: '{}' }])
        await refused('assets.withdraw', { ...withdrawal(wallet), ...part }, /./);
    },
  },
  {
    name: 'changes the entry while the person reads the question',
    person: async (question, scene) => {
      await scene().page.ask('assets.saveAddress', address({ id: scene().wallet, name: 'Cold wallet' }));
      return reads(question);
    },
    run: ({ refused, wallet }) => refused('assets.withdraw', withdrawal(wallet), /not the one in the address book/),
  },
  {
    name: 'is locked out while the person reads the question',
    person: async (_question, scene) => {
      await scene().lock();
      return true;
    },
    run: async ({ page, wallet }) => {
      expect(await page.ask('assets.withdraw', withdrawal(wallet))).toHaveProperty('kind');
    },
  },
  {
    name: 'asks again and again until the person gives in',
    person: (() => {
      let count = 0;
      return () => (count += 1) > 3;
    })(),
    run: async ({ refused, asked, wallet }) => {
      for (let round = 0; round < 3; round += 1) await refused('assets.withdraw', withdrawal(wallet), /not confirmed/);
      for (let round = 0; round < 10; round += 1) await refused('assets.withdraw', withdrawal(wallet), /None is asked/);
      expect(asked).toHaveLength(3);
    },
  },
  {
    name: 'presses fifty times at once, hoping that one of them passes',
    person: () => new Promise((resolve) => setTimeout(resolve, 50, false)),
    run: async ({ page, asked, wallet }) => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => page.ask('assets.withdraw', withdrawal(wallet))),
      );
      for (const answer of answers) expect(answer).toHaveProperty('kind');
      expect(asked).toHaveLength(1);
    },
  },
  {
    name: 'uses one press for two withdrawals',
    person: () => false,
    run: async ({ refused, wallet }) => {
      const one = withdrawal(wallet);
      await refused('assets.withdraw', one, /not confirmed/);
      await refused(
        'assets.transfer',
        {
          ...press({ commandId: one.commandId }),
          token: 'USDT',
          amount: '1',
          typedAmount: '1',
          from: 'a',
          to: 'b',
          again: false,
        },
        /no account of yours/,
      );
    },
  },
  {
    name: 'withdraws from another profile’s screen, and in another environment',
    run: async ({ refused, wallet }) => {
      await refused('assets.withdraw', withdrawal(wallet, { profile: 'practice' }), /another profile/);
      await refused('assets.withdraw', withdrawal(wallet, { environment: 'practice' }), /practice screen/);
      await refused('assets.saveAddress', address({ environment: 'practice' }), /practice screen/);
      await refused('assets.setWithdrawals', rules({ profile: 'practice', waitHours: 0 }), /another profile/);
    },
  },
  {
    name: 'hides its address in the name of an entry',
    run: async ({ page, refused }) => {
      for (const name of [`x\u202E${MINE}`, 'Cold wallet', 'cold WALLET', 'Ｃold wallet', 'a\u200Bb', ''])
        await refused('assets.saveAddress', address({ name }), /./);
      const { id } = (await page.ask('assets.saveAddress', address({ name: `To ${MINE}` }))) as { id: string }; // the contract's answer
      await refused('assets.withdraw', withdrawal(id, { address: THIEF }), /may be used in/);
    },
  },
  {
    name: 'puts signs into the amount, the network and the memo that nobody sees',
    run: async ({ refused, wallet }) => {
      for (const amount of ['50\u200B', '５０', '5e1', '+50', '50,0', '0x32', '-50'])
        await refused('assets.withdraw', withdrawal(wallet, { amount, typedAmount: amount }), /./);
      await refused('assets.withdraw', withdrawal(wallet, { network: 'TRX\u200B' }), /cannot be withdrawn on/);
      await refused('assets.withdraw', withdrawal(wallet, { memo: 'thief' }), /not the one in the address book/);
    },
  },
  {
    name: 'begins the book anew to be rid of its rules',
    run: ({ refused }) => refused('assets.renewBook', LIVE, /as it was written/),
  },
  {
    name: 'sends money to an account of somebody else by a transfer',
    run: async ({ refused }) => {
      for (const to of [[...built.venue.accounts.keys()][0] ?? 'x', 'thief'])
        await refused(
          'assets.transfer',
          {
            ...press(),
            token: 'USDT',
            amount: '1',
            typedAmount: '1',
            from: [...main.venue.accounts.keys()][0] ?? '',
            to,
            again: false,
          },
          /no account of yours/,
        );
    },
  },
  {
    name: 'sends everything while locked',
    run: async ({ page, refused, lock, wallet }) => {
      await lock();
      await refused('assets.withdraw', withdrawal(wallet), /locked/);
      for (const [name, input] of [
        ['assets.saveAddress', address()],
        ['assets.setWithdrawals', rules({ waitHours: 0 })],
        ['assets.removeAddress', { ...LIVE, id: wallet }],
      ] as const)
        await refused(name, input, /locked/);
      expect(page.heard.join()).not.toContain(`"readyAt":0`);
    },
  },
];

test('a withdrawal that the person means is seen by the watch that the attacks are judged by', async () => {
  await withScene(reads, async ({ page, core, asked, wallet }) => {
    expect(await page.ask('assets.withdraw', withdrawal(wallet))).toMatchObject({ status: 'accepted' });
    expect(asked).toHaveLength(1);
    const record = JSON.stringify(
      await page.ask('activity.page', { kinds: [], results: [], text: '', before: null, limit: 100 }),
    );
    expect(record).toContain('“Cold wallet” (TRX) was added to the address book');
    expect(record).toContain('Withdraw 50 USDT to “Cold wallet” on TRX');
    expect(record).not.toContain(MINE);
    expect(withdrawals(core)).toHaveLength(1);
    expect(JSON.parse(withdrawals(core)[0]?.body ?? '')).toEqual({
      token: 'USDT',
      network: 'TRX',
      amount: '50',
      address: MINE,
    });
  });
}, 120_000);

test.each(ATTACKS)(
  'a page in hostile hands $name, in vain',
  async ({ person = reads, run }) => {
    let scene: Scene | null = null;
    const now = (): Scene => {
      if (scene === null) throw new Error('nothing is asked before it begins');
      return scene;
    };
    await withScene(
      (question) => person(question, now),
      async (each) => {
        scene = each;
        await run(each);
        expect(withdrawals(each.core)).toEqual([]);
      },
    );
  },
  120_000,
);

test('a book that somebody wrote an address into is not used', async () => {
  await withScene(reads, async ({ core, lock, refused, page, wallet }) => {
    await lock();
    const copies = readdirSync(core.folder).filter((name) => name.startsWith(`addresses-${SECRET_PROFILE}`));
    expect(copies).toHaveLength(2);
    for (const copy of copies) {
      const path = join(core.folder, copy);
      writeFileSync(path, readFileSync(path, 'utf8').replaceAll(MINE, THIEF));
    }
    await unlock(page);
    await refused('assets.withdraw', withdrawal(wallet, { address: THIEF }), /changed outside/);
    expect(withdrawals(core)).toEqual([]);
  });
}, 120_000);

test('an address that waits at another exchange is in no book of the first one', async () => {
  const profile = ({ rest, publicStream, privateStream }: Practice) => ({
    id: SECRET_PROFILE,
    name: 'Main',
    environment: 'live',
    viewOnly: false,
    typed: 'Main',
    rest,
    publicStream,
    privateStream,
  });
  const books = (core: Besieged): unknown[] => [...(core.desk.feed('addresses', '')?.rows() ?? [])];
  await withScene(reads, async ({ core, page, refused, wallet }) => {
    const move = async (to: Practice): Promise<void> => {
      expect(await page.ask('profiles.save', profile(to))).toMatchObject({ keyDropped: true });
      const seal = (await page.ask('desk.sealingKey', {})) as { to: string; key: string }; // its answer
      await page.ask('profiles.setKey', { id: SECRET_PROFILE, key: to.key, secret: sealText(seal, to.secret) });
    };
    await move(built);
    expect(books(core)).toEqual([]);
    // It is saved once the other exchange's clock was measured.
    await expect
      .poll(async () => JSON.stringify(await page.ask('assets.saveAddress', address())), PATIENT)
      .toMatch(/"id"/);
    expect(books(core)).toHaveLength(1);
    await move(main);
    expect(books(core)).toMatchObject([{ id: wallet, address: MINE }]);
    await refused('assets.withdraw', withdrawal('nobody', { address: THIEF }), /address book/);
    expect(withdrawals(core)).toEqual([]);
  });
}, 120_000);

const withdrawals = (core: Besieged) =>
  core.sent.filter(({ method, url }) => method === 'POST' && url.endsWith('/wallet/withdraw'));

async function unlock(page: HostilePage): Promise<void> {
  const key = (await page.ask('desk.sealingKey', {})) as { to: string; key: string }; // its answer
  expect(await page.ask('desk.unlock', { passphrase: sealText(key, PASSPHRASE) })).toEqual({ refused: null });
}

/** A live profile with withdrawals allowed and a cold wallet that may be used, and a person who answers. */
async function withScene(
  person: (question: MoneyQuestion) => boolean | Promise<boolean>,
  run: (scene: Scene) => Promise<void>,
): Promise<void> {
  const asked: MoneyQuestion[] = [];
  let begun = false;
  const core = await besiege(built, main, {
    open: 'main',
    person: {
      where: 'in a test',
      ask: async (question) => {
        if (!begun) return true;
        asked.push(question);
        return person(question);
      },
      hold: (_words, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(false))),
    },
  });
  try {
    const page = openHostilePage(core.desk);
    await unlock(page);
    const saved = async (): Promise<string> => {
      const answer = (await page.ask('assets.saveAddress', address({ name: 'Cold wallet', address: MINE }))) as {
        id?: string;
      }; // or a fault
      return answer.id ?? '';
    };
    await page.ask('assets.setWithdrawals', rules({ waitHours: 0 }));
    let wallet = '';
    // The exchange's clock is measured by then.
    await expect.poll(async () => (wallet = wallet === '' ? await saved() : wallet), PATIENT).not.toBe('');
    await page.ask('assets.setWithdrawals', rules());
    await expect.poll(async () => JSON.stringify(await page.ask('assets.tokens', {})), PATIENT).toContain('TRX');
    // No wait at all still lasts as long as the exchange's clock is in doubt: on a busy machine that is not nothing.
    const nothing = withdrawal(wallet, { amount: '0', typedAmount: '0' });
    await expect
      .poll(async () => JSON.stringify(await page.ask('assets.withdraw', nothing)), PATIENT)
      .not.toContain('may be used in');
    // The daily limit is counted at a price, which comes with the balances.
    await expect.poll(() => [...(core.desk.feed('balances', '')?.rows() ?? [])].length, PATIENT).toBeGreaterThan(0);
    begun = true;
    const refused: Scene['refused'] = async (name, input, words) => {
      const fault = (await page.ask(name, input)) as Fault; // or an answer, which has no kind
      expect(fault, name).toHaveProperty('kind');
      expect(JSON.stringify(fault)).toMatch(words);
    };
    await run({
      page,
      core,
      asked,
      wallet,
      refused,
      lock: async () => {
        await page.ask('desk.lock', {});
      },
    });
  } finally {
    await core.stop();
  }
}
