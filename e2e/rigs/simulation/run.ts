import { createHash, createSecretKey } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { CommandRow, OrderRow, Outcome } from '../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { faultOf } from '../../../shared/errors.ts';
import { connectExchange } from '../../../electron/core/exchange/connect.ts';
import type { Http } from '../../../electron/core/world/ports.ts';
import { openJournal, type Journal, type OpenedJournal } from '../../../electron/core/storage/journal.ts';
import { createTerminal } from '../../../electron/core/session/terminal.ts';
import type { Terminal } from '../../../electron/core/session/terminal-options.ts';
import { chanceOf, type Chance } from './chance.ts';
import { Front } from './front.ts';
import { Judge, type Press } from './judge.ts';
import { CALM, Network } from './network.ts';
import { planOf, PROFILE, type Plan } from './plan.ts';
import { machineClock, Timeline, type Life } from './timeline.ts';
import { Trader, type Wish } from './trader.ts';
import { EPOCH, Venue } from './venue.ts';

const PRESS = { environment: PROFILE.environment, profile: PROFILE.id };

/** How long the trader presses buttons, and how long the world then has to come to rest. In ms. */
const TRADING_MS = 40_000;
const MOST_REST_MS = 900_000;
/** Once nothing waits for anything any more: two readings of everything, from lists that lag. */
const QUIET_MS = 120_000;
const LOOK_MS = 15_000;

/** Where around a command the program is killed. */
const KILLS = ['begin-before', 'begin-after', 'send-before', 'send-after', 'finish-before', 'finish-after'] as const;

export interface RunOptions {
  readonly seed: number;
  /** For journals; wiped between runs. */
  readonly folder: string;
  /** Told of everything that was shown, pressed and done, as it happens. */
  readonly tell?: (words: string) => void;
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
  /** Commands by name. */
  readonly presses: ReadonlyMap<string, number>;
  /** Commands that ended without anybody knowing what became of them, by name. */
  readonly unknown: ReadonlyMap<string, number>;
  readonly fired: number;
  readonly crashes: number;
  /** Placements that were unconfirmed at some time. */
  readonly unconfirmed: number;
  /** Ms from when a placement was unconfirmed and could be read at the exchange until it was settled, in calm reads. */
  readonly settledMs: readonly number[];
}

/**
 * Runs one seed: a trader, a terminal, a network and an exchange in one process and one virtual time.
 * Faults end with the trading; then everything must come to agree with the exchange.
 */
export async function runSeed(options: RunOptions): Promise<RunResult> {
  return new Run(options).toEnd();
}

class Run {
  readonly #seed: number;
  readonly #folder: string;
  readonly #meddle: (http: Http) => Http;
  readonly #tell: (words: string) => void;
  readonly #timeline = new Timeline();
  readonly #trading: Chance;
  readonly #trader: Trader;
  readonly #plan: Plan;
  readonly #lagging: boolean;
  readonly #venue: Venue;
  readonly #front: Front;
  readonly #network: Network;
  readonly #judge: Judge;
  readonly #shift: { ms: number };
  readonly #hash = createHash('sha256');
  readonly #unconfirmedSince = new Map<string, number>();
  readonly #settledMs: number[] = [];
  #life: Life = { alive: false };
  #terminal: Terminal | null = null;
  #journal: OpenedJournal | null = null;
  #crashes = 0;
  #readsAreCalm = false;
  #unconfirmed = 0;
  #lives = 0;
  #killAt: (typeof KILLS)[number] | null = null;

