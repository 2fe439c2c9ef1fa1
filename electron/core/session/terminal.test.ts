import { createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AlgoDraft } from '../../../shared/contract/algo.ts';
import { endpoints } from '../../../shared/v3/endpoints.ts';
import { ask as askExchange } from '../../../e2e/rigs/practice/fixtures.ts';
import { startPractice, type Practice } from '../../practice/server.ts';
import { serveBridge } from '../page/bridge.ts';
import type { Clock } from '../world/ports.ts';
import { createTerminal } from './terminal.ts';
import type { Terminal } from './terminal-options.ts';
import { openPage, type Page } from '../../../e2e/rigs/core/page.ts';
import { portPair } from '../../../e2e/rigs/core/port-pair.ts';
import { openJournal } from '../storage/journal.ts';
import { realWorld } from '../world/world.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';

/** The whole core against a practice exchange over real HTTP and WebSockets. */

const SYMBOL = 'PERP_BTC_USDT';
const SHELL = { name: 'test', keychain: false, nativeDialogs: false, notifications: false };

const pageOfAlgos = endpoints['trade.algoOrders'].output;

let exchange: Practice;
let folder = '';
const stops: (() => Promise<unknown>)[] = [];
/** Timers of all clocks that were handed out. */
const timers = new Set<object>();

beforeEach(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0, adminPort: 0 });
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-terminal-'));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await exchange.close();
  // Some timers end by themselves within a second; none may go on.
  await vi.waitFor(() => expect([...timers].slice(0, 3)).toEqual([]), { timeout: 10_000 });
  rmSync(folder, { recursive: true, force: true });
});

/** The real clock, with its timers counted. */
function countedClock(clock: Clock): Clock {
  return {
    ...clock,
    after: (ms, callback) => {
      const token = { at: new Error('timer').stack };
      timers.add(token);
      const timer = clock.after(ms, () => {
        timers.delete(token);
        callback();
      });
      return {
        cancel: () => {
          timers.delete(token);
          timer.cancel();
        },
      };
    },
  };
}

interface Session {
  readonly page: Page;
  readonly terminal: Terminal;
  newPage(): Page;
  stop(): Promise<void>;
}

async function desk(part: { readonly viewOnly?: boolean; readonly locked?: boolean } = {}): Promise<Session> {
  const world = realWorld();
  const { rest, publicStream, privateStream, key, secret } = exchange;
  const terminal = createTerminal({
    world: { ...world, clock: countedClock(world.clock) },
    profile: {
      id: 'main',
      name: 'Main',
      environment: 'practice',
      rest,
      publicStream,
      privateStream,
      viewOnly: part.viewOnly ?? false,
    },
    credentials: part.locked === true ? null : { key, secret: createSecretKey(Buffer.from(secret)) },
    dataDir: folder,
    version: '0.0.0',
  });
  terminal.start();
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopping ??= terminal.stop());
  stops.push(stop);
  const newPage = (): Page => {
    const [core, port] = portPair();
    serveBridge(core, terminal, { shell: SHELL });
    return openPage(port);
  };
  const page = newPage();
  await page.until(() => page.rows('instruments').some(({ symbol }) => symbol === SYMBOL));
  if (part.locked !== true)
    await page.until(() => page.rows('connection').find(({ id, state }) => id === 'private' && state === 'live'));
  return { page, terminal, newPage, stop };
}

let presses = 0;
const press = () => {
  presses += 1;
  return { commandId: `press-${presses}-of-test`, environment: 'practice', profile: 'main' } as const;
};
const admin = async (call: string, body: object = {}): Promise<void> => {
  const answer = await fetch(`${exchange.admin}${call}`, { method: 'POST', body: JSON.stringify(body) });
  expect(answer.ok).toBe(true);
};
const venueOrders = () => [...exchange.venue.accounts.values()].find(({ name }) => name === 'practice');

/** Commands of a run that ended in them, written by a version that this one cannot read. */
function leaveUnreadable(...names: readonly string[]): void {
  const { journal } = openJournal(folder, { profile: 'main', environment: 'practice' }, Date.now());
  for (const name of names)
    journal.begin({
      commandId: `left-${name}-before`,
      name,
      symbol: SYMBOL,
      clientOrderId: name === 'orders.place' ? '4711' : null,
      summary: `Left ${name}`,
      input: '{"of":"another version"}',
      at: Date.now(),
    });
  journal.close();
}

