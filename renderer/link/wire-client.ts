import type { FeedName, FeedRowOf, RequestInput, RequestName, RequestOutput } from '../../shared/contract/contract.ts';
import { FaultError } from '../../shared/errors.ts';
import {
  WIRE_VERSION,
  type DownFrame,
  type FeedChange,
  type Port,
  type ShellCan,
  type UpFrame,
} from '../../shared/wire/wire.ts';
import { readFrame } from './wire-frames.ts';
import { reconnectDelay } from './reconnect.ts';

/** Where the changes of one feed go. Called for each change of a batch, in order. */
export interface FeedSink<Row> {
  snapshot(rows: readonly Row[]): void;
  delta(put: readonly Row[], drop: readonly string[]): void;
}

/** Whether the page reaches the core. Everything on the screen is old while it does not. */
export type Link =
  | { readonly state: 'connecting' }
  | { readonly state: 'up'; readonly shell: ShellCan }
  /**
   * `since` is when it was lost; `retryAt` is null while an attempt is under way, and where it is `over`: then no attempt
   * follows by itself.
   */
  | {
      readonly state: 'down';
      readonly since: number;
      readonly retryAt: number | null;
      readonly reason: string;
      readonly over?: true;
    };

/** What the client takes from its surroundings. */
export interface Surroundings {
  open(): Port;
  now(): number;
  random(): number;
  /** Runs `task` after at least `ms`; returns its cancel. */
  later(ms: number, task: () => void): () => void;
  /** Runs `task` in the next frame of the screen, or soon where nothing is painted; returns its cancel. */
  inFrame(task: () => void): () => void;
  contract: string;
  keepSession(key: string): void;
  onLink(link: Link): void;
  /** The core speaks another contract: the page must be loaded again. */
  onReload(reason: string): void;
}

export interface WireClient {
  ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>>;
  listen<Name extends FeedName>(feed: Name, key: string, sink: FeedSink<FeedRowOf<Name>>): () => void;
  /** Tries at once instead of at `retryAt`. */
  retryNow(): void;
}

interface Listening {
  readonly feed: FeedName;
  readonly key: string;
  readonly sink: FeedSink<never>;
  seq: number;
}
interface Asking {
  readonly name: string;
  resolve(value: unknown): void;
  reject(fault: FaultError): void;
}

/** After so many attempts in a row, which take a minute or two, nobody will answer at this address any more. */
const MOST_ATTEMPTS = 16;
const NOBODY = 'Nothing answers at this address any more. Start Quarterdeck again: it opens a new window.';
/** A core that is alive welcomes a page at once. */
const WELCOME_MS = 10_000;
/** How often it is looked whether the core said anything; where it did not, it is asked for a sign of life. */
const LOOK_MS = 2_000;
/** So many questions without a sign of life mean that the core hangs: all on the screen is old then. */
const MOST_UNANSWERED = 3;

