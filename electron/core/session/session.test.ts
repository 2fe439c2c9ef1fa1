import { createSecretKey } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Sealed } from '../../../shared/contract/profiles.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import { startPractice, type Practice } from '../../practice/server.ts';
import { openActivity } from '../commands/activity/activity.ts';
import { createTableExport } from '../page/table-export.ts';
import { serveBridge } from '../page/bridge.ts';
import { connectExchange } from '../exchange/connect.ts';
import type { Clock } from '../world/ports.ts';
import type { Profile, SettingsStore } from '../storage/settings.ts';
import { openVault, Vault } from '../storage/vault.ts';
import { createTerminal } from './terminal.ts';
import { openPage, type Page } from '../../../e2e/rigs/core/page.ts';
import { portPair } from '../../../e2e/rigs/core/port-pair.ts';
import { sealText } from '../../../e2e/rigs/core/seal.ts';
import { realWorld } from '../world/world.ts';
import { permissionChecks } from './connection-test.ts';
import { createSession, type Session } from './session.ts';
import type { Confirm } from './question.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';

/** The desk above two practice exchanges over real HTTP: the built-in one and "Second". */

const SYMBOL = 'PERP_BTC_USDT';
const PASSPHRASE = 'three short words';
const SHELL = { name: 'test', keychain: false, nativeDialogs: false, notifications: false };
const KDF = { cost: 2 ** 10, blockSize: 8, parallel: 1 };