describe('a terminal on a practice exchange', () => {
  test('starts with commands that cannot be read: each is said and stays open, and what can be asked is', async () => {
    const names = ['orders.place', 'orders.edit', 'orders.cancel', 'account.setLeverage', 'assets.transfer'];
    const others = ['assets.cancelWithdrawal', 'algo.place', 'algo.cancel', 'a.name.of.the.future'];
    leaveUnreadable(...names, ...others);
    const [side, price, quantity] = ['SELL', '90000', '0.01'];
    const order = { symbol: SYMBOL, side, type: 'LIMIT', price, quantity, clientOrderId: '4711' };
    await askExchange(exchange, 'POST', '/v3/trade/order', order);
    const { page } = await desk();
    for (const name of [...names, ...others])
      await page.until(() => page.rows('notices').find(({ text }) => text.startsWith(`What became of “Left ${name}”`)));
    const stateOf = (name: string) => page.rows('commands').find((row) => row.name === name)?.status;
    await page.until(() => stateOf('orders.place') === 'accepted');
    for (const name of [...names.slice(1), ...others]) expect(stateOf(name)).toBe('unconfirmed');
    expect(await page.ask('orders.place', { ...press(), draft: orderDraft() })).toMatchObject({ status: 'accepted' });
  });

  test('places, shows, edits and cancels a resting order', async () => {
    const { page } = await desk();
    const outcome = await page.ask('orders.place', { ...press(), draft: orderDraft() });
    expect(outcome.status).toBe('accepted');
    const row = await page.until(() => page.rows('orders').find(({ status }) => status === 'NEW'));
    expect(row).toMatchObject({ price: '40000', quantity: '0.01', open: true, ours: true, side: 'BUY' });
    const { orderId } = row;
    if (orderId === null) throw new Error('no id');

    expect(await page.ask('orders.edit', { ...press(), symbol: SYMBOL, orderId, price: '41000' })).toMatchObject({
      acknowledgement: 'EDIT_SENT',
    });
    await page.until(() => page.rows('orders').find(({ price, pending }) => price === '41000' && pending === 'none'));
    expect(await page.ask('orders.cancel', { ...press(), symbol: SYMBOL, orderId })).toMatchObject({
      acknowledgement: 'CANCEL_SENT',
    });
    await page.until(() => page.rows('orders').find(({ status }) => status === 'CANCELLED'));
    const commands = await page.until(() => page.rows('commands').length === 3 && page.rows('commands'));
    expect(commands.map(({ name, status }) => [name, status])).toEqual([
      ['orders.place', 'accepted'],
      ['orders.edit', 'accepted'],
      ['orders.cancel', 'accepted'],
    ]);
  });

  test('fills a limit buy above the market, and shows the balance and position that come of it', async () => {
    const { page } = await desk();
    const { ask } = await page.until(() => page.rows('market', SYMBOL).find((row) => row.ask !== null));
    const price = String(Math.ceil(Number(ask) * 1.01));
    await page.ask('orders.place', { ...press(), draft: orderDraft({ price }) });
    await page.until(() => page.rows('orders').find(({ status }) => status === 'FILLED'));
    const position = await page.until(() => page.rows('positions').find(({ symbol }) => symbol === SYMBOL));
    expect(position.holding).toMatch(/^0\.01/);
    await page.until(() => page.rows('balances').find(({ token }) => token === 'USDT'));
    await page.until(() => page.rows('account').find(({ positionMode }) => positionMode === 'ONE_WAY'));
  });

  test('keeps a book that is aligned, with trades and candles', async () => {
    const { page } = await desk();
    const book = await page.until(() =>
      page.rows('book', SYMBOL).find(({ state, bids, asks }) => state === 'live' && bids.length > 5 && asks.length > 5),
    );
    const numbers = (side: typeof book.bids): number[] => side.map(([price]) => Number(price));
    expect(numbers(book.bids)).toEqual(numbers(book.bids).toSorted((a, b) => b - a));
    expect(numbers(book.asks)).toEqual(numbers(book.asks).toSorted((a, b) => a - b));
    expect(Number(book.bids[0]?.[0])).toBeLessThan(Number(book.asks[0]?.[0]));
    await page.until(() => page.rows('book', `${SYMBOL} rpi`).find(({ state }) => state === 'live'));
    await page.until(() => page.rows('trades', SYMBOL).length > 0);
    const { candles } = await page.ask('market.candles', { symbol: SYMBOL, interval: '1m', before: null, limit: 10 });
    expect(candles.map(({ start }) => start)).toEqual(candles.map(({ start }) => start).toSorted((a, b) => a - b));
    const { local, offset } = await page.ask('terminal.time', {});
    expect(local).toBeGreaterThan(1_700_000_000_000);
    expect(Math.abs(offset ?? Number.NaN)).toBeLessThan(1_000);
  });

  test('shows an order that was placed elsewhere as not ours', async () => {
    const { page } = await desk();
    await askExchange(exchange, 'POST', '/v3/trade/order', {
      symbol: SYMBOL,
      side: 'SELL',
      type: 'LIMIT',
      price: '90000',
      quantity: '0.01',
    });
    const row = await page.until(() => page.rows('orders').find(({ side }) => side === 'SELL'));
    expect(row).toMatchObject({ ours: false, open: true, clientOrderId: null });
  });

  test('shows after a restart what it placed before, as ours', async () => {
    const first = await desk();
    await first.page.ask('orders.place', { ...press(), draft: orderDraft() });
    await first.stop();
    const { page } = await desk();
    const row = await page.until(() => page.rows('orders')[0]);
    expect(row).toMatchObject({ ours: true, open: true, status: 'NEW' });
    await page.until(() => page.rows('commands').find(({ status }) => status === 'accepted'));
  });

  test('a page that is loaded anew in the middle has lost nothing', async () => {
    const { page, newPage } = await desk();
    const pressed = press();
    const [outcome] = await Promise.all([
      page.ask('orders.place', { ...pressed, draft: orderDraft() }),
      page.until(() => page.rows('orders').length > 0),
    ]);
    const again = newPage();
    await page.until(() => page.closed);
    expect(await again.ask('orders.place', { ...pressed, draft: orderDraft() })).toEqual(outcome);
    await again.until(() => again.rows('orders').find(({ status }) => status === 'NEW'));
    expect(venueOrders()?.open.size).toBe(1);
  });

  test('cancels everything', async () => {
    const { page } = await desk();
    for (const price of ['40000', '40001', '40002'])
      await page.ask('orders.place', { ...press(), draft: orderDraft({ price }) });
    await page.until(() => page.rows('orders').length === 3);
    expect(await page.ask('orders.cancelAll', { ...press(), symbol: null })).toMatchObject({ status: 'accepted' });
    await page.until(() => page.rows('orders').every(({ open, pending }) => !open && pending === 'none'));
    expect(venueOrders()?.open.size).toBe(0);
  });

  test('shows how much of each limit is in use', async () => {
    const { page } = await desk();
    page.rows('limits');
    await page.ask('orders.place', { ...press(), draft: orderDraft() });
    const row = await page.until(() => page.rows('limits').find(({ endpoint }) => endpoint === 'trade.placeOrder'));
    expect(row).toMatchObject({ scope: 'symbol', scopeKey: SYMBOL, used: 1, allowed: 5, windowMs: 1_000, waiting: 0 });
  });

  test('refuses every command when it is view only, and asks the exchange nothing', async () => {
    const { page } = await desk({ viewOnly: true });
    await expect(page.ask('orders.place', { ...press(), draft: orderDraft() })).rejects.toMatchObject({
      fault: { kind: 'NotAllowed', policy: 'view-only' },
    });
    expect(venueOrders()?.open.size).toBe(0);
  });

  test('shows the market without a key, and takes no command', async () => {
    const { page } = await desk({ locked: true });
    await page.until(() => page.rows('market', SYMBOL).find(({ state }) => state === 'live'));
    await page.until(() => page.rows('connection').find(({ id, state }) => id === 'private' && state === 'down'));
    await expect(page.ask('orders.cancelAll', { ...press(), symbol: null })).rejects.toMatchObject({
      fault: { policy: 'locked' },
    });
  });
});