  constructor({ seed, folder, meddle = (http) => http, tell = () => undefined }: RunOptions) {
    this.#meddle = meddle;
    this.#tell = tell;
    this.#seed = seed;
    this.#folder = folder;
    this.#plan = planOf(chanceOf(seed, 'plan'));
    this.#trading = chanceOf(seed, 'trader');
    const lags = chanceOf(seed, 'lags');
    this.#venue = new Venue(this.#timeline, chanceOf(seed, 'venue'), {
      order: (report) => this.#network.tellOrder(report),
      algos: (nodes) => this.#network.tellAlgos(nodes),
    });
    this.#judge = new Judge(this.#venue);
    this.#venue.deeds.onNote = (key, came) => this.#note(`exchange: ${key}: ${came}`);
    const byClientId = lags.happens(0.3) ? lags.below(5_000) : 0;
    const lists = lags.happens(0.3) ? lags.below(30_000) : 0;
    this.#lagging = byClientId > 0;
    this.#front = new Front(this.#venue, chanceOf(seed, 'lists'), { byClientId, lists, dated: lags.happens(0.5) });
    this.#network = new Network(this.#timeline, chanceOf(seed, 'network'), this.#front);
    this.#shift = { ms: Math.round(lags.between(-200_000, 200_000)) };
    this.#trader = new Trader(
      this.#trading,
      this.#timeline,
      this.#plan.deadMan,
      () => this.#terminal,
      (wish, twice) => this.#press(wish, twice),
    );
  }

  async toEnd(): Promise<RunResult> {
    const { weather, crashes } = this.#plan;
    this.#start();
    await this.#timeline.run(3_000);
    this.#network.weather = weather;
    this.#readsAreCalm = weather.reads === 0 && !this.#lagging;
    this.#market();
    this.#trade(crashes);
    await this.#timeline.run(3_000 + TRADING_MS);
    this.#network.weather = CALM;
    this.#killAt = null;
    if (!this.#life.alive) this.#start();
    await this.#rest();
    this.#judge.atRest(await this.#shown());
    this.#judge.limits(this.#plan.largestOrder);
    await this.#stop();
    const presses = new Map<string, number>();
    for (const { name } of this.#judge.presses.values()) presses.set(name, (presses.get(name) ?? 0) + 1);
    return {
      seed: this.#seed,
      violations: this.#judge.violations,
      trace: this.#hash.digest('hex'),
      placements: presses.get('orders.place') ?? 0,
      presses,
      unknown: this.#judge.unknown,
      fired: this.#venue.fired,
      crashes: this.#crashes,
      unconfirmed: this.#unconfirmed,
      settledMs: this.#settledMs,
    };
  }

  /** Time goes by until nothing waits for anything, and then so long that all of it was read again. */
  async #rest(): Promise<void> {
    const from = this.#timeline.now;
    if (this.#plan.deadMan) this.#timeline.after(5_000, () => this.#trader.disarm());
    // The market goes on for a while.
    await this.#timeline.run(from + 10_000);
    while (this.#waits() && this.#timeline.now < from + MOST_REST_MS) {
      await this.#timeline.run(this.#timeline.now + LOOK_MS);
      this.#judge.deadMan(this.#rows<DeadManRow>('deadman')[0]);
    }
    await this.#timeline.run(this.#timeline.now + QUIET_MS);
  }

  #waits(): boolean {
    const dead = this.#rows<DeadManRow>('deadman')[0]?.state ?? 'off';
    return (
      this.#network.underway > 0 ||
      this.#venue.firesAt !== null ||
      (dead !== 'off' && dead !== 'fired') ||
      this.#rows<CommandRow>('commands').some(({ status }) => status === 'unconfirmed' || status === 'sending') ||
      this.#rows<OrderRow>('orders').some(({ pending, orderId }) => pending !== 'none' || orderId === null) ||
      this.#rows<AlgoRow>('algoOrders').some(({ pending }) => pending !== 'none')
    );
  }

  /** Rows of a feed; `Row` is what the contract says of it. */
  #rows<Row>(feed: 'orders' | 'algoOrders' | 'commands' | 'deadman'): readonly Row[] {
    return [...(this.#terminal?.feed(feed, '')?.rows() ?? [])] as Row[];
  }

  async #shown(): Promise<Parameters<Judge['atRest']>[0]> {
    const commands = this.#rows<CommandRow>('commands');
    const answers = new Map<string, Outcome>();
    for (const { commandId } of commands) {
      const press = this.#judge.presses.get(commandId);
      // The outcome of a command, as its name stands in the contract.
      if (press !== undefined) answers.set(commandId, (await this.#ask(press)) as Outcome);
    }
    return {
      orders: this.#rows<OrderRow>('orders'),
      algos: this.#rows<AlgoRow>('algoOrders'),
      commands,
      deadMan: this.#rows<DeadManRow>('deadman')[0],
      answers,
      life: this.#lives,
    };
  }

  /** Asks; a question of the terminal is answered as a person does: mostly with yes. */
  async #ask({ name, commandId, input }: Press): Promise<unknown> {
    const terminal = this.#terminal;
    const press = { commandId, ...PRESS, ...input };
    try {
      return (await terminal?.ask(name, press)) ?? null;
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (fault.kind !== 'NeedsAnswer' || !this.#life.alive || this.#trading.happens(0.1)) throw thrown;
      return (await terminal?.ask(name, { ...press, answered: fault.reasons })) ?? null;
    }
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
    const judge = this.#judge;
    this.#watch<OrderRow>('orders', life, (row) => {
      this.#note(`row ${row.id} ${row.status} ${row.executed} ${row.price} ${row.quantity} ${row.pending}`);
      judge.order(row);
    });
    this.#watch<AlgoRow>('algoOrders', life, (row) => {
      this.#note(`algo ${row.id} ${row.algoStatus} ${row.executed} ${row.price} ${row.triggerPrice} ${row.pending}`);
      judge.algo(row);
    });
    this.#watch<DeadManRow>('deadman', life, (row) => {
      this.#note(`dead man ${row.state} ${row.deadline}`);
      judge.deadMan(row);
    });
    this.#watch<CommandRow>('commands', life, (row) => {
      const { commandId, status, clientOrderId } = row;
      this.#note(`command ${commandId} ${status}`);
      judge.command(row);
      this.#timeUnconfirmed(commandId, status, clientOrderId);
    });
    terminal.start();
    this.#limit(terminal);
  }

  /** Sets the person's own limit before anything is pressed; it is kept on disk from the first life on. */
  #limit(terminal: Terminal): void {
    const { largestOrder } = this.#plan;
    if (largestOrder === null || this.#lives > 1) return;
    const limits = {
      largestOrder: String(largestOrder),
      largestPosition: null,
      ordersPerMinute: null,
      dailyLoss: null,
    };
    void terminal.ask('guard.set', { commandId: 'press-of-limits', ...PRESS, limits });
  }

  #watch<Row>(feed: 'orders' | 'algoOrders' | 'commands' | 'deadman', life: Life, see: (row: Row) => void): void {
    this.#terminal?.feed(feed, '')?.subscribe(({ put }) => {
      // Rows of that feed, as the contract says.
      if (life.alive) for (const row of put) see(row as Row);
    });
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
      finish: (commandId, outcome) => {
        this.#passing('finish-before');
        if (!this.#life.alive) throw new Error('killed');
        opened.journal.finish(commandId, outcome);
        this.#passing('finish-after');
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
    this.#judge.crash();
    this.#timeline.after(500 + this.#trading.below(4_000), () => {
      if (!this.#life.alive) this.#start();
    });
  }

  async #stop(): Promise<void> {
    await this.#terminal?.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  // ------------------------------------------------------------------ the trader and the market

  #market(): void {
    const end = 3_000 + TRADING_MS + 8_000;
    const chance = chanceOf(this.#seed, 'market');
    const hit = (): void => {
      this.#venue.hit();
      if (this.#timeline.now < end) this.#timeline.after(chance.between(500, 7_000), hit);
    };
    hit();
    const second = (): void => {
      this.#network.second();
      if (this.#life.alive) this.#judge.deadMan(this.#rows<DeadManRow>('deadman')[0]);
      if (this.#timeline.now < end) this.#timeline.after(1_000, second);
    };
    second();
  }

  #trade(crashes: boolean): void {
    const chance = this.#trading;
    const act = (): void => {
      if (this.#timeline.now >= 3_000 + TRADING_MS) return;
      this.#timeline.after(chance.between(100, 2_500), act);
      if (!this.#life.alive) return;
      if (crashes && chance.happens(0.06)) this.#killAt = chance.pick(KILLS);
      if (crashes && chance.happens(0.02)) return this.#crash();
      this.#trader.act();
    };
    act();
  }

  #press(wish: Wish, twice: boolean): void {
    if (!this.#life.alive) return;
    const commandId = `press-${String(this.#judge.presses.size + 1).padStart(6, '0')}`;
    const press: Press = { ...wish, commandId, at: this.#venue.now, life: this.#lives, refused: false };
    this.#judge.presses.set(commandId, press);
    this.#note(`press ${commandId} ${wish.name} ${wish.key ?? ''}`);
    for (let time = 0; time < (twice ? 2 : 1); time += 1) {
      const life = this.#life;
      this.#ask(press).then(
        (outcome) => {
          // An answer to a dead program's page reaches nobody.
          if (life.alive) this.#note(`answer ${commandId} ${(outcome as Outcome).status}`);
        },
        (thrown: unknown) => {
          const fault = faultOf(thrown);
          press.refused = true;
          if (life.alive) this.#note(`refused ${commandId} ${fault.kind}`);
          if (life.alive && fault.kind === 'Defect') this.#judge.say(`${commandId}: ${fault.detail}`);
        },
      );
    }
  }

  /** How long it took to settle a placement, counted from when the exchange could be asked about it. */
  #timeUnconfirmed(commandId: string, status: string, clientOrderId: string | null): void {
    if (this.#judge.presses.get(commandId)?.name !== 'orders.place') return;
    const { now } = this.#timeline;
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

  #note(words: string): void {
    const line = `${Math.round(this.#timeline.now)} ${words}`;
    this.#hash.update(`${line}\n`);
    this.#tell(line);
  }
}