let first: Practice;
let second: Practice;
let folder = '';
let stored: Map<string, unknown>;
/** What the shell asks outside of the page. */
let confirm: Confirm | null = null;
/** Called before a terminal is built. */
let beginning: (profile: Profile) => void = () => undefined;
/** Called as a terminal starts, when it has done so. */
let started: (profile: Profile) => void = () => undefined;
const stops: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  first = await startPractice({ limits: false, pastDays: 0 });
  second = await startPractice({ limits: false, pastDays: 0, seed: 2, adminPort: 0 });
});
afterAll(async () => {
  await first.close();
  await second.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-desk-'));
  stored = new Map();
  beginning = () => undefined;
  started = () => undefined;
  confirm = null;
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Open {
  readonly desk: Session;
  readonly page: Page;
  stop(): Promise<void>;
}

async function open(clock: Clock = realWorld().clock): Promise<Open> {
  const settings: SettingsStore = { get: (key) => stored.get(key), set: (key, value) => void stored.set(key, value) };
  const world = { ...realWorld(), clock };
  const { rest, publicStream, privateStream, key, secret } = first;
  const activity = openActivity(folder, clock);
  const desk = createSession({
    tables: createTableExport(folder, clock),
    world,
    settings,
    dataFolder: folder,
    vault: openVault(folder, null),
    keychain: null,
    builtIn: {
      profile: {
        id: 'practice',
        name: 'Practice',
        environment: 'practice',
        viewOnly: false,
        rest,
        publicStream,
        privateStream,
      },
      credentials: { key, secret: createSecretKey(Buffer.from(secret)) },
    },
    openTerminal: (profile, credentials, _bookKey, news, kept) => {
      beginning(profile);
      const options = {
        world: realWorld(),
        profile,
        credentials,
        dataDir: folder,
        version: '0.0.0',
        activity,
        news,
        kept,
      };
      const terminal = createTerminal(options);
      return {
        ...terminal,
        start() {
          terminal.start();
          started(profile);
        },
      };
    },
    activity,
    confirm,
    trial: { world: realWorld, connect: connectExchange },
    kdf: KDF,
  });
  await desk.start();
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopping ??= desk.stop());
  stops.push(stop);
  const [core, port] = portPair();
  serveBridge(core, desk, { shell: SHELL });
  const page = openPage(port);
  for (const feed of ['profiles', 'desk', 'terminal'] as const) await page.until(() => page.rows(feed).length > 0);
  return { desk, page, stop };
}

const seal = async (page: Page, text: string): Promise<Sealed> => sealText(await page.ask('desk.sealingKey', {}), text);
const refusal = async (answer: Promise<unknown>): Promise<Fault> =>
  answer.then(
    () => {
      throw new Error('it was not refused');
    },
    (error: unknown) => faultOf(error),
  );
/** All entries of the record. */
const everything = { kinds: [], results: [], text: '', before: null, limit: 100 };
/** The three addresses of one host. */
const placeAt = (host: string) => ({
  rest: `https://${host}`,
  publicStream: `wss://${host}/v3/public`,
  privateStream: `wss://${host}/v3/private`,
});
const fields = (exchange: Practice = second) => ({
  id: null,
  name: 'Second',
  environment: 'practice' as const,
  rest: exchange.rest,
  publicStream: exchange.publicStream,
  privateStream: exchange.privateStream,
  viewOnly: false,
  typed: '',
});
/** A second profile with a key, and the vault that it is kept in. */
async function withSecond(page: Page): Promise<string> {
  await page.ask('desk.createVault', { passphrase: await seal(page, PASSPHRASE) });
  const { id } = await page.ask('profiles.save', fields());
  await page.ask('profiles.setKey', { id, key: second.key, secret: await seal(page, second.secret) });
  return id;
}
const live = (page: Page): Promise<unknown> =>
  page.until(() => page.rows('connection').find(({ id, state }) => id === 'private' && state === 'live'));
const unlock = async (page: Page, text = PASSPHRASE): Promise<string | null> =>
  (await page.ask('desk.unlock', { passphrase: await seal(page, text) })).refused;
const deskRow = (page: Page) => page.rows('desk')[0];
/** The real clock, of which so many minutes can be slept through; who waits looks then. */
function sleepyClock(): { readonly clock: Clock; sleep(minutes: number): void } {
  const real = realWorld().clock;
  let slept = 0;
  const waiting = new Set<() => void>();
  const clock: Clock = {
    now: () => real.now() + slept,
    monotonic: () => real.monotonic(),
    after: (ms, callback) => {
      waiting.add(callback);
      const timer = real.after(ms, () => {
        waiting.delete(callback);
        callback();
      });
      return {
        cancel: () => {
          waiting.delete(callback);
          timer.cancel();
        },
      };
    },
  };
  return {
    clock,
    sleep(minutes) {
      slept += minutes * 60_000;
      for (const look of [...waiting]) look();
    },
  };
}
let presses = 0;
const place = (page: Page, profile: string, by: 'click' | 'key' = 'click') => {
  presses += 1;
  return page.ask('orders.place', {
    commandId: `press-${presses}-of-desk`,
    environment: 'practice',
    profile,
    by,
    draft: orderDraft(),
  });
};

describe('profiles', () => {
  test('practice is there from the start and needs nothing', async () => {
    const { page } = await open();
    expect(page.rows('profiles')).toMatchObject([{ id: 'practice', builtIn: true, open: true }]);
    await page.until(() => deskRow(page)?.vault === 'none' && !deskRow(page)?.locked);
    await live(page);
  });

  test('a change of profile ends the old one, takes its rows back, and shows the new one on the same page', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    await live(page);
    await page.until(() => page.rows('instruments').some(({ symbol }) => symbol === SYMBOL));
    expect(await place(page, 'practice')).toMatchObject({ status: 'accepted' });
    await page.until(() => page.rows('orders').length === 1);
    await page.ask('profiles.open', { id, typed: '' });
    await page.until(() => page.rows('terminal')[0]?.profile === id);
    expect(page.rows('orders')).toEqual([]);
    await live(page);
    expect(page.rows('orders')).toEqual([]);
    await page.until(() => page.rows('instruments').some(({ symbol }) => symbol === SYMBOL));
    expect(await refusal(place(page, 'practice'))).toMatchObject({ policy: 'environment' });
    expect(await place(page, id)).toMatchObject({ status: 'accepted' });
    expect(page.closed).toBe(false);
  });

  test('what became of an order of the profile that was closed is not told on the screen of the next one', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    await page.ask('profiles.open', { id, typed: '' });
    await live(page);
    await page.until(() => page.rows('instruments').length > 0);
    await fetch(`${second.admin}/received`, { method: 'DELETE' });
    const body = JSON.stringify({ kind: 'hang', method: 'POST', path: '/v3/trade/order', process: false });
    expect((await fetch(`${second.admin}/faults`, { method: 'POST', body })).ok).toBe(true);
    const fault = refusal(place(page, id));
    await expect.poll(async () => (await fetch(`${second.admin}/received`)).text()).toContain('/v3/trade/order');
    await page.ask('profiles.open', { id: 'practice', typed: '' });
    expect(await fault).toMatchObject({ kind: 'OutcomeUnknown', reason: expect.stringContaining('was changed') });
  });

  test('the profile of the last run is opened again, locked until the passphrase comes', async () => {
    const one = await open();
    const id = await withSecond(one.page);
    await one.page.ask('profiles.open', { id, typed: '' });
    await one.stop();
    const { page } = await open();
    await page.until(() => page.rows('terminal')[0]?.profile === id && deskRow(page)?.locked);
    expect(await refusal(place(page, id))).toMatchObject({ policy: 'locked' });
    expect(await unlock(page, 'another passphrase')).toBe('The passphrase is wrong.');
    expect(deskRow(page)).toMatchObject({ locked: true, vault: 'locked' });
    expect(await unlock(page)).toBeNull();
    await page.until(() => deskRow(page)?.locked === false);
    await live(page);
  });

  test('an edit of the addresses drops the key, an edit of the name keeps it', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    expect(await page.ask('profiles.save', { ...fields(), id, name: 'Renamed' })).toEqual({ id, keyDropped: false });
    const elsewhere = { ...fields(first), id, name: 'Renamed' };
    expect(await page.ask('profiles.save', elsewhere)).toEqual({ id, keyDropped: true });
    await page.until(() => page.rows('profiles').find((row) => row.id === id)?.keyHint === null);
  });

  test('a key never stands beside an address that it was not entered for, whatever ends the change', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    let seen: unknown = null;
    const { set } = stored;
    stored.set = (key, value) => {
      if (key === 'profiles') seen = Vault.open(join(folder, 'vault'), null).keyName(id);
      return set.call(stored, key, value);
    };
    await page.ask('profiles.save', { ...fields(first), id });
    expect(seen).toBeNull();
  });

  test('a change that cannot be written costs no key', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    const { set } = stored;
    stored.set = () => {
      throw new Error('the disk is full');
    };
    await refusal(page.ask('profiles.save', { ...fields(first), id }));
    stored.set = set;
    expect(Vault.open(join(folder, 'vault'), null).keyName(id)).toBe(second.key);
    await page.until(() => page.rows('profiles').find((row) => row.id === id && row.rest === second.rest));
  });

  test.each([
    ['a plain address', { environment: 'live', rest: 'http://api.example' }, 'rest'],
    ['a plain stream', { environment: 'live', publicStream: 'ws://api.example' }, 'publicStream'],
    ['a user name that looks like a host', { rest: 'https://localhost@evil.example' }, 'rest'],
    ['the live exchange called practice', { rest: 'https://api.woox.io' }, 'environment'],
    ['the live exchange called staging', { environment: 'staging', rest: 'https://API.woox.io.' }, 'environment'],
    ['another machine called practice', { rest: 'https://10.0.0.1' }, 'environment'],
    ['the name of another profile', { name: 'ＰRACTICE' }, 'name'],
    ['no name', { name: '  ' }, 'name'],
    ['the id of the built-in profile', { id: 'practice' }, 'id'],
  ] as const)('%s is refused at its field', async (_what, part, path) => {
    const { page } = await open();
    const input = { ...fields(), ...part };
    expect(await refusal(page.ask('profiles.save', input))).toMatchObject({
      kind: 'InvalidInput',
      problems: [{ path }],
    });
    expect(page.rows('profiles')).toHaveLength(1);
  });

  test('going live wants the name typed, also by an edit of the profile that is open', async () => {
    const { page } = await open();
    const { id } = await page.ask('profiles.save', { ...fields(), environment: 'live', name: 'Main' });
    for (const typed of ['', 'main', 'Second'])
      expect(await refusal(page.ask('profiles.open', { id, typed }))).toMatchObject({ problems: [{ path: 'typed' }] });
    expect(page.rows('terminal')).toMatchObject([{ profile: 'practice' }]);
    await page.ask('profiles.open', { id, typed: 'Main' });
    await page.until(() => page.rows('terminal')[0]?.environment === 'live');
    await page.ask('profiles.save', { ...fields(), id, environment: 'live', name: 'Main', viewOnly: true });
    const back = { ...fields(), id, environment: 'live' as const, name: 'Main' };
    expect(await refusal(page.ask('profiles.save', back))).toMatchObject({ problems: [{ path: 'typed' }] });
  });

  test('going live is asked outside of the page too, where the shell can, and stays where the answer is no', async () => {
    const questions: string[] = [];
    let answer = false;
    confirm = async ({ message, detail }) => {
      questions.push(`${message} ${detail}`);
      return answer;
    };
    const { page } = await open();
    const { id } = await page.ask('profiles.save', { ...fields(), environment: 'live', name: 'Main' });
    expect(await refusal(page.ask('profiles.open', { id, typed: 'Main' }))).toMatchObject({ policy: 'guard' });
    expect(page.rows('terminal')).toMatchObject([{ profile: 'practice' }]);
    answer = true;
    await page.ask('profiles.open', { id, typed: 'Main' });
    await page.until(() => page.rows('terminal')[0]?.environment === 'live');
    expect(questions).toHaveLength(2);
    expect(questions[0]).toMatch(/Go live on “Main”\? .*127\.0\.0\.1/);

    // What goes to another place asks again, also while it is open, names both, and is written down.
    const moved = { ...fields(first), id, environment: 'live' as const, name: 'Main' };
    expect(await refusal(page.ask('profiles.save', moved))).toMatchObject({ problems: [{ path: 'typed' }] });
    answer = false;
    expect(await refusal(page.ask('profiles.save', { ...moved, typed: 'Main' }))).toMatchObject({ policy: 'guard' });
    expect(page.rows('profiles').find((row) => row.id === id)?.rest).toBe(second.rest);
    answer = true;
    await page.ask('profiles.save', { ...moved, typed: 'Main' });
    const [from, to] = [second, first].map(({ rest }) => new URL(rest).host);
    expect(questions).toHaveLength(4);
    expect(questions[3]).toContain(`at ${to}. It was at ${from}.`);
    const { entries } = await page.ask('activity.page', { ...everything, text: 'was moved' });
    expect(entries.map(({ summary }) => summary)).toEqual([`Main was moved from live at ${from} to live at ${to}`]);
    // A new name moves nothing, and asks nothing.
    await page.ask('profiles.save', { ...moved, name: 'Mine' });
    expect(questions).toHaveLength(4);
  });

  test('an exchange that is not known is opened as a live one is, whatever it calls itself', async () => {
    const { page } = await open();
    const { id } = await page.ask('profiles.save', { ...fields(), environment: 'staging' });
    expect(await refusal(page.ask('profiles.open', { id, typed: '' }))).toMatchObject({
      problems: [{ path: 'typed' }],
    });
    await page.ask('profiles.open', { id, typed: 'Second' });
    await page.until(() => page.rows('terminal')[0]?.environment === 'staging');
  });

  test('a host that was never contacted is asked about outside of the page, once, and written down', async () => {
    const strange = { ...fields(), environment: 'staging' as const, ...placeAt('stranger.invalid') };
    const alone = await open();
    const saved = await alone.page.ask('profiles.save', strange);
    for (const asked of [
      alone.page.ask('profiles.test', { id: saved.id }),
      alone.page.ask('profiles.open', { id: saved.id, typed: 'Second' }),
    ])
      expect(await refusal(asked)).toMatchObject({ reason: expect.stringContaining('stranger.invalid was never') });
    await alone.stop();

    const questions: string[] = [];
    confirm = async ({ message }) => questions.push(message) > 1;
    const { page } = await open();
    expect(await refusal(page.ask('profiles.test', { id: saved.id }))).toMatchObject({ policy: 'guard' });
    await page.ask('profiles.test', { id: saved.id });
    await page.ask('profiles.test', { id: saved.id });
    expect(questions).toEqual(Array.from({ length: 2 }, () => 'Contact stranger.invalid for the first time?'));
    const { entries } = await page.ask('activity.page', { ...everything, text: 'first contact' });
    expect(entries.map(({ summary }) => summary)).toEqual(['First contact with stranger.invalid, for Second']);
  });

  test('hosts of profiles from before are known, and what they cannot be is listed but not opened', async () => {
    const known = { ...fields(), id: 'old', environment: 'staging', ...placeAt('known.invalid') };
    const untrue = { ...fields(), id: 'false', name: 'False', environment: 'staging', ...placeAt('api.woo.org') };
    const three = {
      ...fields(),
      id: 'three',
      name: 'Three',
      environment: 'live',
      ...placeAt('a.invalid'),
      privateStream: 'wss://b.example',
    };
    stored.set(
      'profiles',
      [known, untrue, three].map(({ typed: _typed, ...profile }) => profile),
    );
    stored.set('activeProfile', 'false');
    const questions: string[] = [];
    confirm = async ({ message }) => questions.push(message) > 0;
    const { page } = await open();
    expect(page.rows('profiles').map(({ name }) => name)).toEqual(['Practice', 'Second', 'False', 'Three']);
    expect(page.rows('terminal')).toMatchObject([{ profile: 'practice' }]);
    await page.ask('profiles.test', { id: 'old' });
    for (const [id, name] of [
      ['false', 'False'],
      ['three', 'Three'],
    ] as const) {
      expect(await refusal(page.ask('profiles.open', { id, typed: name }))).toMatchObject({ kind: 'InvalidInput' });
      expect(await refusal(page.ask('profiles.test', { id }))).toMatchObject({ kind: 'InvalidInput' });
    }
    expect(questions).toEqual([]);
    const { entries } = await page.ask('activity.page', { ...everything, text: 'not opened' });
    expect(entries.map(({ summary }) => summary)).toEqual([
      'False was not opened: api.woo.org is the live exchange. Choose live.',
    ]);
  });

  test('there are as many profiles as a person can use, and no more', async () => {
    const { page } = await open();
    const lots = Array.from({ length: 62 }, (_none, at) => ({
      ...fields(),
      id: `p${at}`,
      name: `Profile ${at + 100}`,
    }));
    stored.set(
      'profiles',
      lots.map(({ typed: _typed, ...profile }) => profile),
    );
    await page.ask('profiles.save', { ...fields(), name: 'The last' });
    expect(await refusal(page.ask('profiles.save', { ...fields(), name: 'One more' }))).toMatchObject({
      problems: [{ reason: 'There are 64 profiles at most. Remove one first.' }],
    });
  });

  test('the shell can disarm the dead-man switch of the open profile', async () => {
    const { page, desk } = await open();
    await live(page);
    const press = { commandId: 'press-of-the-switch', environment: 'practice', profile: 'practice' } as const;
    await page.ask('deadman.arm', { ...press, timeoutMs: 600_000, mode: 'once' });
    await page.until(() => desk.deadMan()?.state === 'armed');
    expect(await desk.disarm()).toBeNull();
    await page.until(() => desk.deadMan()?.state === 'off');
  });

  test('what is open cannot be removed; what is removed takes its key along', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    await page.ask('profiles.open', { id, typed: '' });
    expect(await refusal(page.ask('profiles.remove', { id }))).toMatchObject({ problems: [{ path: 'id' }] });
    await page.ask('profiles.open', { id: 'practice', typed: '' });
    await page.ask('profiles.remove', { id });
    expect(Vault.open(join(folder, 'vault'), null).names).toEqual([]);
    await page.until(() => page.rows('profiles').length === 1);
  });

  test('where the new one cannot begin, the one before comes back', async () => {
    const { page } = await open();
    const { id } = await page.ask('profiles.save', fields());
    beginning = (profile) => {
      if (profile.id === id) throw new Error('the disk is full');
    };
    const fault = await refusal(page.ask('profiles.open', { id, typed: '' }));
    expect(fault).toMatchObject({ policy: 'session', reason: 'the disk is full' });
    await live(page);
    expect(page.rows('terminal')).toMatchObject([{ profile: 'practice' }]);
    expect(stored.get('activeProfile')).toBeUndefined();
    expect(await place(page, 'practice')).toMatchObject({ status: 'accepted' });
  });
});