describe('when the answer to an order does not come', () => {
  test.each(['hang', 'reset', 'close', 'cut', 'status', 'garbage', 'html', 'stale'])(
    '(%s), it is found out, and one order is there',
    async (kind) => {
      const { page } = await desk();
      // The answer of another order, for `stale`.
      await page.ask('orders.place', { ...press(), draft: orderDraft({ price: '39000' }) });
      await admin('/faults', { kind, method: 'POST', path: '/v3/trade/order', times: 1, process: true, status: 502 });
      const outcome = await page.ask('orders.place', { ...press(), draft: orderDraft() });
      // The stream may speak before the answer is missed.
      expect(['accepted', 'unconfirmed']).toContain(outcome.status);
      await page.until(() => page.rows('commands').filter(({ status }) => status === 'accepted').length === 2);
      await page.until(() => page.rows('orders').find(({ price, status }) => price === '40000' && status === 'NEW'));
      expect(venueOrders()?.open.size).toBe(2);
    },
  );

  test('and the stream is silent too, the exchange is asked', async () => {
    const { page } = await desk();
    await admin('/streams', { silent: true, which: 'private' });
    await admin('/faults', { kind: 'reset', method: 'POST', path: '/v3/trade/order', times: 1, process: true });
    expect(await page.ask('orders.place', { ...press(), draft: orderDraft() })).toMatchObject({
      status: 'unconfirmed',
    });
    await page.until(() => page.rows('commands').find(({ status }) => status === 'accepted'));
    const row = await page.until(() => page.rows('orders')[0]);
    expect(row).toMatchObject({ status: 'NEW', ours: true });
  });
});

