import { createHash, createSecretKey } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { CommandRow, OrderRow, Outcome, RequestName } from '../../../shared/contract.ts';
import { faultOf } from '../../../shared/errors.ts';
import { connectExchange } from '../exchange/connect.ts';
import type { Http } from '../ports.ts';
import { openJournal, type Journal, type OpenedJournal } from '../storage/journal.ts';
import type { Profile } from '../storage/settings.ts';
import { createTerminal } from '../terminal.ts';
import type { Terminal } from '../terminal-options.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';
import { chanceOf, type Chance } from './chance.ts';
import { Front } from './front.ts';
import { CALM, Network, type Weather } from './network.ts';
import { machineClock, Timeline, type Life } from './timeline.ts';
import { EPOCH, isOpen, MARKET, nowOf, SYMBOL, Venue, type VenueOrder } from './venue.ts';

const PROFILE: Profile = {
  id: 'simulated',
  name: 'Simulated',
  environment: 'staging',
  rest: 'http://127.0.0.1:1',
  publicStream: 'ws://127.0.0.1:1/v3/public',
  privateStream: 'ws://127.0.0.1:1/v3/private',
  viewOnly: false,
};
const PRESS = { environment: PROFILE.environment, profile: PROFILE.id };

/** How long the trader presses buttons, and how long the world then has to come to rest. In ms. */
const TRADING_MS = 40_000;
const REST_MS = 900_000;

export interface RunOptions {
  readonly seed: number;
  /** For journals; wiped between runs. */
  readonly folder: string;
  /** Stands between the core and its network, to see that a wrong one is noticed. */
  readonly meddle?: (http: Http) => Http;
}

export interface RunResult {
  readonly seed: number;
  /** What must never happen and did, in words; empty when all is well. */
  readonly violations: string[];
  /** Of everything that was shown and sent, in order. */
  readonly trace: string;
  readonly placements: number;
  readonly crashes: number;
  /** Placements that were unconfirmed at some time. */
  readonly unconfirmed: number;
  /** Ms from when a placement was unconfirmed and could be read at the exchange until it was settled, in calm reads. */
  readonly settledMs: readonly number[];
}

/** Everything that one seed decides before it begins. */
function planOf(chance: Chance): { readonly weather: Weather; readonly crashes: boolean } {
  const bad = (most: number): number => (chance.happens(0.3) ? 0 : chance.fraction() * most);
  return {
    weather: {
      writes: chance.happens(0.2) ? 0 : 0.3 + bad(0.4),
      reads: bad(0.3),
      lost: bad(0.3),
      twice: bad(0.3),
      late: bad(0.3),
      cut: bad(0.05),
    },
    crashes: chance.happens(0.4),
  };
}

/**
 * Runs one seed: a trader, a terminal, a network and an exchange in one process and one virtual time.
 * Faults end with the trading; then everything must come to agree with the exchange.
 */
export async function runSeed({ seed, folder, meddle = (http) => http }: RunOptions): Promise<RunResult> {
  return new Run(seed, folder, meddle).toEnd();
}

class Run {
  readonly #seed: number;
  readonly #folder: string;
  readonly #meddle: (http: Http) => Http;
  readonly #timeline = new Timeline();
  readonly #trader: Chance;
  readonly #lagging: boolean;
  readonly #venue: Venue;
  readonly #front: Front;
  readonly #network: Network;
  readonly #shift: { ms: number };
  readonly #violations: string[] = [];
  readonly #hash = createHash('sha256');
  readonly #placed = new Set<string>();
  readonly #unconfirmedSince = new Map<string, number>();
  readonly #settledMs: number[] = [];
  /** What a row last showed, so that it never goes back. */
  readonly #shown = new Map<string, { executed: number; open: boolean }>();
  #life: Life = { alive: false };
  #terminal: Terminal | null = null;
  #journal: OpenedJournal | null = null;
  #crashes = 0;
  #readsAreCalm = false;
  #unconfirmed = 0;
  #lives = 0;
  #presses = 0;
  /** Where around the next placement the program is killed. */
  #killAt: 'begin-before' | 'begin-after' | 'send-before' | 'send-after' | null = null;