/** The client half of the bridge over any port. Starts to connect at once. */
export function createWireClient(world: Surroundings): WireClient {
  const listening = new Map<number, Listening>();
  const asking = new Map<number, Asking>();
  let port: Port | null = null;
  let up = false;
  let attempt = 0;
  let nextId = 1;
  let lost: { readonly since: number; readonly reason: string } | null = null;
  let cancelTimer: () => void = () => undefined;
  /** Since it was last looked. */
  let heard = false;
  let unanswered = 0;
  /** Delivers the batch that waits for its frame. */
  let undelivered: (() => void) | null = null;

  const send = (frame: UpFrame): void => port?.send(JSON.stringify(frame));

  function connect(): void {
    cancelTimer();
    world.onLink(lost === null ? { state: 'connecting' } : { state: 'down', ...lost, retryAt: null });
    const opened = world.open();
    port = opened;
    opened.onText((text) => {
      if (port === opened) receive(text);
    });
    opened.onClose((reason, over = false) => {
      if (port === opened) lose(reason, over);
    });
    cancelTimer = world.later(WELCOME_MS, () => {
      if (port === opened) breakOff('The core does not answer.');
    });
    send({ t: 'hello', wire: WIRE_VERSION, contract: world.contract });
  }

  function lose(reason: string, over = false): void {
    cancelTimer();
    port = null;
    up = false;
    undelivered?.();
    for (const asked of [...asking.values()]) asked.reject(lostAnswer(asked.name));
    asking.clear();
    const now = world.now();
    // Old since the first loss, whatever became of the attempts after it; the newest reason counts.
    lost = { since: lost?.since ?? now, reason };
    if (over || attempt >= MOST_ATTEMPTS) {
      world.onLink({ state: 'down', ...lost, retryAt: null, over: true, ...(over ? {} : { reason: NOBODY }) });
      return;
    }
    const delay = reconnectDelay(attempt, world.random());
    attempt += 1;
    world.onLink({ state: 'down', ...lost, retryAt: now + delay });
    cancelTimer = world.later(delay, connect);
  }

  function breakOff(reason: string): void {
    const broken = port;
    lose(reason);
    broken?.close();
  }

  /** Counted in looks and not by the clock: a page that sleeps or is held back looks late, and asks first. */
  function look(): void {
    unanswered = heard ? 0 : unanswered + 1;
    heard = false;
    if (unanswered > MOST_UNANSWERED) return breakOff('The core is silent.');
    if (unanswered > 0) send({ t: 'ping' });
    cancelTimer = world.later(LOOK_MS, look);
  }

  function receive(text: string): void {
    heard = true;
    const frame = readFrame(text);
    if (frame === null) {
      breakOff('The core sent something that this page does not understand.');
      return;
    }
    take(frame);
  }

  function take(frame: DownFrame): void {
    switch (frame.t) {
      case 'welcome':
        if (frame.session !== undefined) world.keepSession(frame.session);
        cancelTimer();
        up = true;
        attempt = 0;
        lost = null;
        unanswered = 0;
        cancelTimer = world.later(LOOK_MS, look);
        world.onLink({ state: 'up', shell: frame.shell });
        for (const sub of listening.keys()) startListening(sub);
        return;
      case 'answer':
        // An answer speaks of what was told before it.
        undelivered?.();
        settle(frame.id)?.resolve(frame.value);
        return;
      case 'failure':
        undelivered?.();
        settle(frame.id)?.reject(new FaultError(frame.fault));
        return;
      case 'batch':
        deliverInFrame(frame);
        return;
      case 'pong':
        return;
      case 'reload':
        world.onReload(frame.reason);
        return;
    }
  }

  /** One batch a frame: it is applied as a whole just before it is drawn, and acknowledged then. */
  function deliverInFrame({ n, changes }: Extract<DownFrame, { t: 'batch' }>): void {
    undelivered?.();
    const from = port;
    const cancel = world.inFrame(deliver);
    undelivered = deliver;
    function deliver(): void {
      undelivered = null;
      cancel();
      try {
        for (const change of changes) apply(change);
      } finally {
        if (port === from) send({ t: 'ack', n });
      }
    }
  }

  function settle(id: number): Asking | undefined {
    const asked = asking.get(id);
    asking.delete(id);
    return asked;
  }

  function startListening(sub: number): void {
    const wanted = listening.get(sub);
    if (wanted === undefined || !up) return;
    wanted.seq = -1;
    send({ t: 'listen', sub, feed: wanted.feed, key: wanted.key });
  }

  function apply(change: FeedChange): void {
    const target = listening.get(change.sub);
    if (target === undefined) return; // stopped while the batch was on its way
    if (change.t === 'snapshot') {
      target.seq = change.seq;
      // The row's type follows from the feed's name, which `listen` tied to the sink.
      target.sink.snapshot(change.rows as never[]);
    } else if (change.seq === target.seq + 1) {
      target.seq = change.seq;
      target.sink.delta(change.put as never[], change.drop); // as above
    } else if (target.seq !== -1) {
      relisten(change.sub, target);
    }
  }

  /** A change is missing: the rows are asked for anew, under a new number so that late changes of the old one are dropped. */
  function relisten(sub: number, target: Listening): void {
    listening.delete(sub);
    send({ t: 'stop', sub });
    const fresh = nextId;
    nextId += 1;
    listening.set(fresh, target);
    startListening(fresh);
  }

  connect();
  return {
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        if (!up) {
          reject(unsent(name));
          return;
        }
        const id = nextId;
        nextId += 1;
        // The core checks its own answer against the contract's output schema of this name.
        asking.set(id, { name, resolve: (value) => resolve(value as RequestOutput<typeof name>), reject });
        send({ t: 'ask', id, name, input });
      }),
    listen: (feed, key, sink) => {
      const target: Listening = { feed, key, sink: sink as FeedSink<never>, seq: -1 }; // rows only flow into it
      const sub = nextId;
      nextId += 1;
      listening.set(sub, target);
      startListening(sub);
      return () => {
        for (const [number, each] of listening) {
          if (each !== target) continue;
          listening.delete(number);
          if (up) send({ t: 'stop', sub: number });
        }
      };
    },
    retryNow: () => {
      if (port === null) connect();
    },
  };
}

const unsent = (name: string): FaultError =>
  new FaultError({ kind: 'NotAllowed', policy: 'session', reason: `The core is not reached; "${name}" was not sent.` });

/** A command may have been carried out: the feed "commands" says so once the core is reached again. */
const lostAnswer = (name: string): FaultError =>
  new FaultError({
    kind: 'OutcomeUnknown',
    endpoint: name,
    reason: 'The connection to the core broke before it answered.',
  });