test('a profile is opened where the disk takes nothing: the next start opens the one before', async () => {
  const before = await open();
  const { id } = await before.page.ask('profiles.save', fields());
  const { set } = stored;
  stored.set = (key, value) => {
    if (key === 'activeProfile') throw new Error('the disk is full');
    return set.call(stored, key, value);
  };
  await before.page.ask('profiles.open', { id, typed: '' });
  await before.page.until(() => before.page.rows('terminal')[0]?.profile === id);
  await before.stop();
  const { page } = await open();
  expect(page.rows('terminal')[0]?.profile).toBe('practice');
});

describe('the lock', () => {
  test('takes no command, shows no account, and only the passphrase opens it', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    await page.ask('profiles.open', { id, typed: '' });
    await live(page);
    await page.until(() => page.rows('balances').length > 0);
    await page.ask('desk.lock', {});
    await page.until(() => deskRow(page)?.locked === true && page.rows('terminal')[0]?.locked === true);
    expect(page.rows('balances')).toEqual([]);
    expect(await refusal(place(page, id))).toMatchObject({ policy: 'locked' });
    for (const ask of [
      () => page.ask('profiles.open', { id: 'practice', typed: '' }),
      () => page.ask('profiles.save', fields()),
      () => page.ask('profiles.remove', { id }),
      () => page.ask('profiles.removeKey', { id }),
      () => page.ask('profiles.test', { id }),
      () => page.ask('desk.lockAfter', { minutes: null }),
    ])
      expect(await refusal(ask())).toMatchObject({ policy: 'locked' });
    expect(await unlock(page)).toBeNull();
    await live(page);
    expect(page.rows('terminal')).toMatchObject([{ locked: false, profile: id }]);
  });

  test('closes practice too: nothing of it is shown or taken', async () => {
    const { page } = await open();
    await page.ask('desk.createVault', { passphrase: await seal(page, PASSPHRASE) });
    await page.until(() => page.rows('balances').length > 0);
    await page.ask('desk.lock', {});
    await page.until(() => page.rows('terminal')[0]?.locked === true);
    expect(page.rows('balances')).toEqual([]);
    await page.until(() => page.rows('connection').find(({ id, state }) => id === 'private' && state === 'down'));
    expect(await refusal(place(page, 'practice'))).toMatchObject({ policy: 'locked' });
    expect(await unlock(page)).toBeNull();
    await live(page);
  });

  test('answers orders that wait for their slot with “not sent”: nothing is asked about them', async () => {
    const { page } = await open();
    await page.ask('desk.createVault', { passphrase: await seal(page, PASSPHRASE) });
    await live(page);
    // Five a second leave: the last of them waits for seconds.
    const pressed = Array.from({ length: 40 }, (_, nth) =>
      page
        .ask('orders.place', {
          ...{ commandId: `press-${nth}-of-lock`, environment: 'practice', profile: 'practice' },
          draft: orderDraft({ price: String(40_000 - nth) }),
        })
        .catch((thrown: unknown) => faultOf(thrown)),
    );
    await pressed[0];
    await page.ask('desk.lock', {});
    expect(await pressed.at(-1)).toMatchObject({ status: 'rejected', fault: { kind: 'ExchangeUnreachable' } });
    // Each of them has its end.
    expect(await Promise.all(pressed)).toHaveLength(40);
  });

  test('cannot be closed where there is no passphrase to open it with', async () => {
    const { page } = await open();
    expect(await refusal(page.ask('desk.lock', {}))).toMatchObject({ kind: 'InvalidInput' });
  });

  test('closes by itself when nobody was there, sleep included', async () => {
    const { clock, sleep } = sleepyClock();
    const { page } = await open(clock);
    await page.ask('desk.createVault', { passphrase: await seal(page, PASSPHRASE) });
    await page.ask('desk.lockAfter', { minutes: 5 });
    sleep(4);
    await page.ask('desk.present', {});
    sleep(4);
    expect(deskRow(page)?.locked).toBe(false);
    sleep(2);
    await page.until(() => deskRow(page)?.locked === true);
  });

  test('one that fails as it starts leaves nothing behind: the one before comes back, and the next try works', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    let failing = true;
    started = (profile) => {
      if (profile.id === id && failing) throw new Error('it fails as it starts');
    };
    for (let tries = 0; tries < 2; tries += 1) {
      expect(await refusal(page.ask('profiles.open', { id, typed: '' }))).toMatchObject({
        reason: 'it fails as it starts',
      });
      await page.until(() => page.rows('terminal')[0]?.profile === 'practice');
      await live(page);
    }
    failing = false;
    await page.ask('profiles.open', { id, typed: '' });
    await page.until(() => page.rows('terminal')[0]?.profile === id);
    await live(page);
  });

  test('the one of the last run that fails as it starts gives way to the practice exchange', async () => {
    const before = await open();
    const id = await withSecond(before.page);
    await before.page.ask('profiles.open', { id, typed: '' });
    await before.stop();
    started = (profile) => {
      if (profile.id === id) throw new Error('it fails as it starts');
    };
    const { page } = await open();
    expect(page.rows('terminal')[0]?.profile).toBe('practice');
    await live(page);
  });

  test('ends no program where it cannot begin anew without the key, and the passphrase brings it back', async () => {
    const { clock, sleep } = sleepyClock();
    const { page } = await open(clock);
    await page.ask('desk.createVault', { passphrase: await seal(page, PASSPHRASE) });
    await page.ask('desk.lockAfter', { minutes: 5 });
    beginning = () => {
      throw new Error('the disk is full');
    };
    // An error that nobody caught fails the test.
    sleep(6);
    await page.until(() => deskRow(page)?.shut === true && page.rows('terminal').length === 0);
    beginning = () => undefined;
    expect(await unlock(page)).toBeNull();
    await live(page);
  });

  test('wrong passphrases cost more and more time', async () => {
    const { page } = await open();
    await page.ask('desk.createVault', { passphrase: await seal(page, PASSPHRASE) });
    await page.ask('desk.lock', {});
    for (let tries = 0; tries < 5; tries += 1) expect(await unlock(page, `wrong ${tries}`)).toMatch(/wrong/);
    expect(await unlock(page)).toMatch(/^Too many wrong tries\. Wait \d+ s\.$/);
  });

  test('a short passphrase is refused, and a second one', async () => {
    const { page } = await open();
    const choose = async (text: string): Promise<unknown> =>
      page.ask('desk.createVault', { passphrase: await seal(page, text) });
    expect(await refusal(choose('short'))).toMatchObject({ problems: [{ path: 'passphrase' }] });
    await choose(PASSPHRASE);
    expect(await refusal(choose('another passphrase'))).toMatchObject({ problems: [{ path: 'passphrase' }] });
  });
});

