import type { FeedName, FeedRowOf, RequestName } from '../../shared/contract/contract.ts';
import { faultOf } from '../../shared/errors.ts';
import { upFrameSchema, WIRE_VERSION, type DownFrame, type FeedChange } from '../../shared/wire/wire.ts';
import { holdFeed, startAnew } from '../state/feeds/feeds.ts';

/** One request as it came over the pipe. */
export interface Asked {
  readonly name: string;
  readonly input: unknown;
}

let hear: (text: string) => void = () => undefined;
let asked: Asked[] = [];
let answers = new Map<string, (input: unknown) => unknown>();
let known = new Map<string, readonly object[]>();
/** Feeds that the page listens to, with their keys, by the page's number. */
const listening = new Map<number, string>();
let batches = 0;
/** Called once the page has applied a batch. */
const applied = new Map<number, () => void>();
const held = new Set<string>();

const say = (frame: DownFrame): void => hear(JSON.stringify(frame));

const titleOf = (feed: string, key: string): string => `${feed} ${key}`;

/** Sends a batch. @returns when the page has applied it. */
function change(changes: FeedChange[]): Promise<void> {
  batches += 1;
  const n = batches;
  const done = new Promise<void>((resolve) => applied.set(n, resolve));
  say({ t: 'batch', n, changes });
  return done;
}

async function snapshot(sub: number, title: string): Promise<void> {
  const rows = known.get(title);
  // Its shape is that of the feed's rows; the frame has records.
  if (rows !== undefined) await change([{ t: 'snapshot', sub, seq: 0, rows: [...rows] as Record<string, unknown>[] }]);
}

async function answer(id: number, name: string, input: unknown): Promise<void> {
  asked.push({ name, input });
  try {
    const made = answers.get(name);
    if (made === undefined) throw new Error(`the test has no answer to ${name}`);
    say({ t: 'answer', id, ok: true, value: await made(input) });
  } catch (thrown) {
    say({ t: 'failure', id, fault: faultOf(thrown) });
  }
}

function receive(text: string): void {
  const frame = upFrameSchema.parse(JSON.parse(text));
  switch (frame.t) {
    case 'hello': {
      const shell = { name: 'test', keychain: false, nativeDialogs: false, notifications: false };
      say({ t: 'welcome', wire: WIRE_VERSION, contract: frame.contract, shell });
      return;
    }
    case 'ask':
      void answer(frame.id, frame.name, frame.input);
      return;
    case 'listen':
      listening.set(frame.sub, titleOf(frame.feed, frame.key));
      void snapshot(frame.sub, titleOf(frame.feed, frame.key));
      return;
    case 'stop':
      listening.delete(frame.sub);
      return;
    case 'ping':
      say({ t: 'pong' });
      return;
    case 'ack':
      applied.get(frame.n)?.();
      applied.delete(frame.n);
      return;
  }
}

/**
 * The core behind the page's pipe, for tests of what asks it: it speaks the frames of `shared/wire/wire.ts`. One a process,
 * as the page has one pipe; `reset` before each test.
 */
export const core = {
  /** Forgets answers, requests and rows. Feeds that are held are not known then. */
  reset(): void {
    asked = [];
    answers = new Map();
    const names = new Set([...known.keys()].map((title) => title.split(' ')[0])) as Set<FeedName>; // `rows` takes no other names
    known = new Map();
    startAnew(names);
  },
  /** Requests since the last reset, oldest first. */
  asked: (): readonly Asked[] => asked,
  /** Answers a request by name; a FaultError that is thrown is its failure. */
  answer(name: RequestName, how: (input: unknown) => unknown): void {
    answers.set(name, how);
  },
  /** Tells the rows of a feed, in place of those before, and holds it. @returns when the page has them. */
  async rows<Name extends FeedName>(feed: Name, rows: readonly Partial<FeedRowOf<Name>>[], key = ''): Promise<void> {
    const title = titleOf(feed, key);
    if (!held.has(title)) holdFeed(feed, key);
    held.add(title);
    known.set(title, rows);
    await Promise.all([...listening].filter(([, name]) => name === title).map(([sub]) => snapshot(sub, title)));
  },
  /** Names the account on screen, without which nothing is pressed. */
  account: (): Promise<void> =>
    core.rows('terminal', [{ id: 'terminal', environment: 'practice', profile: 'practice', profileName: 'Practice' }]),
};

// What the page's modules take from a browser when they ask the core; the newest of this file has the pipe.
Object.assign(globalThis, {
  window: {
    quarterdeck: { send: receive, onText: (listener: (text: string) => void) => (hear = listener) },
  },
  document: { hidden: false },
  requestAnimationFrame: (frame: () => void) => setTimeout(frame, 0),
  cancelAnimationFrame: (timer: number) => clearTimeout(timer),
  KeyboardEvent: class extends Event {},
  MouseEvent: class extends Event {},
});