  constructor(seed: number, folder: string, meddle: (http: Http) => Http) {
    this.#meddle = meddle;
    this.#seed = seed;
    this.#folder = folder;
    this.#trader = chanceOf(seed, 'trader');
    const lags = chanceOf(seed, 'lags');
    this.#venue = new Venue(this.#timeline, chanceOf(seed, 'venue'), (report) => this.#network.tell(report));
    const byClientId = lags.happens(0.3) ? lags.below(5_000) : 0;
    const lists = lags.happens(0.3) ? lags.below(30_000) : 0;
    this.#lagging = byClientId > 0;
    this.#front = new Front(this.#venue, this.#timeline, chanceOf(seed, 'lists'), {
      byClientId,
      lists,
      dated: lags.happens(0.5),
    });
    this.#network = new Network(this.#timeline, chanceOf(seed, 'network'), this.#front);
    this.#shift = { ms: Math.round(lags.between(-200_000, 200_000)) };
  }

  async toEnd(): Promise<RunResult> {
    const plan = planOf(chanceOf(this.#seed, 'plan'));
    this.#start();
    await this.#timeline.run(3_000);
    this.#network.weather = plan.weather;
    this.#readsAreCalm = plan.weather.reads === 0 && !this.#lagging;
    this.#market();
    this.#trade(plan.crashes);
    await this.#timeline.run(3_000 + TRADING_MS);
    this.#network.weather = CALM;
    if (!this.#life.alive) this.#start();
    await this.#timeline.run(3_000 + TRADING_MS + REST_MS);
    this.#compareAtRest();
    await this.#stop();
    return {
      seed: this.#seed,
      violations: this.#violations,
      trace: this.#hash.digest('hex'),
      placements: this.#placed.size,
      crashes: this.#crashes,
      unconfirmed: this.#unconfirmed,
      settledMs: this.#settledMs,
    };
  }

  // ------------------------------------------------------------------ the program

  #start(): void {
    const life: Life = { alive: true };
    this.#life = life;
    this.#lives += 1;
    const bytes = chanceOf(this.#seed, `program ${this.#lives}`);
    const terminal = createTerminal({
      world: {
        clock: machineClock(this.#timeline, life, EPOCH, this.#shift),
        random: {
          fraction: () => bytes.fraction(),
          bytes: (length) => Uint8Array.from({ length }, () => bytes.below(256)),
        },
        http: this.#meddle(this.#network.http(life, (when) => this.#passing(`send-${when}`))),
        sockets: this.#network.sockets(life),
      },
      profile: PROFILE,
      credentials: { key: 'key', secret: createSecretKey(Buffer.from('secret')) },
      dataDir: this.#folder,
      version: 'simulated',
      connect: connectExchange,
      openJournal: (...parts) => this.#openJournal(...parts),
    });
    this.#terminal = terminal;
    terminal.feed('orders', '')?.subscribe(({ put }) => {
      // The feed "orders" has rows of orders.
      if (life.alive) for (const row of put) this.#see(row as OrderRow);
    });
    terminal.feed('commands', '')?.subscribe(({ put }) => {
      if (!life.alive) return;
      for (const row of put) {
        const { commandId, status, clientOrderId } = row as CommandRow; // rows of the feed "commands"
        this.#note(`command ${commandId} ${status}`);
        this.#timeUnconfirmed(commandId, status, clientOrderId);
      }
    });
    terminal.start();
  }

  #openJournal(...parts: Parameters<typeof openJournal>): OpenedJournal {
    const opened = openJournal(...parts);
    this.#journal = opened;
    const journal: Journal = {
      ...opened.journal,
      begin: (entry) => {
        this.#passing('begin-before');
        if (!this.#life.alive) throw new Error('killed');
        opened.journal.begin(entry);
        this.#passing('begin-after');
      },
    };
    return { ...opened, journal };
  }

  /** The program passes a point at which it may be killed. */
  #passing(point: string): void {
    if (this.#killAt === point && this.#life.alive) this.#crash();
  }

  /** kill -9: no more of it happens; what is on disk stays. */
  #crash(): void {
    this.#killAt = null;
    this.#life.alive = false;
    this.#network.drop(this.#life);
    this.#journal?.journal.close();
    this.#crashes += 1;
    this.#note('crash');
    this.#shown.clear();
    this.#timeline.after(500 + this.#trader.below(4_000), () => {
      if (!this.#life.alive) this.#start();
    });
  }

  async #stop(): Promise<void> {
    await this.#terminal?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  // ------------------------------------------------------------------ the trader and the market

  #market(): void {
    const end = 3_000 + TRADING_MS + 30_000;
    const chance = chanceOf(this.#seed, 'market');
    const hit = (): void => {
      this.#venue.hit();
      if (this.#timeline.now < end) this.#timeline.after(chance.between(200, 3_000), hit);
    };
    hit();
    const second = (): void => {
      this.#network.second();
      if (this.#timeline.now < end) this.#timeline.after(1_000, second);
    };
    second();
  }

  #trade(crashes: boolean): void {
    const chance = this.#trader;
    const act = (): void => {
      if (this.#timeline.now >= 3_000 + TRADING_MS) return;
      this.#timeline.after(chance.between(100, 2_500), act);
      if (!this.#life.alive) return;
      if (crashes && chance.happens(0.06))
        this.#killAt = chance.pick(['begin-before', 'begin-after', 'send-before', 'send-after'] as const);
      if (crashes && chance.happens(0.02)) return this.#crash();
      const deed = chance.below(10);
      if (deed < 6) this.#place(chance);
      else if (deed < 8) this.#change(chance, 'orders.edit');
      else if (deed < 9 || chance.happens(0.7)) this.#change(chance, 'orders.cancel');
      else this.#press('orders.cancelAll', { symbol: null });
    };
    act();
  }

  #place(chance: Chance): void {
    const type = chance.pick(['LIMIT', 'LIMIT', 'LIMIT', 'IOC', 'MARKET', 'POST_ONLY'] as const);
    const side = chance.pick(['BUY', 'SELL'] as const);
    const away = chance.below(40) - 10;
    const draft = orderDraft({
      symbol: SYMBOL,
      side,
      type,
      price: type === 'MARKET' ? '' : String(side === 'BUY' ? MARKET - away : MARKET + away),
      quantity: String(1 + chance.below(9)),
    });
    this.#press('orders.place', { draft }, chance.happens(0.2));
  }

  #change(chance: Chance, name: 'orders.edit' | 'orders.cancel'): void {
    // Rows of the feed "orders".
    const rows = [...(this.#terminal?.feed('orders', '')?.rows() ?? [])] as OrderRow[];
    const open = rows.filter((row) => row.open && row.orderId !== null);
    if (open.length === 0) return;
    const row = chance.pick(open);
    const price = Number(row.price ?? 1) + (row.side === 'BUY' ? -1 : 1) * (1 + chance.below(5));
    this.#press(name, {
      symbol: SYMBOL,
      orderId: row.orderId,
      ...(name === 'orders.edit' ? { price: String(price) } : {}),
    });
  }

  #press(name: RequestName, input: object, twice = false): void {
    this.#presses += 1;
    const commandId = `press-${String(this.#presses).padStart(6, '0')}`;
    if (name === 'orders.place') this.#placed.add(commandId);
    for (let press = 0; press < (twice ? 2 : 1); press += 1) {
      const life = this.#life;
      this.#terminal?.ask(name, { commandId, ...PRESS, ...input }).then(
        (outcome) => {
          // An answer to a dead program's page reaches nobody.
          if (life.alive) this.#note(`answer ${commandId} ${(outcome as Outcome).status}`);
        },
        (thrown: unknown) => {
          const fault = faultOf(thrown);
          if (life.alive) this.#note(`refused ${commandId} ${fault.kind}`);
          if (life.alive && fault.kind === 'Defect') this.#violations.push(`${commandId}: ${fault.detail}`);
        },
      );
    }
  }

  // ------------------------------------------------------------------ what must hold

  /** A row may be behind the exchange, and never ahead of it or back. */
  #see(row: OrderRow): void {
    this.#note(`row ${row.id} ${row.status} ${row.executed} ${row.price} ${row.quantity} ${row.pending}`);
    const order = row.orderId === null ? undefined : this.#venue.orders.get(row.orderId);
    if (order === undefined) {
      if (!row.open) this.#violations.push(`R2: ${row.id} is shown as ended and has no order`);
      if (row.orderId !== null) this.#violations.push(`${row.id} names an order that is not there`);
      return;
    }
    const truth = nowOf(order);
    const executed = Number(row.executed);
    if (!row.open && isOpen(truth))
      this.#violations.push(`R2: ${row.id} is shown as ${row.status} and is ${truth.status}`);
    if (executed > truth.executed) this.#violations.push(`R4: ${row.id} shows ${executed} of ${truth.executed}`);
    const before = this.#shown.get(row.id);
    if (before !== undefined && executed < before.executed)
      this.#violations.push(`R4: ${row.id} went back from ${before.executed} to ${executed}`);
    if (before !== undefined && row.open && !before.open) this.#violations.push(`${row.id} opened again`);
    this.#shown.set(row.id, { executed, open: row.open });
  }

  /** How long it took to settle a placement, counted from when the exchange could be asked about it. */
  #timeUnconfirmed(commandId: string, status: string, clientOrderId: string | null): void {
    if (!this.#placed.has(commandId)) return;
    const { now } = this.#timeline;
    // Also where that is corrected later.
    if (status === 'rejected' && (this.#venue.taken.get(clientOrderId ?? '') ?? 0) > 0)
      this.#violations.push(`R2: ${commandId} is said to be rejected and was taken`);
    if (status === 'unconfirmed') {
      this.#unconfirmed += 1;
      this.#unconfirmedSince.set(commandId, now);
      return;
    }
    const since = this.#unconfirmedSince.get(commandId);
    const order = [...this.#venue.orders.values()].find(({ clientId }) => clientId === clientOrderId);
    this.#unconfirmedSince.delete(commandId);
    if (since !== undefined && order !== undefined && status === 'accepted' && this.#readsAreCalm)
      this.#settledMs.push(Math.max(0, now - Math.max(since, order.createdAt - EPOCH)));
  }

  #compareAtRest(): void {
    const say = (words: string): void => void this.#violations.push(words);
    for (const [clientId, times] of this.#venue.taken) if (times > 1) say(`R1: ${clientId} was taken ${times} times`);
    // Rows of the feeds "orders" and "commands".
    const rows = [...(this.#terminal?.feed('orders', '')?.rows() ?? [])] as OrderRow[];
    const byId = new Map(rows.map((row) => [row.orderId, row]));
    for (const row of rows) {
      const order = this.#venue.orders.get(row.orderId ?? '');
      if (order === undefined) say(`${row.id} (${row.status}) is shown and is not there`);
      else this.#compareRow(row, order, say);
    }
    for (const order of this.#venue.open) if (!byId.has(order.id)) say(`R4: ${order.id} is open and not shown`);
    const commands = [...(this.#terminal?.feed('commands', '')?.rows() ?? [])] as CommandRow[];
    for (const { commandId, name, status, clientOrderId } of commands) {
      if (status === 'unconfirmed' || status === 'sending') say(`${commandId} is ${status} at the end`);
      const taken = clientOrderId === null ? 0 : (this.#venue.taken.get(clientOrderId) ?? 0);
      if (name === 'orders.place' && status === 'rejected' && taken > 0)
        say(`R2: ${commandId} is rejected and was taken`);
      if (name === 'orders.place' && status === 'accepted' && taken === 0) say(`${commandId} is accepted and was not`);
    }
    const intents = new Set(commands.map(({ clientOrderId }) => clientOrderId));
    for (const clientId of this.#venue.taken.keys())
      if (!intents.has(clientId)) say(`R12: ${clientId} was taken and no command knows it`);
  }

  #compareRow(row: OrderRow, order: VenueOrder, say: (words: string) => void): void {
    const truth = nowOf(order);
    if (row.open !== isOpen(truth)) say(`${row.id} is shown ${row.status} and is ${truth.status}`);
    if (Number(row.executed) !== truth.executed)
      say(`R4: ${row.id} shows ${row.executed} of ${truth.executed} at the end`);
    if (row.pending !== 'none') say(`${row.id} is pending (${row.pending}) at the end`);
    if (!row.ours) say(`${row.id} is ours and not shown so`);
    if (isOpen(truth) && (Number(row.price) !== truth.price || Number(row.quantity) !== truth.quantity))
      say(`${row.id} shows ${row.quantity} at ${row.price} and is ${truth.quantity} at ${truth.price}`);
  }

  #note(words: string): void {
    this.#hash.update(`${Math.round(this.#timeline.now)} ${words}\n`);
  }
}