describe('the record', () => {
  const all = { kinds: [], results: [], text: '', before: null, limit: 100 };

  test('is not filled with passphrases that somebody tries', async () => {
    const real = realWorld().clock;
    let waited = 0;
    const { page } = await open({ ...real, monotonic: () => real.monotonic() + waited });
    await page.ask('desk.createVault', { passphrase: await seal(page, PASSPHRASE) });
    for (let tries = 0; tries < 70; tries += 1) {
      expect(await unlock(page, `wrong ${tries}`)).toMatch(/wrong\.$/);
      if (tries >= 4) expect(await unlock(page)).toMatch(/^Too many/);
      waited += 31_000;
    }
    expect(await unlock(page)).toBeNull();
    const { entries } = await page.ask('activity.page', { ...all, kinds: ['lock'] });
    const wrong = 'Not unlocked: The passphrase is wrong.';
    expect(entries.map(({ summary }) => summary)).toEqual([
      'Unlocked after 70 wrong tries',
      `${wrong} 64 wrong tries so far`,
      `${wrong} 32 wrong tries so far`,
      `${wrong} 16 wrong tries so far`,
      `${wrong} 8 wrong tries so far`,
      ...Array.from({ length: 5 }, () => wrong),
    ]);
  });

  test('has who asked, what was sent, what came back and how long it took, and no secret', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    await page.ask('profiles.open', { id, typed: '' });
    await live(page);
    await page.until(() => page.rows('instruments').some(({ symbol }) => symbol === SYMBOL));
    await place(page, id, 'key');
    const { entries } = await page.ask('activity.page', all);
    const placed = entries.find(({ name }) => name === 'orders.place');
    expect(placed).toMatchObject({ kind: 'command', by: 'key', profile: id, result: 'accepted', symbol: SYMBOL });
    expect(placed?.sent).toContain('40000');
    expect(placed?.ms).toBeGreaterThanOrEqual(0);
    expect(entries.map(({ summary }) => summary)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Second was added, at 127\.0\.0\.1:\d+$/),
        'Second got a key',
        'Second was opened',
        'Private stream: live',
      ]),
    );
    const text = JSON.stringify(entries);
    for (const form of ['utf8', 'hex', 'base64'] as const)
      for (const secret of [second.secret, second.key, PASSPHRASE])
        expect(text).not.toContain(Buffer.from(secret).toString(form));
    await page.until(() => (page.rows('activity')[0]?.number ?? 0) >= entries.length);
  });

  test('is exported whole, and shut away by the lock', async () => {
    const { page } = await open();
    await page.ask('desk.createVault', { passphrase: await seal(page, PASSPHRASE) });
    const { path, entries } = await page.ask('activity.export', { kinds: ['profile'], results: [], text: '' });
    expect(readFileSync(path, 'utf8').trim().split('\r\n')).toHaveLength(entries + 1);
    await page.ask('desk.lock', {});
    expect(await refusal(page.ask('activity.page', all))).toMatchObject({ policy: 'locked' });
    const filter = { kinds: [], results: [], text: '' };
    expect(await refusal(page.ask('activity.export', filter))).toMatchObject({ policy: 'locked' });
  });
});