describe('when the private stream breaks', () => {
  test('orders that changed meanwhile are right once it is live again', async () => {
    const { page } = await desk();
    await page.ask('orders.place', { ...press(), draft: orderDraft() });
    const row = await page.until(() => page.rows('orders').find(({ status }) => status === 'NEW'));
    await admin('/streams', { silent: true, which: 'private' });
    await askExchange(exchange, 'DELETE', `/v3/trade/order?orderId=${row.orderId}&symbol=${SYMBOL}`);
    await admin('/streams', { silent: false });
    await admin('/streams/drop', { which: 'private' });
    await page.until(() => page.rows('orders').find(({ status }) => status === 'CANCELLED'));
    await page.until(() => page.rows('connection').find(({ id, state }) => id === 'private' && state === 'live'));
    await page.until(() => page.rows('notices').find(({ text }) => text.includes('1 order changed')));
  });
});

describe('a bracket', () => {
  const bracket: AlgoDraft = {
    symbol: SYMBOL,
    algoType: 'BRACKET',
    side: 'BUY',
    type: 'LIMIT',
    positionSide: 'BOTH',
    marginMode: 'CROSS',
    reduceOnly: false,
    triggerPriceType: 'MARKET_PRICE',
    quantity: '0.01',
    price: '63900',
    triggerPrice: '',
    activatedPrice: '',
    callbackRate: '',
    callbackValue: '',
    takeProfitTrigger: '64800',
    takeProfitPrice: '',
    stopLossTrigger: '63000',
    stopLossPrice: '',
  };
  const price = (to: string): Promise<void> => admin('/price', { symbol: SYMBOL, price: to });

  test.each([
    ['while the answer to its placing is given', false],
    ['when the answer to its placing is lost', true],
  ])('goes through its entry to its profit once, %s', async (_, isLost) => {
    await price('64000');
    const { page } = await desk();
    await page.until(() => page.rows('market', SYMBOL).find(({ last }) => last !== null));
    if (isLost)
      await admin('/faults', { kind: 'reset', method: 'POST', path: '/v3/trade/algoOrder', times: 1, process: true });
    const outcome = await page.ask('algo.place', { ...press(), draft: bracket });
    expect(outcome.status).toBe(isLost ? 'unconfirmed' : 'accepted');
    await page.until(() => page.rows('algoOrders').filter(({ open }) => open).length === 4);
    await page.until(() => page.rows('commands').find(({ status }) => status === 'accepted'));
    const root = await page.until(() => page.rows('algoOrders').find(({ algoType }) => algoType === 'BRACKET'));
    await price('63850');
    // The root is filled in part until its legs have ended.
    await page.until(() =>
      page
        .rows('algoOrders')
        .find(
          ({ id, algoStatus, executed }) => id === root.id && algoStatus === 'PARTIAL_FILLED' && executed === '0.01',
        ),
    );
    await price('64850');
    const profit = () => page.rows('algoOrders').find(({ algoType }) => algoType === 'TAKE_PROFIT');
    await page.until(() => profit()?.algoStatus === 'FILLED');
    await page.until(() => page.rows('algoOrders').every(({ open }) => !open));
    // One tree, and nothing odd in it: what was sent was sent once.
    expect(page.rows('algoOrders').map(({ odd }) => odd)).toEqual([null, null, null, null]);
  });

  /** What the exchange says of its algo orders (E11), every node by id; no trigger is null here and "0" on the stream. */
  async function listed(): Promise<Map<string, string>> {
    const found = new Map<string, string>();
    for (const status of ['INCOMPLETE', 'COMPLETED']) {
      const { body } = await askExchange(exchange, 'GET', `/v3/trade/algoOrders?status=${status}&size=500`);
      const { rows } = pageOfAlgos.parse(body.data);
      const waiting = [...rows];
      for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
        found.set(node.algoOrderId, `${node.algoType} ${node.algoStatus} ${Number(node.triggerPrice)}`);
        waiting.push(...node.childOrders);
      }
    }
    return found;
  }
  const shown = (page: Page): Map<string, string> =>
    new Map(
      page.rows('algoOrders').map((row) => [row.id, `${row.algoType} ${row.algoStatus} ${Number(row.triggerPrice)}`]),
    );

  test('equals what the exchange lists at every moment of its life, with edits and cancels in between', async () => {
    await price('64000');
    const { page } = await desk();
    await page.until(() => page.rows('market', SYMBOL).find(({ last }) => last !== null));
    const agrees = async (): Promise<void> =>
      vi.waitFor(async () => expect(shown(page)).toEqual(await listed()), { timeout: 30_000, interval: 50 });
    const of = (algoType: string) =>
      page.until(() => page.rows('algoOrders').find((row) => row.open && row.algoType === algoType));

    await page.ask('algo.place', { ...press(), draft: bracket });
    const stop = await of('STOP_LOSS');
    await agrees();
    await page.ask('algo.edit', { ...press(), symbol: SYMBOL, algoOrderId: stop.id, triggerPrice: '62500' });
    await page.until(() =>
      page.rows('algoOrders').find(({ id, triggerPrice }) => id === stop.id && triggerPrice === '62500'),
    );
    await agrees();
    await page.ask('algo.cancel', { ...press(), symbol: SYMBOL, algoOrderId: (await of('TAKE_PROFIT')).id });
    await page.until(() => page.rows('algoOrders').find(({ algoType, open }) => algoType === 'TAKE_PROFIT' && !open));
    await agrees();
    await price('63850');
    await agrees();
    await price('62400');
    await page.until(() => page.rows('algoOrders').every(({ open }) => !open));
    await agrees();
  });

  test('is cancelled whole, and a change that comes too late is refused in words', async () => {
    await price('64000');
    const { page } = await desk();
    await page.until(() => page.rows('market', SYMBOL).find(({ last }) => last !== null));
    await page.ask('algo.place', { ...press(), draft: bracket });
    await page.until(() => page.rows('algoOrders').filter(({ open }) => open).length === 4);
    const root = page.rows('algoOrders').find(({ parentId }) => parentId === null);
    await page.ask('algo.cancelAll', { ...press(), symbol: SYMBOL });
    await page.until(() => page.rows('algoOrders').every(({ open }) => !open));
    await expect(
      page.ask('algo.edit', { ...press(), symbol: SYMBOL, algoOrderId: root?.id ?? '', price: '63000' }),
    ).rejects.toMatchObject({ fault: { kind: 'InvalidInput' } });
  });

  test('whose edit the exchange refuses keeps its values and the reason', async () => {
    await price('64000');
    const { page } = await desk();
    await page.until(() => page.rows('market', SYMBOL).find(({ last }) => last !== null));
    await page.ask('algo.place', { ...press(), draft: bracket });
    const stop = await page.until(() => page.rows('algoOrders').find(({ algoType }) => algoType === 'STOP_LOSS'));
    // A quantity of one leg alone (protocol.md, 3.3).
    const outcome = await page.ask('algo.edit', { ...press(), symbol: SYMBOL, algoOrderId: stop.id, quantity: '0.02' });
    expect(outcome).toMatchObject({ status: 'rejected', fault: { code: expect.stringMatching(/^3171/) } });
    const row = await page.until(() =>
      page.rows('algoOrders').find(({ id, lastRefusal }) => id === stop.id && lastRefusal !== null),
    );
    // A leg has no quantity before its entry is executed (protocol.md, 9.17).
    expect([row.quantity, row.pending]).toEqual(['0', 'none']);
  });

  test('that was on its way when the program ended is found by the next start, once', async () => {
    await price('64000');
    const first = await desk();
    await first.page.until(() => first.page.rows('market', SYMBOL).find(({ last }) => last !== null));
    await admin('/streams', { silent: true, which: 'private' });
    await admin('/faults', { kind: 'reset', method: 'POST', path: '/v3/trade/algoOrder', times: 1, process: true });
    expect(await first.page.ask('algo.place', { ...press(), draft: bracket })).toMatchObject({ status: 'unconfirmed' });
    await first.stop();
    await admin('/streams', { silent: false });
    const second = await desk();
    await second.page.until(() => second.page.rows('algoOrders').filter(({ open }) => open).length === 4);
    await second.page.until(() => second.page.rows('commands').find(({ status }) => status === 'accepted'));
  });
});
