import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requests } from '../../../shared/contract/contract.ts';
import type { Fault } from '../../../shared/errors.ts';
import { alwaysAsked, AWAITED, SAME_ORDER } from '../../../shared/rules/order-questions.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';
import { startPractice, type Practice } from '../../practice/server.ts';
import { besiege, PASSPHRASE, SECRET_PROFILE, type Besieged } from '../../../e2e/rigs/core/scenes/besieged.ts';
import { openHostilePage, type HostilePage } from '../../../e2e/rigs/core/scenes/hostile-page.ts';
import { sealText } from '../../../e2e/rigs/core/seal.ts';

/**
 * Attacks by a page that is wholly in an attacker's hands: it calls whatever it likes. After each one
 * nothing was sent that changes an account, nothing that came back holds a secret, and the core serves the
 * next page. "Main" is a live profile with a key in the vault.
 */
let built: Practice;
let main: Practice;
/** A server of the attacker's own, and what it was told. */
let thief: Server;
const stolen: string[] = [];
let thiefAt = '';

beforeAll(async () => {
  built = await startPractice({ limits: false, pastDays: 0 });
  main = await startPractice({ limits: false, pastDays: 0, seed: 2 });
  thief = createServer((request, response) => {
    stolen.push(JSON.stringify([request.url, request.headers]));
    response.end(JSON.stringify({ success: true, data: {}, timestamp: Date.now() }));
  });
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
  thiefAt = `127.0.0.1:${(thief.address() as AddressInfo).port}`; // it listens on TCP
});
afterAll(async () => {
  await built.close();
  await main.close();
  thief.closeAllConnections();
  await new Promise((resolve) => thief.close(resolve));
});

interface Scene {
  readonly page: HostilePage;
  readonly core: Besieged;
  /** Asks, and expects a refusal of this kind or policy. */
  refused(name: string, input: unknown, by?: string): Promise<void>;
  seal(text: string): Promise<ReturnType<typeof sealText>>;
}
interface Attack {
  readonly name: string;
  readonly where?: Parameters<typeof besiege>[2];
  run(scene: Scene): Promise<void>;
}

let presses = 0;
const press = (part: object = {}) => {
  presses += 1;
  return { commandId: `attack-${presses}-press`, environment: 'practice', profile: 'practice', ...part };
};
const LIVE = { environment: 'live', profile: SECRET_PROFILE };
const DRAFT = orderDraft({ type: 'MARKET', price: '' });
/** It answers every question by itself, as it may. */
const answered = [alwaysAsked('live'), SAME_ORDER, AWAITED];
const order = (part: object = {}) => ({ ...press(part), answered, draft: DRAFT });
const mainForm = () => ({
  id: SECRET_PROFILE,
  name: 'Main',
  environment: 'live',
  rest: main.rest,
  publicStream: main.publicStream,
  privateStream: main.privateStream,
  viewOnly: false,
  typed: '',
});
const all = { kinds: [], results: [], text: '' };
const ON_MAIN = { open: 'main' } as const;