describe('a secret', () => {
  test('is in no row, answer or file in a readable form', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    await page.ask('profiles.open', { id, typed: '' });
    await live(page);
    const seen = JSON.stringify([page.rows('profiles'), page.rows('desk'), page.rows('terminal'), [...stored]]);
    const files = readFileSync(join(folder, 'vault'), 'latin1');
    for (const form of ['utf8', 'hex', 'base64'] as const) {
      const text = Buffer.from(second.secret).toString(form);
      expect(seen).not.toContain(text);
      expect(files).not.toContain(text);
    }
    expect(page.rows('profiles').find((row) => row.id === id)?.keyHint).toBe(`…${second.key.slice(-4)}`);
  });

  test('is taken once for each sealing key, and not when a bit of it was changed', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    const secret = await seal(page, 'another');
    const changed = { ...secret, data: `${secret.data[0] === 'A' ? 'B' : 'A'}${secret.data.slice(1)}` };
    const set = (sealed: Sealed): Promise<unknown> => page.ask('profiles.setKey', { id, key: 'key', secret: sealed });
    expect(await refusal(set(changed))).toMatchObject({ problems: [{ path: 'secret' }] });
    expect(await refusal(set(secret))).toMatchObject({ problems: [{ path: 'secret' }] });
  });

  test.each(['with space', 'new\r\nline', 'ключ'])('has no key like %j', async (key) => {
    const { page } = await open();
    const id = await withSecond(page);
    const secret = await seal(page, 'another');
    expect(await refusal(page.ask('profiles.setKey', { id, key, secret }))).toMatchObject({
      problems: [{ path: 'key' }],
    });
  });
});

