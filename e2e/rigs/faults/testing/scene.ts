import { createHmac, createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import type {
  CommandRow,
  ConnectionRow,
  NoticeRow,
  OrderDraft,
  OrderRow,
  Outcome,
} from '../../../../shared/contract/contract.ts';
import { startPractice, type Practice } from '../../../../electron/practice/server.ts';
import type { PracticeOptions } from '../../../../electron/practice/options.ts';
import { serveBridge } from '../../../../electron/core/page/bridge.ts';
import { createHttp } from '../../../../electron/core/exchange/rest/http.ts';
import type { Http, HttpRequest } from '../../../../electron/core/world/ports.ts';
import { createTerminal } from '../../../../electron/core/session/terminal.ts';
import type { Terminal, TerminalOptions } from '../../../../electron/core/session/terminal-options.ts';
import { openPage, type Page } from '../../core/page.ts';
import { sayYes } from '../../core/say-yes.ts';
import { portPair } from '../../core/port-pair.ts';
import { realWorld } from '../../../../electron/core/world/world.ts';
import { startFaultProxy, type FaultProxy } from './fault-proxy.ts';
import { SteeredClock } from './steered-clock.ts';
import { accountOf, disagreements, type Told } from './two-sides.ts';
import { orderDraft } from '../../../../shared/testing/order-draft.ts';

export const SYMBOL = 'PERP_BTC_USDT';
const SHELL = { name: 'test', keychain: false, nativeDialogs: false, notifications: false };
/** An answer must be there within so many real ms: the core's own five seconds would only be waited for. */
export const DEADLINE_MS = 400;

/** A resting buy, far below the market. */
export const DRAFT = orderDraft();

/** So long, in real ms, until what a test waits for must be on the screen. */
const PATIENCE_MS = 45_000;

/** A trader at a terminal, its exchange, and a proxy between them that makes the faults. */
export interface Scene {
  readonly exchange: Practice;
  readonly proxy: FaultProxy;
  readonly clock: SteeredClock;
  /** Data folder of the terminal. */
  readonly folder: string;
  readonly page: Page;
  readonly terminal: Terminal;
  /** Where requests go instead of the proxy; null for the proxy. */
  detour: string | null;
  /** How far the exchange's clock was set, for what another program signs. */
  skewMs: number;
  /** Begins the terminal, or begins it anew after `stop`. Resolves once it knows the symbols. */
  start(options?: Partial<TerminalOptions>): Promise<void>;
  /** Makes a terminal in the data folder and begins nothing. */
  build(options?: Partial<TerminalOptions>): Terminal;
  /** Ends the terminal. */
  stop(): Promise<void>;
  /** Opens another page in the place of the one before. */
  reload(): Page;
  /** Places a resting buy, changed as told. */
  place(part?: Partial<OrderDraft>): Promise<Outcome>;
  /** Places a resting buy that is accepted, and waits until it is on the screen; gives its id. */
  resting(price?: string): Promise<string>;
  /** The market goes through the price of every order that rests at 40000 and above. */
  fill(): Promise<unknown>;
  cancel(orderId: string): Promise<Outcome>;
  edit(orderId: string, price: string): Promise<Outcome>;
  /** Waits until the screen shows something; fails with all that it shows where it does not. */
  until<Found>(look: () => Found | undefined | null | false): Promise<Found>;
  /** Waits for an order on the screen. */
  order(find: (row: OrderRow) => boolean): Promise<OrderRow>;
  /** Waits for a command on the screen. */
  command(find: (row: CommandRow) => boolean): Promise<CommandRow>;
  /** Waits for a notice that has these words. */
  notice(words: string): Promise<NoticeRow>;
  /** Waits for a state of a link. */
  link(id: ConnectionRow['id'], state: ConnectionRow['state']): Promise<ConnectionRow>;
  /** How often requests of a kind came to the proxy. */
  requests(method: string, path: string): number;
  /** A call of the practice exchange's admin interface. */
  admin(call: string, body?: object, method?: string): Promise<unknown>;
  /** Another program with the same key, straight at the exchange. */
  elsewhere(method: string, target: string, body?: object): Promise<{ readonly status: number; readonly text: string }>;
  /** What was asked of the terminal, and what the exchange has: fails, with words, unless both come to agree. */
  agree(withinMs?: number): Promise<void>;
  /** Ends everything; fails where something was left open. */
  close(): Promise<void>;
}

/**
 * Starts one, with both streams live.
 *
 * @param meddle stands between the terminal and its network, to see that a wrong one is noticed.
 */
export async function openScene(
  options: PracticeOptions = {},
  meddle: (http: Http) => Http = (http) => http,
): Promise<Scene> {
  let onTheWay = 0;
  const clock = new SteeredClock(() => onTheWay > 0);
  const startTime = Math.round(clock.now());
  const exchange = await startPractice(
    { limits: false, pastDays: 0, adminPort: 0, startTime, ...options },
    clock.trueTime,
  );
  const proxy = await startFaultProxy(exchange);
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-fault-'));
  /** What this trader asked for, over all lives of the terminal. */
  const told: Told[] = [];
  let presses = 0;
  let page: Page | null = null;
  let terminal: Terminal | null = null;

  const guardedHttp = (http: Http): Http => ({
    close: http.close,
    async send(sent: HttpRequest) {
      onTheWay += 1;
      const url = scene.detour === null ? sent.url : sent.url.replace(proxy.rest, scene.detour);
      try {
        return await http.send({ ...sent, url, timeoutMs: Math.min(sent.timeoutMs, DEADLINE_MS) });
      } finally {
        onTheWay -= 1;
      }
    },
  });
  const newPage = (of: Terminal): Page => {
    const [core, port] = portPair();
    serveBridge(core, of, { shell: SHELL });
    const opened = openPage(port);
    for (const feed of ['orders', 'commands', 'notices', 'connection', 'instruments'] as const) opened.rows(feed);
    return opened;
  };
  const press = () => {
    presses += 1;
    return { commandId: `press-${presses}-of-test`, environment: 'practice', profile: 'main' } as const;
  };

  const scene: Scene = {
    exchange,
    proxy,
    clock,
    folder,
    detour: null,
    skewMs: 0,
    get page() {
      if (page === null) throw new Error('The terminal was not started.');
      return page;
    },
    get terminal() {
      if (terminal === null) throw new Error('The terminal was not started.');
      return terminal;
    },
    build: (part = {}) =>
      createTerminal({
        world: { ...realWorld(), clock, http: meddle(guardedHttp(createHttp())) },
        profile: {
          id: 'main',
          name: 'Main',
          environment: 'practice',
          rest: proxy.rest,
          publicStream: proxy.publicStream,
          privateStream: proxy.privateStream,
          viewOnly: false,
        },
        credentials: { key: exchange.key, secret: createSecretKey(Buffer.from(exchange.secret)) },
        dataDir: folder,
        version: '0.0.0',
        ...part,
      }),
    async start(part = {}) {
      terminal = scene.build(part);
      terminal.start();
      page = newPage(terminal);
      await scene.until(() => scene.page.rows('instruments').some(({ symbol }) => symbol === SYMBOL));
      await scene.link('private', 'live');
      await scene.link('public', 'live');
    },
    async stop() {
      const ending = terminal;
      page?.leave();
      page = null;
      terminal = null;
      await ending?.stop();
    },
    reload() {
      page?.leave();
      page = newPage(scene.terminal);
      return page;
    },
    async place(part = {}) {
      const draft: OrderDraft = { ...DRAFT, ...part };
      const { page: on } = scene;
      const outcome = await sayYes(on.ask, 'orders.place', { ...press(), draft });
      if (outcome.clientOrderId !== null) told.push({ clientOrderId: outcome.clientOrderId });
      return outcome;
    },
    async resting(price = DRAFT.price) {
      expect(await scene.place({ price })).toMatchObject({ status: 'accepted' });
      const { orderId } = await scene.order((row) => row.price === price && row.status === 'NEW');
      return orderId ?? '';
    },
    fill: () => scene.admin('/price', { symbol: SYMBOL, price: '39900' }),
    cancel: (orderId) => scene.page.ask('orders.cancel', { ...press(), symbol: SYMBOL, orderId }),
    edit: (orderId, price) => scene.page.ask('orders.edit', { ...press(), symbol: SYMBOL, orderId, price }),
    until: (look) => soon(scene.page, look),
    order: (find) => scene.until(() => scene.page.rows('orders').find(find)),
    command: (find) => scene.until(() => scene.page.rows('commands').find(find)),
    notice: (words) => scene.until(() => scene.page.rows('notices').find(({ text }) => text.includes(words))),
    link: (id, state) =>
      scene.until(() => scene.page.rows('connection').find((row) => row.id === id && row.state === state)),
    requests: (method, path) => proxy.seen.filter((each) => each.method === method && each.path === path).length,
    async admin(call, body = {}, method = 'POST') {
      const answer = await send(method, `${exchange.admin}${call}`, {}, method === 'GET' ? '' : JSON.stringify(body));
      expect(answer.status, answer.text).toBe(200);
      return JSON.parse(answer.text);
    },
    elsewhere(method, target, body) {
      const text = body === undefined ? '' : JSON.stringify(body);
      const timestamp = String(exchange.venue.now + scene.skewMs);
      const signature = createHmac('sha256', exchange.secret)
        .update(timestamp + method + target + text)
        .digest('hex');
      const headers = { 'x-api-key': exchange.key, 'x-api-timestamp': timestamp, 'x-api-signature': signature };
      return send(method, exchange.rest + target, headers, text);
    },
    agree: (withinMs = PATIENCE_MS) =>
      vi.waitFor(
        () => {
          const sides = {
            told,
            orders: scene.page.rows('orders'),
            commands: scene.page.rows('commands'),
            account: accountOf(exchange),
            seen: proxy.seen,
          };
          const found = disagreements(sides);
          if (found.length > 0) throw new Error(found.join('\n'));
        },
        { timeout: withinMs, interval: 10 },
      ),
    async close() {
      await scene.stop();
      // What ends by itself does so within a second; nothing may go on.
      await vi.waitFor(
        () => expect({ timers: clock.pending, connections: proxy.open() }).toEqual({ timers: 0, connections: 0 }),
        {
          timeout: 10_000,
          interval: 10,
        },
      );
      await proxy.close();
      await exchange.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await scene.start();
  return scene;
}

/** What the page shows within a while, or an error that says all that it shows. */
async function soon<Found>(page: Page, look: () => Found | undefined | null | false): Promise<Found> {
  const late = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    const shown = (['connection', 'commands', 'orders', 'notices'] as const).map((feed) => [feed, page.rows(feed)]);
    isLate = true;
    late.reject(new Error(`It is not shown:\n${JSON.stringify(Object.fromEntries(shown), null, 1)}`));
  }, PATIENCE_MS);
  try {
    // Nobody looks any more once it is too late.
    return await Promise.race([page.until(() => (isLate ? null : look())), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function send(
  method: string,
  url: string,
  headers: Readonly<Record<string, string>>,
  text: string,
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve, reject) => {
    const typed = text === '' ? headers : { ...headers, 'content-type': 'application/json' };
    const outgoing = request(url, { method, headers: typed, agent: false }, (response) => {
      let heard = '';
      response.on('data', (chunk: Buffer) => (heard += chunk.toString()));
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: heard }));
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}
