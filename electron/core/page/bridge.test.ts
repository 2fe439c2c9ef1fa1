import { expect, test } from 'vitest';
import { contractFingerprint } from '../../../shared/contract/contract.ts';
import { FaultError } from '../../../shared/errors.ts';
import { downFrameSchema, WIRE_VERSION, type DownFrame, type Port, type UpFrame } from '../../../shared/wire/wire.ts';
import { serveBridge, type BridgeTerminal } from './bridge.ts';
import { createFeed } from './feeds.ts';
import { ManualClock, settled } from '../../../e2e/rigs/core/manual-clock.ts';
import { portPair } from '../../../e2e/rigs/core/port-pair.ts';

const SHELL = { name: 'test', keychain: false, nativeDialogs: false, notifications: false };
const HELLO: UpFrame = { t: 'hello', wire: WIRE_VERSION, contract: contractFingerprint() };

interface Page {
  readonly port: Port;
  readonly frames: DownFrame[];
  readonly closed: string[];
  say(frame: UpFrame | string): Promise<void>;
}

function setUp() {
  const clock = new ManualClock();
  const notices = createFeed<{ id: string; text: string }>('id');
  const asked: { name: string; input: unknown; answer: (value: unknown) => void; fail: (why: unknown) => void }[] = [];
  let former: ((reason: string) => void) | null = null;
  const terminal: BridgeTerminal = {
    clock,
    ask: (name, input) =>
      new Promise((answer, fail) => {
        asked.push({ name, input, answer, fail });
      }),
    feed: (name) => (name === 'notices' ? notices : null),
    takeSession(end) {
      if (former !== end) former?.('taken over');
      former = end;
    },
  };
  const open = (): Page => {
    const [core, port] = portPair();
    const frames: DownFrame[] = [];
    const closed: string[] = [];
    serveBridge(core, terminal, { shell: SHELL, session: 'next-key' });
    port.onText((text) => frames.push(downFrameSchema.parse(JSON.parse(text))));
    port.onClose((reason) => closed.push(reason));
    return {
      port,
      frames,
      closed,
      say: async (frame) => {
        port.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
        await settled();
      },
    };
  };
  return { clock, notices, asked, open };
}

test('welcomes a page of the same contract, with what the shell can do', async () => {
  const page = setUp().open();
  await page.say(HELLO);
  expect(page.frames).toEqual([
    { t: 'welcome', wire: WIRE_VERSION, contract: contractFingerprint(), shell: SHELL, session: 'next-key' },
  ]);
});

test.each([
  { ...HELLO, contract: 'another' },
  { ...HELLO, wire: WIRE_VERSION + 1 },
])('tells a page of another version to load itself again, and serves it nothing', async (hello) => {
  const { open, asked } = setUp();
  const page = open();
  await page.say(hello as UpFrame);
  expect(page.frames.map(({ t }) => t)).toEqual(['reload']);
  await page.say({ t: 'ask', id: 1, name: 'terminal.time', input: {} });
  expect(page.closed).toEqual(['a frame before hello']);
  expect(asked).toEqual([]);
});

test.each([
  ['no JSON', 'hello'],
  ['no frame', '{"t":"jump"}'],
  ['an extra field', JSON.stringify({ ...HELLO, more: 1 })],
  ['an array', '[]'],
  ['a frame of more than a megabyte', JSON.stringify({ t: 'ask', id: 1, name: 'x', input: 'y'.repeat(1 << 20) })],
])('closes on %s', async (_what, text) => {
  const page = setUp().open();
  await page.say(text);
  expect(page.closed).toEqual(['a frame that cannot be read']);
});

test('gives a sign of life when asked for one, and none before hello', async () => {
  const { open } = setUp();
  const page = open();
  await page.say(HELLO);
  await page.say({ t: 'ping' });
  expect(page.frames.at(-1)).toEqual({ t: 'pong' });
  const early = open();
  await early.say({ t: 'ping' });
  expect(early.closed).toHaveLength(1);
});