describe('the connection test', () => {
  const states = async (page: Page, id: string): Promise<Record<string, string>> =>
    Object.fromEntries((await page.ask('profiles.test', { id })).checks.map((check) => [check.id, check.state]));

  test('says what works with a good key, and warns that it may withdraw', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    expect(await states(page, id)).toEqual({
      reach: 'good',
      clock: 'good',
      signature: 'good',
      permissions: 'good',
      withdrawal: 'warning',
      public: 'good',
      private: 'good',
      vip: 'unknown',
    });
  });

  test.each([
    [['READ', 'TRADE'], [], 'The key may read, trade, from any address on the internet.', 'good', 'good'],
    [
      ['READ', 'TRADE', 'WITHDRAWAL'],
      ['1.2.3.4'],
      'The key may read, trade, withdraw, from 1.2.3.4.',
      'good',
      'warning',
    ],
    [['READ'], [], 'The key may read, from any address on the internet. It cannot trade.', 'warning', 'good'],
    [[], [], 'The key may do nothing, from any address on the internet. It cannot trade.', 'warning', 'good'],
  ])('says what a key with the rights %j may do', (permissions, addresses, text, state, withdrawal) => {
    expect(permissionChecks(permissions, addresses)).toMatchObject([{ text, state }, { state: withdrawal }]);
  });

  test('says that a secret is wrong', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    await page.ask('profiles.setKey', { id, key: second.key, secret: await seal(page, 'wrong') });
    expect(await states(page, id)).toMatchObject({
      reach: 'good',
      signature: 'bad',
      private: 'unknown',
      vip: 'unknown',
    });
  });

  test('says that nobody answers', async () => {
    const { page } = await open();
    const { id } = await page.ask('profiles.save', { ...fields(), rest: 'http://127.0.0.1:9' });
    expect(await states(page, id)).toEqual({ reach: 'bad' });
  });

  test('leaves the streams of the profile that runs alone', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    await page.ask('profiles.open', { id, typed: '' });
    await live(page);
    expect(await states(page, id)).toMatchObject({ private: 'good', public: 'good', vip: 'unknown' });
    expect(page.rows('connection').find((row) => row.id === 'private')?.state).toBe('live');
  });

  test('of another profile with the key of the one that runs takes no stream key from it', async () => {
    const { page } = await open();
    const id = await withSecond(page);
    await page.ask('profiles.open', { id, typed: '' });
    await live(page);
    const twin = await page.ask('profiles.save', { ...fields(), name: 'Twin' });
    await page.ask('profiles.setKey', { id: twin.id, key: second.key, secret: await seal(page, second.secret) });
    await fetch(`${second.admin}/received`, { method: 'DELETE' });
    expect(await states(page, twin.id)).toMatchObject({ signature: 'good', private: 'good', public: 'good' });
    const answer = await fetch(`${second.admin}/received`);
    const { writes } = (await answer.json()) as { writes: readonly { path: string }[] };
    expect(writes.filter(({ path }) => path === '/v3/account/listenKey')).toEqual([]);
  });
});