const ATTACKS: readonly Attack[] = [
  {
    name: 'asks for the secret under every name that it can think of',
    run: async ({ refused }) => {
      for (const name of [
        'profiles.secret',
        'profiles.getKey',
        'vault.read',
        'desk.passphrase',
        'settings.get',
        'eval',
      ])
        await refused(name, { id: SECRET_PROFILE }, 'unsupported');
    },
  },
  {
    name: 'asks under names that every object has',
    run: async ({ refused }) => {
      for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf', ''])
        await refused(name, {}, 'unsupported');
    },
  },
  {
    name: 'listens to feeds that do not exist',
    run: async ({ core }) => {
      for (const feed of ['vault', 'secrets', '__proto__', 'constructor']) {
        const page = openHostilePage(core.desk);
        page.say({ t: 'listen', sub: 1, feed, key: '' });
        await expect.poll(() => page.closed).toBe(true);
      }
    },
  },
  {
    name: 'listens to all there is and reads every row and answer',
    where: ON_MAIN,
    run: async ({ page }) => {
      for (const [sub, feed] of [
        'terminal',
        'connection',
        'orders',
        'commands',
        'notices',
        'profiles',
        'desk',
      ].entries())
        page.say({ t: 'listen', sub: sub + 1, feed, key: '' });
      for (const name of ['desk.sealingKey', 'terminal.time']) await page.ask(name, {});
      await page.ask('activity.page', { ...all, before: null, limit: 500 });
      await expect.poll(() => page.heard.length).toBeGreaterThan(5);
    },
  },
  {
    name: 'hands over a secret in the open',
    run: ({ refused }) => refused('profiles.setKey', { id: SECRET_PROFILE, key: 'k', secret: 'mine' }, 'InvalidInput'),
  },
  {
    name: 'uses a recorded sealed secret again',
    run: async ({ page, refused, seal }) => {
      const secret = await seal('another');
      await page.ask('profiles.setKey', { id: SECRET_PROFILE, key: 'mine', secret });
      await refused('profiles.setKey', { id: SECRET_PROFILE, key: 'mine', secret }, 'InvalidInput');
    },
  },
  {
    name: 'seals to a key of its own',
    run: async ({ refused, seal }) =>
      refused(
        'profiles.setKey',
        { id: SECRET_PROFILE, key: 'k', secret: { ...(await seal('x')), to: 'mine' } },
        'InvalidInput',
      ),
  },
  {
    name: 'unlocks without a passphrase',
    where: ON_MAIN,
    run: async ({ page, refused, seal }) => {
      await page.ask('desk.lock', {});
      for (const input of [{}, { passphrase: null }, { passphrase: '' }, { keychain: true }])
        await refused('desk.unlock', input, 'InvalidInput');
      expect(await page.ask('desk.unlock', { passphrase: await seal('') })).toMatchObject({
        refused: expect.any(String),
      });
      await refused('orders.place', order(LIVE), 'locked');
    },
  },
  {
    name: 'tries passphrases side by side',
    where: ON_MAIN,
    run: async ({ page, refused, seal }) => {
      await page.ask('desk.lock', {});
      for (let round = 0; round < 6; round += 1) {
        const guesses = await Promise.all(['one guess more', 'another guess', 'a third guess'].map(seal));
        const answers = await Promise.all(guesses.map((passphrase) => page.ask('desk.unlock', { passphrase })));
        for (const answer of answers) expect(answer).toMatchObject({ refused: expect.any(String) });
      }
      expect(await page.ask('desk.unlock', { passphrase: await seal(PASSPHRASE) })).toMatchObject({
        refused: expect.stringMatching(/Too many/),
      });
      await refused('orders.place', order(LIVE), 'locked');
    },
  },
  {
    name: 'sends every command while locked',
    where: ON_MAIN,
    run: async ({ page, refused }) => {
      await page.ask('desk.lock', {});
      await refused('orders.place', order(LIVE), 'locked');
      await refused('orders.cancelAll', { ...press(LIVE), symbol: null }, 'locked');
      await refused('orders.cancel', { ...press(LIVE), symbol: 'PERP_BTC_USDT', orderId: '1' }, 'locked');
      await refused('deadman.arm', { ...press(LIVE), timeoutMs: 60_000, mode: 'once' }, 'locked');
      await refused('deadman.disarm', press(LIVE), 'locked');
    },
  },
  {
    name: 'sends in the instant in which it is being locked',
    where: ON_MAIN,
    run: async ({ page, core }) => {
      // Its market is known by then, so that nothing but the lock refuses.
      const bad = { ...order(LIVE), draft: { ...DRAFT, quantity: '0.000000001' } };
      await expect
        .poll(async () => JSON.stringify(await page.ask('orders.place', { ...bad, ...press(LIVE) })))
        .toContain('The smallest quantity');
      const locking = page.ask('desk.lock', {});
      const orders = Array.from({ length: 20 }, () => page.ask('orders.place', order(LIVE)));
      await locking;
      for (const answer of await Promise.all(orders)) expect(answer).toHaveProperty('kind');
      expect(core.writes()).toEqual([]);
    },
  },
  {
    name: 'leaves the lock by opening practice',
    where: ON_MAIN,
    run: async ({ page, refused }) => {
      await page.ask('desk.lock', {});
      await refused('profiles.open', { id: 'practice', typed: '' }, 'locked');
    },
  },
  {
    name: 'changes, adds and removes profiles and keys while locked',
    where: ON_MAIN,
    run: async ({ page, refused, seal }) => {
      await page.ask('desk.lock', {});
      await refused('profiles.save', { ...mainForm(), id: null, name: 'Mine' }, 'locked');
      await refused('profiles.remove', { id: SECRET_PROFILE }, 'locked');
      await refused('profiles.removeKey', { id: SECRET_PROFILE }, 'locked');
      await refused('profiles.setKey', { id: SECRET_PROFILE, key: 'k', secret: await seal('x') }, 'locked');
      await refused('profiles.test', { id: SECRET_PROFILE }, 'locked');
      await refused('desk.lockAfter', { minutes: null }, 'locked');
      await refused('activity.page', { ...all, before: null, limit: 10 }, 'locked');
    },
  },
  {
    name: 'replaces the passphrase by one of its own',
    run: async ({ refused, seal }) =>
      refused('desk.createVault', { passphrase: await seal('the attacker’s words') }, 'InvalidInput'),
  },
  {
    name: 'goes live unseen',
    run: async ({ page, refused }) => {
      for (const typed of ['', 'main', 'MAIN', 'Main2', 'Practice'])
        await refused('profiles.open', { id: SECRET_PROFILE, typed }, 'InvalidInput');
      await refused('profiles.open', { id: SECRET_PROFILE }, 'InvalidInput');
      await refused('orders.place', order(LIVE), 'environment');
      expect(page.closed).toBe(false);
    },
  },
  {
    name: 'makes the profile that is open a live one by an edit',
    where: { open: 'main', environment: 'staging' },
    run: ({ refused }) => refused('profiles.save', mainForm(), 'InvalidInput'),
  },
  {
    name: 'gives the live exchange the colours of practice',
    run: async ({ refused }) => {
      for (const rest of ['https://api.woox.io', 'https://API.WOOX.IO', 'https://api.woox.io.', 'https://10.1.2.3'])
        await refused(
          'profiles.save',
          { ...mainForm(), id: null, name: 'Harmless', environment: 'practice', rest },
          'InvalidInput',
        );
    },
  },
  {
    name: 'sends the key of a live profile to a server of its own',
    where: ON_MAIN,
    run: async ({ page, core, seal }) => {
      const moved = { ...mainForm(), rest: `http://${thiefAt}`, typed: 'Main' };
      expect(await page.ask('profiles.save', moved)).toMatchObject({ keyDropped: true });
      await page.ask('profiles.test', { id: SECRET_PROFILE });
      await page.ask('orders.place', order(LIVE));
      await page.ask('desk.unlock', { passphrase: await seal(PASSPHRASE) });
      await page.ask('orders.place', order(LIVE));
      expect(stolen.length).toBeGreaterThan(0);
      expect(stolen.join()).not.toMatch(/x-api-(?:key|signature)/);
      expect(core.writes()).toEqual([]);
    },
  },
  {
    name: 'copies a live profile to a server of its own, hoping for its key',
    run: async ({ page }) => {
      const copy = { ...mainForm(), id: null, name: 'Copy', rest: `http://${thiefAt}` };
      const saved = await page.ask('profiles.save', copy);
      const { id } = saved as { id: string }; // matched by the contract
      const before = stolen.length;
      await page.ask('profiles.test', { id });
      expect(stolen.length).toBeGreaterThan(before);
      expect(stolen.join()).not.toMatch(/x-api-(?:key|signature)/);
    },
  },
  {
    name: 'names a profile id that is a path or an object’s own',
    run: async ({ refused, seal }) => {
      for (const id of ['../../vault', '..', '__proto__', 'constructor', 'a/b', 'a\0b', 'x'.repeat(65)]) {
        await refused('profiles.open', { id, typed: '' });
        await refused('profiles.setKey', { id, key: 'k', secret: await seal('x') });
      }
    },
  },
  {
    name: 'puts lines into the header that carries the key',
    run: async ({ refused, seal }) => {
      for (const key of ['k\r\nx-evil: 1', 'k\nx', 'k\0', 'k v'])
        await refused('profiles.setKey', { id: SECRET_PROFILE, key, secret: await seal('x') }, 'InvalidInput');
    },
  },
  {
    name: 'gives addresses that are no encrypted exchange',
    run: async ({ refused }) => {
      for (const rest of [
        'http://api.example',
        'HTTP://api.example',
        'ftp://api.example',
        'file:///etc/passwd',
        'javascript:alert(1)',
        'data:text/html,x',
        'https://localhost@evil.example',
        'https://a.example/?x',
        'https://a.example/#x',
        '//a.example',
      ])
        await refused('profiles.save', { ...mainForm(), id: null, name: 'Mine', rest }, 'InvalidInput');
    },
  },
  {
    name: 'sends an order for another environment than the one on the screen',
    run: async ({ refused }) => {
      for (const environment of ['live', 'staging'])
        await refused('orders.place', order({ environment }), 'environment');
      await refused('orders.place', order({ environment: 'LIVE' }), 'InvalidInput');
    },
  },
  {
    name: 'sends an order for another profile',
    run: ({ refused }) => refused('orders.place', order({ profile: SECRET_PROFILE }), 'environment'),
  },
  {
    name: 'leaves out what was on the screen',
    run: async ({ refused }) => {
      for (const field of ['commandId', 'environment', 'profile'])
        await refused('orders.place', order({ [field]: undefined }), 'InvalidInput');
    },
  },
  {
    name: 'sends commands on a view-only profile, and takes the switch off',
    where: { open: 'main', viewOnly: true },
    run: async ({ refused }) => {
      await refused('orders.place', order(LIVE), 'view-only');
      await refused('orders.cancelAll', { ...press(LIVE), symbol: null }, 'view-only');
      await refused('deadman.disarm', press(LIVE), 'view-only');
      await refused('profiles.save', { ...mainForm(), viewOnly: false }, 'InvalidInput');
      await refused('orders.place', order(LIVE), 'view-only');
    },
  },
  {
    name: 'disarms confirmations by fields that are not in the contract',
    run: async ({ refused }) => {
      await refused('orders.place', { ...order(), confirmed: true }, 'InvalidInput');
      await refused('orders.place', { ...order(), draft: { ...DRAFT, force: true } }, 'InvalidInput');
      await refused('profiles.open', { id: SECRET_PROFILE, typed: '', force: true }, 'InvalidInput');
    },
  },
  {
    name: 'withdraws to an address that is in no book',
    where: ON_MAIN,
    run: async ({ page, core }) => {
      const withdrawal = {
        ...press(LIVE),
        token: 'USDT',
        network: 'TRON',
        amount: '10',
        address: 'TAttacker',
        extra: '',
      };
      const names = [...Object.keys(requests).filter((name) => /withdraw/i.test(name)), 'assets.withdraw', 'withdraw'];
      for (const name of names)
        for (const input of [withdrawal, { ...withdrawal, draft: withdrawal }, { ...press(LIVE), entry: 'mine' }])
          expect(await page.ask(name, input)).toHaveProperty('kind');
      expect(core.sent.filter(({ url }) => url.includes('/withdraw') && !url.includes('/history'))).toEqual([]);
    },
  },
  {
    name: 'writes an export where it likes',
    run: async ({ page, core, refused }) => {
      for (const path of ['/etc/cron.d/x', '../../x.csv'])
        await refused('activity.export', { ...all, path }, 'InvalidInput');
      const answer = await page.ask('activity.export', all);
      expect((answer as { path: string }).path.startsWith(core.folder)).toBe(true); // matched by the contract
    },
  },
  {
    name: 'reads more of the record than it is given, by the search',
    run: async ({ page }) => {
      for (const text of ["' OR 1=1 --", '%', "'; DROP TABLE entries; --"]) {
        const answer = await page.ask('activity.page', { ...all, text, before: null, limit: 500 });
        expect(answer).toEqual({ entries: [], more: false });
      }
      const whole = await page.ask('activity.page', { ...all, before: null, limit: 500 });
      expect((whole as { entries: unknown[] }).entries.length).toBeGreaterThan(0); // matched by the contract
    },
  },
  {
    name: 'breaks the pipe: frames without hello, of no form, too long, too deep, too many',
    run: async ({ core }) => {
      const frames = [
        '',
        'null',
        '[]',
        '{"t":"ask"}',
        '{"t":"welcome"}',
        '{"__proto__":{"t":"hello"}}',
        'x'.repeat((1 << 20) + 1),
        `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
        '{"t":"ack","n":7}',
        '{"t":"ask","id":1.5,"name":"terminal.time","input":{}}',
      ];
      for (const text of frames) {
        const page = openHostilePage(core.desk);
        page.sayText(text);
        await expect.poll(() => page.closed, { message: text.slice(0, 40) }).toBe(true);
      }
      const flood = openHostilePage(core.desk);
      for (let id = 1; id <= 1_100; id += 1) flood.say({ t: 'ask', id, name: 'terminal.time', input: {} });
      const listener = openHostilePage(core.desk);
      for (let sub = 1; sub <= 600; sub += 1) listener.say({ t: 'listen', sub, feed: 'market', key: `S${sub}` });
      await expect.poll(() => flood.closed && listener.closed).toBe(true);
    },
  },
  {
    name: 'floods the core with sealing keys and tests, to wear it down',
    run: async ({ page, refused }) => {
      for (let round = 0; round < 200; round += 1) await page.ask('desk.sealingKey', {});
      await refused('profiles.test', { id: 'nobody' }, 'InvalidInput');
    },
  },
];

test('an order that is allowed is seen by the watch that the attacks are judged by', async () => {
  const core = await besiege(built, main);
  try {
    const page = openHostilePage(core.desk);
    await expect.poll(() => page.ask('orders.place', order())).toMatchObject({ status: 'accepted' });
    expect(core.writes().length).toBeGreaterThan(0);
  } finally {
    await core.stop();
  }
});

test('there are thirty of them at least', () => {
  expect(ATTACKS.length).toBeGreaterThanOrEqual(30);
});

test.each(ATTACKS)('a page in hostile hands $name, in vain', async ({ where, run }) => {
  const core = await besiege(built, main, where);
  try {
    const page = openHostilePage(core.desk);
    const seal: Scene['seal'] = async (text) =>
      sealText((await page.ask('desk.sealingKey', {})) as { to: string; key: string }, text); // its answer
    await page.ask('desk.unlock', { passphrase: await seal(PASSPHRASE) });
    const refused: Scene['refused'] = async (name, input, by) => {
      const fault = (await page.ask(name, input)) as Fault; // or an answer, which has no kind
      expect(fault, name).toHaveProperty('kind');
      const kinds: readonly string[] = [fault.kind, fault.kind === 'NotAllowed' ? fault.policy : ''];
      if (by !== undefined) expect(kinds, `${name} ${JSON.stringify(fault)}`).toContain(by);
    };
    await run({ page, core, refused, seal });

    expect(core.writes().map(({ method, url }) => `${method} ${url}`)).toEqual([]);
    for (const text of page.heard) for (const secret of core.secrets) expect(text.includes(secret)).toBe(false);
    const next = openHostilePage(core.desk);
    expect(await next.ask('desk.present', {})).toEqual({});
  } finally {
    await core.stop();
  }
});
