import { expect } from 'vitest';
import type { DeadManItem } from '../../../../shared/contract/deadman.ts';
import { FaultError, type Fault } from '../../../../shared/errors.ts';
import { createCommands } from '../../commands/commands.ts';
import { createExchangeClock } from '../../exchange/rest/clock.ts';
import type { ExchangeClient, ExchangeClock } from '../../exchange/types.ts';
import type { Trip } from '../../exchange/rest/travel-time.ts';
import { createNotices } from '../../commands/notices.ts';
import type { Timer } from '../../world/ports.ts';
import type { Journal, JournaledCommand } from '../../storage/journal.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { createDeadMan } from '../dead-man.ts';
import type { DeadMan } from '../types.ts';
import type { Remembered } from '../memory.ts';
import type { HeldPosition } from '../proof/proof.ts';

/** What happens to one request. */
export type Fate = 'fine' | 'lost' | 'answer-lost' | 'refused' | 'not-vip' | 'unsent';

/** The local clock is five minutes behind. */
const SKEW = 300_000;
/** Protocol.md, 1.2. */
const SIGNATURE_LIFE_MS = 300_000;

/** An exchange with one timer and some orders, on a clock five minutes ahead of the local one. */
export class FakeExchange {
  readonly clock: ManualClock;
  timer: number | null = null;
  orders = 3;
  latency = 20;
  fate: () => Fate = () => 'fine';
  readonly cancelledAt: number[] = [];
  readonly arrivals: number[] = [];
  onTheWay = 0;
  mostOnTheWay = 0;
  /** The time that the client signs with. */
  signs: () => number = () => this.now();
  /** What the client does before it signs, and with the times of an answer. */
  beforeSending: () => Promise<void> = () => Promise.resolve();
  onTrip: (trip: Trip) => void = () => undefined;
  /** Called when the orders are cancelled. */
  onFire: () => void = () => undefined;

  constructor(clock: ManualClock) {
    this.clock = clock;
  }
  /** How much faster the exchange's clock runs than the local monotonic one, and what that one missed in sleep. */
  drift = 0;
  slept = 0;
  #set = 0;
  #alarm: Timer | null = null;
  now(): number {
    return Math.floor(this.clock.monotonic() * (1 + this.drift) + this.slept) + this.#set + SKEW + 1_760_000_000_000;
  }
  /** The machine sleeps: its monotonic clock stands still, everything else goes on. */
  sleep(ms: number): void {
    this.slept += ms;
    this.clock.wall += ms;
    this.#watch();
  }
  /** It sets its clock; a timer that does not run by that clock fires when it would have. */
  step(ms: number, timer: 'by its clock' | 'by another clock'): void {
    this.#set += ms;
    if (this.timer !== null && timer === 'by another clock') this.timer += ms;
    this.#watch();
  }
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.clock.after(ms, resolve));
  }
  set(timeoutMs: number): void {
    this.timer = timeoutMs === 0 ? null : this.now() + timeoutMs;
    this.#watch();
  }
  #watch(): void {
    this.#alarm?.cancel();
    this.#alarm = null;
    if (this.timer === null) return;
    const remaining = this.timer - this.now();
    if (remaining > 0) {
      this.#alarm = this.clock.after(Math.ceil(remaining / (1 + this.drift)), () => this.#watch());
      return;
    }
    this.cancelledAt.push(this.timer);
    this.timer = null;
    this.orders = 0;
    this.onFire();
  }
  readonly client: Pick<ExchangeClient, 'call'> = {
    call: async (_name, input, options) => {
      const { triggerAfter } = input as { triggerAfter: string }; // the only endpoint that is called
      const timeoutMs = Number(triggerAfter);
      this.onTheWay += 1;
      this.mostOnTheWay = Math.max(this.mostOnTheWay, this.onTheWay);
      try {
        const fate = this.fate();
        if (fate === 'unsent') throw fault({ kind: 'ExchangeUnreachable', endpoint: '', reason: 'no network' });
        await this.beforeSending();
        options?.onSending?.();
        const sentAt = this.clock.monotonic();
        const signedAt = this.signs();
        await this.wait(this.latency / 2);
        if (Math.abs(signedAt - this.now()) >= SIGNATURE_LIFE_MS)
          throw fault({ kind: 'ExchangeRejected', endpoint: '', code: '-1001', message: 'too old', httpStatus: 401 });
        if (fate === 'refused' || fate === 'not-vip') {
          const httpStatus = fate === 'not-vip' ? 401 : 400;
          throw fault({ kind: 'ExchangeRejected', endpoint: '', code: '-1002', message: 'VIP only', httpStatus });
        }
        if (fate !== 'lost') {
          this.arrivals.push(this.now());
          this.set(timeoutMs);
        }
        const expectedTriggerTime = this.timer;
        if (fate !== 'fine') {
          await this.wait((options?.timeoutMs ?? 5_000) - this.latency / 2);
          throw fault({ kind: 'OutcomeUnknown', endpoint: '', reason: 'no answer' });
        }
        const timestamp = this.now();
        await this.wait(this.latency / 2);
        this.onTrip({ sentAt, receivedAt: this.clock.monotonic(), timestamp });
        return { expectedTriggerTime } as never; // the record of this endpoint
      } finally {
        this.onTheWay -= 1;
      }
    },
  };
}

const fault = (what: Fault): FaultError => new FaultError(what);

/** What is kept; a test changes what writing does and what is found of an earlier press. */
interface Disk {
  kept: Remembered | 'unreadable' | null;
  full: boolean;
  journal: () => void;
  past: Pick<JournaledCommand, 'commandId' | 'name' | 'outcome'> | null;
}