test('answers and refuses by number, whatever the order', async () => {
  const { open, asked } = setUp();
  const page = open();
  await page.say(HELLO);
  await page.say({ t: 'ask', id: 1, name: 'a', input: { x: 1 } });
  await page.say({ t: 'ask', id: 2, name: 'b', input: null });
  expect(asked.map(({ name, input }) => [name, input])).toEqual([
    ['a', { x: 1 }],
    ['b', null],
  ]);
  asked[1]?.fail(new FaultError({ kind: 'NotAllowed', policy: 'locked', reason: 'locked' }));
  asked[0]?.answer({ y: 2 });
  await settled();
  expect(page.frames.slice(1)).toEqual([
    { t: 'failure', id: 2, fault: { kind: 'NotAllowed', policy: 'locked', reason: 'locked' } },
    { t: 'answer', id: 1, ok: true, value: { y: 2 } },
  ]);
});

test('sends no stack of an error of ours', async () => {
  const { open, asked } = setUp();
  const page = open();
  await page.say(HELLO);
  await page.say({ t: 'ask', id: 1, name: 'a', input: {} });
  asked[0]?.fail(new TypeError('x is not a function'));
  await settled();
  expect(page.frames[1]).toEqual({
    t: 'failure',
    id: 1,
    fault: { kind: 'Defect', detail: 'TypeError: x is not a function' },
  });
});

test('carries a feed, and stops it', async () => {
  const { open, notices, clock } = setUp();
  const page = open();
  await page.say(HELLO);
  await page.say({ t: 'listen', sub: 3, feed: 'notices', key: '' });
  await clock.move(0);
  await page.say({ t: 'ack', n: 1 });
  notices.put({ id: '1', text: 'hi' });
  await clock.move(16);
  expect(page.frames.at(-1)).toMatchObject({ t: 'batch', n: 2, changes: [{ sub: 3, seq: 1 }] });
  await page.say({ t: 'ack', n: 2 });
  await page.say({ t: 'stop', sub: 3 });
  notices.put({ id: '2', text: 'ho' });
  await clock.move(100);
  expect(page.frames).toHaveLength(3);
});

test.each([
  ['an unknown feed', { t: 'listen', sub: 1, feed: 'nothing', key: '' }, /no feed "nothing"/],
  ['a feed of the prototype', { t: 'listen', sub: 1, feed: 'constructor', key: '' }, /no feed/],
  ['an acknowledgement of nothing', { t: 'ack', n: 1 }, /batch 1/],
] as const)('closes aloud on %s', async (_what, frame, reason) => {
  const page = setUp().open();
  await page.say(HELLO);
  await page.say(frame);
  expect(page.closed).toHaveLength(1);
  expect(page.closed[0]).toMatch(reason);
});

test('a page that is loaded anew over the same pipe starts over: its old feeds and answers do not reach it', async () => {
  const { open, asked, notices, clock } = setUp();
  const page = open();
  await page.say(HELLO);
  await page.say({ t: 'listen', sub: 1, feed: 'notices', key: '' });
  await page.say({ t: 'ask', id: 1, name: 'a', input: {} });
  await page.say(HELLO);
  asked[0]?.answer('late');
  notices.put({ id: '1', text: 'hi' });
  await clock.move(100);
  expect(page.frames.map(({ t }) => t)).toEqual(['welcome', 'welcome']);
  expect(page.closed).toEqual([]);
});

test('a second page ends the first', async () => {
  const { open } = setUp();
  const first = open();
  await first.say(HELLO);
  const second = open();
  await second.say(HELLO);
  expect(first.closed).toEqual(['taken over']);
  expect(second.closed).toEqual([]);
});

test('leaves no timer behind when the page is gone', async () => {
  const { open, clock, notices } = setUp();
  const page = open();
  await page.say(HELLO);
  await page.say({ t: 'listen', sub: 1, feed: 'notices', key: '' });
  page.port.close();
  await settled();
  notices.put({ id: '1', text: 'hi' });
  expect(clock.pending).toBe(0);
});