test('where the file of the keys is damaged, practice works, and no key is taken', async () => {
  writeFileSync(join(folder, 'vault'), 'not a vault');
  const { page } = await open();
  await live(page);
  expect(deskRow(page)).toMatchObject({ vault: 'unreadable', locked: false });
  const { id } = await page.ask('profiles.save', fields());
  expect(await refusal(page.ask('profiles.setKey', { id, key: 'key', secret: await seal(page, 'x') }))).toMatchObject({
    policy: 'locked',
  });
  expect(await refusal(page.ask('desk.lock', {}))).toMatchObject({ policy: 'locked' });
  expect(readFileSync(join(folder, 'vault'), 'utf8')).toBe('not a vault');
});

describe('what the page keeps', () => {
  const LIGHT = { name: 'settings', value: '{"theme":"light"}' };

  test('is there before the page asks for anything else, after a restart, and for its profile alone', async () => {
    const { page, stop } = await open();
    expect(await page.ask('pageSettings.put', { profile: 'practice', ...LIGHT })).toEqual({});
    const { id } = await page.ask('profiles.save', fields());
    await page.until(() => page.rows('pageSettings', 'practice').length > 0);
    expect(page.rows('pageSettings', id)).toEqual([]);
    await stop();
    const again = await open();
    await again.page.until(() => again.page.rows('pageSettings', 'practice').length > 0);
    expect(again.page.rows('pageSettings', 'practice')).toEqual([LIGHT]);
    const symbol = { name: 'symbol', value: '{"symbol":"SPOT_ETH_USDT"}' };
    await again.page.ask('pageSettings.put', { profile: id, ...symbol });
    expect(again.page.rows('pageSettings', 'practice')).toEqual([LIGHT]);
    await again.page.ask('profiles.remove', { id });
    expect(await refusal(again.page.ask('pageSettings.put', { profile: id, ...symbol }))).toMatchObject({
      problems: [{ path: 'profile' }],
    });
    expect(again.page.rows('pageSettings', id)).toEqual([]);
  });

  test('is told to whoever follows it, and kept while it is locked; files of it wait', async () => {
    const { page } = await open();
    await withSecond(page);
    await page.ask('desk.lock', {});
    await page.ask('pageSettings.put', { profile: 'practice', ...LIGHT });
    await page.until(() => page.rows('pageSettings', 'practice').length > 0);
    const files = [
      page.ask('pageSettings.export', { profile: 'practice' }),
      page.ask('pageSettings.import', { profile: 'practice', text: '{}' }),
    ];
    for (const file of files) expect(await refusal(file)).toMatchObject({ policy: 'locked' });
    expect(readdirSync(folder)).not.toContain('exports');
  });

  test('never stops a start: what cannot be read is put aside, and a notice says so', async () => {
    for (const copy of ['screen-practice', 'screen-practice.copy']) writeFileSync(join(folder, copy), 'rubbish');
    const { page } = await open();
    const [notice] = await page.until(() => {
      const rows = page.rows('notices');
      return rows.length > 0 ? rows : null;
    });
    expect(notice).toMatchObject({
      level: 'warning',
      text: expect.stringContaining('Settings of this screen cannot be'),
    });
    expect(page.rows('pageSettings', 'practice')).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.includes('.damaged-'))).toHaveLength(2);
  });
});