function journalOn(disk: Disk): Journal {
  return {
    begin: () => disk.journal(),
    finish: () => undefined,
    find: (commandId) => (disk.past?.commandId === commandId ? (disk.past as JournaledCommand) : null), // what is read of it
    hasClientOrderId: () => false,
    unsettled: () => [],
    newest: () => [],
    ofOrder: () => [],
    moves: () => [],
    close: () => undefined,
  };
}

export function setUp(kept: Remembered | null = null) {
  const clock = new ManualClock();
  const exchange = new FakeExchange(clock);
  const changed = new Set<() => void>();
  const measured = { now: true };
  const measure = (now: boolean): void => {
    measured.now = now;
    for (const listener of changed) listener();
  };
  const exchangeClock: ExchangeClock = {
    now: () => (measured.now ? exchange.now() : clock.now()),
    offset: () => (measured.now ? SKEW : null),
    uncertainty: () => (measured.now ? 5 : null),
    isSure: () => measured.now,
    isContested: () => false,
    onStep: () => () => undefined,
    onJump: () => () => undefined,
    onChange: (listener) => {
      changed.add(listener);
      return () => changed.delete(listener);
    },
  };
  return { ...around(clock, exchange, exchangeClock, kept), measure };
}

/** The same with the clock that the program measures with, which has everything to find out for itself. */
export function setUpMeasured(up = true) {
  const clock = new ManualClock();
  const exchange = new FakeExchange(clock);
  const exchangeClock = createExchangeClock(clock);
  /** Whether the exchange can be asked for its time. */
  const network = { up };
  let measuring: Promise<void> | null = null;
  const measure = (): Promise<void> => (measuring ??= ask().finally(() => (measuring = null)));
  async function ask(): Promise<void> {
    const sentAt = clock.monotonic();
    if (!network.up) return exchange.wait(3_000);
    await exchange.wait(exchange.latency / 2);
    const timestamp = exchange.now();
    await exchange.wait(exchange.latency / 2);
    exchangeClock.observe({ sentAt, receivedAt: clock.monotonic(), timestamp });
  }
  exchange.beforeSending = () => (exchangeClock.isSure() ? Promise.resolve() : measure());
  exchange.signs = () => exchangeClock.now();
  exchange.onTrip = (trip) => exchangeClock.observe(trip);
  exchangeClock.onContradiction(() => {
    clock.after(150, () => void measure());
  });
  const look = (): void => {
    if (!exchangeClock.isSure()) void measure();
    clock.after(5_000, look);
  };
  look();
  const parts = around(clock, exchange, exchangeClock, null);
  const start = (): DeadMan => {
    const man = parts.start();
    exchangeClock.onJump(() => {
      void measure();
      man.nudge();
    });
    return man;
  };
  return { ...parts, start, network, measure };
}

const item = (id: string): DeadManItem => ({
  kind: 'order',
  id,
  symbol: 'PERP_BTC_USDT',
  side: 'BUY',
  type: 'LIMIT',
  quantity: null,
  price: null,
  trigger: null,
});

function around(clock: ManualClock, exchange: FakeExchange, exchangeClock: ExchangeClock, kept: Remembered | null) {
  const disk: Disk = { kept, full: false, journal: () => undefined, past: null };
  /** As the terminal last heard. */
  const known = {
    orders: exchange.orders,
    filled: new Set<string>(),
    doubtful: new Set<string>(),
    endedAt: null as number | null,
    positions: [{ symbol: 'PERP_BTC_USDT', side: 'LONG' }] as readonly HeldPosition[] | null,
    /** Exchange's ms since which this run knows what is open. */
    since: 0 as number | null,
  };
  const notices = createNotices(clock);
  const start = (): DeadMan =>
    createDeadMan({
      client: exchange.client as ExchangeClient, // what the switch uses of it
      exchangeClock,
      clock,
      commands: createCommands(journalOn(disk), clock, notices),
      notices,
      memory: {
        read: () => disk.kept,
        write(remembered) {
          if (disk.full) throw new Error('ENOSPC');
          disk.kept = structuredClone(remembered);
        },
      },
      openAt: () => Array.from({ length: known.orders }, (_, at) => item(String(at))),
      endedBy: ({ id }) => (known.filled.has(id) ? 'other' : known.doubtful.has(id) ? 'unknown' : 'switch'),
      endedAt: () => known.endedAt,
      readOpen: async () => {
        await exchange.wait(10);
        known.orders = exchange.orders;
        return Array.from({ length: exchange.orders }, (_, index) => ({ ...item(String(index)), createdAt: 0 }));
      },
      positions: () => known.positions,
      openItems: () =>
        Array.from({ length: known.orders }, (_, at) => ({ kind: 'order', id: String(at), createdAt: 0.5 })),
      knownSince: () => known.since,
      readEnded: async (last) => {
        await exchange.wait(10);
        const ends = (last?.items ?? []).map(({ id }) => ({ item: item(id), by: 'switch', at: null }) as const);
        return { ends, isComplete: last !== null };
      },
      protects: () => false,
    });
  let presses = 0;
  const id = (): { commandId: string } => ({ commandId: `press-${(presses += 1)}-of-the-test` });
  const row = (man: DeadMan) => [...man.feed.rows()][0] ?? expect.fail('there is no row');
  const after = async <Result>(ms: number, promise: Promise<Result>): Promise<Result> => {
    await clock.move(ms);
    return promise;
  };
  return { clock, exchange, start, id, row, after, disk, notices, known };
}
