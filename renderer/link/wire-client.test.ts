import { describe, expect, it } from 'vitest';
import { FaultError } from '../../shared/errors.ts';
import { WIRE_VERSION, type DownFrame, type Port, type UpFrame } from '../../shared/wire/wire.ts';
import { createWireClient, type FeedSink, type Link, type WireClient } from './wire-client.ts';

/** A core that a test plays by hand, and a clock that only the test moves. */
function stage() {
  const sent: UpFrame[] = [];
  const links: Link[] = [];
  const reloads: string[] = [];
  const keys: string[] = [];
  const later: { ms: number; task: () => void; cancelled: boolean }[] = [];
  const paints: (() => void)[] = [];
  let hear: (text: string) => void = () => undefined;
  let closed: (reason: string, over?: boolean) => void = () => undefined;
  let ports = 0;
  let clock = 1_000;
  const open = (): Port => {
    ports += 1;
    return {
      send: (text) => sent.push(JSON.parse(text) as UpFrame), // the client writes nothing else
      onText: (listener) => (hear = listener),
      onClose: (listener) => (closed = listener),
      close: () => undefined,
    };
  };
  const client: WireClient = createWireClient({
    open,
    now: () => clock,
    random: () => 0,
    later: (ms, task) => {
      const entry = { ms, task, cancelled: false };
      later.push(entry);
      return () => (entry.cancelled = true);
    },
    inFrame: (task) => {
      paints.push(task);
      return () => paints.splice(0, Infinity, ...paints.filter((each) => each !== task));
    },
    contract: 'abc',
    keepSession: (key) => keys.push(key),
    onLink: (link) => links.push(link),
    onReload: (reason) => reloads.push(reason),
  });
  const shell = { name: 'test', keychain: false, nativeDialogs: false, notifications: false };
  return {
    client,
    sent,
    links,
    reloads,
    keys,
    /** The one timer that is set and not cancelled. */
    due: () => {
      const waiting = later.filter((entry) => !entry.cancelled);
      expect(waiting.length).toBeLessThanOrEqual(1);
      const [only] = waiting;
      if (only === undefined) return undefined;
      return {
        ms: only.ms,
        task: () => {
          only.cancelled = true;
          only.task();
        },
      };
    },
    tick: (at: number) => {
      clock = at;
    },
    say: (frame: DownFrame) => hear(JSON.stringify(frame)),
    sayText: (text: string) => hear(text),
    welcome: () => hear(JSON.stringify({ t: 'welcome', wire: WIRE_VERSION, contract: 'abc', shell, session: 'key-2' })),
    drop: (reason = 'gone', over = false) => closed(reason, over),
    paint: () => {
      for (const task of paints.splice(0)) task();
    },
    ports: () => ports,
    last: () => sent.at(-1),
  };
}

function sink() {
  const seen: unknown[] = [];
  const into: FeedSink<unknown> = {
    snapshot: (rows) => seen.push(['snapshot', rows]),
    delta: (put, drop) => seen.push(['delta', put, drop]),
  };
  return { seen, into };
}

describe('the client half of the bridge', () => {
  it('says hello first and asks for its feeds only after the welcome', () => {
    const { client, sent, welcome } = stage();
    client.listen('orders', '', sink().into);
    expect(sent).toEqual([{ t: 'hello', wire: WIRE_VERSION, contract: 'abc' }]);
    welcome();
    expect(sent.at(-1)).toMatchObject({ t: 'listen', feed: 'orders', key: '' });
  });

  it('keeps the session key that the welcome brings', () => {
    const { keys, welcome } = stage();
    welcome();
    expect(keys).toEqual(['key-2']);
  });

  it('gives an answer to the question with its number', async () => {
    const { client, say, last, welcome } = stage();
    welcome();
    const first = client.ask('terminal.time', {});
    const firstId = last();
    const second = client.ask('terminal.time', {});
    const secondId = last();
    if (firstId?.t !== 'ask' || secondId?.t !== 'ask') throw new Error('no question was sent');
    say({ t: 'answer', id: secondId.id, ok: true, value: { local: 2, offset: null } });
    say({ t: 'answer', id: firstId.id, ok: true, value: { local: 1, offset: null } });
    expect(await first).toEqual({ local: 1, offset: null });
    expect(await second).toEqual({ local: 2, offset: null });
  });

  it('rejects with the fault of a failure', async () => {
    const { client, say, last, welcome } = stage();
    welcome();
    const asked = client.ask('terminal.time', {});
    const question = last();
    if (question?.t !== 'ask') throw new Error('no question was sent');
    say({ t: 'failure', id: question.id, fault: { kind: 'Defect', detail: 'x' } });
    await expect(asked).rejects.toMatchObject({ fault: { kind: 'Defect', detail: 'x' } });
  });

  it('sends nothing and says so while the core is not reached', async () => {
    const { client, sent } = stage();
    const asked = client.ask('terminal.time', {});
    await expect(asked).rejects.toBeInstanceOf(FaultError);
    await expect(asked).rejects.toMatchObject({ fault: { kind: 'NotAllowed', policy: 'session' } });
    expect(sent.filter((frame) => frame.t === 'ask')).toEqual([]);
  });

  it('calls the outcome of a question unknown when the port breaks, and never asks it again', async () => {
    const { client, sent, drop, due, welcome } = stage();
    welcome();
    const asked = client.ask('orders.cancelAll', {
      commandId: 'command-1',
      environment: 'practice',
      profile: 'practice',
      symbol: null,
    });
    drop();
    await expect(asked).rejects.toMatchObject({ fault: { kind: 'OutcomeUnknown' } });
    due()?.task();
    welcome();
    expect(sent.filter((frame) => frame.t === 'ask')).toHaveLength(1);
  });

  it('hands over a snapshot and the changes that follow it, a batch a frame', () => {
    const { client, say, paint, last, welcome } = stage();
    const { seen, into } = sink();
    welcome();
    client.listen('orders', '', into);
    const listened = last();
    if (listened?.t !== 'listen') throw new Error('no feed was asked for');
    say({ t: 'batch', n: 1, changes: [{ t: 'snapshot', sub: listened.sub, seq: 0, rows: [{ id: 'a' }] }] });
    expect(seen).toEqual([]);
    paint();
    say({ t: 'batch', n: 2, changes: [{ t: 'delta', sub: listened.sub, seq: 1, put: [{ id: 'b' }], drop: ['a'] }] });
    paint();
    expect(seen).toEqual([
      ['snapshot', [{ id: 'a' }]],
      ['delta', [{ id: 'b' }], ['a']],
    ]);
  });

  it('hands over what was told before an answer before the answer', async () => {
    const { client, sent, say, paint, last, welcome } = stage();
    const { seen, into } = sink();
    welcome();
    client.listen('orders', '', into);
    const listened = last();
    if (listened?.t !== 'listen') throw new Error('no feed was asked for');
    const asked = client.ask('terminal.time', {}).then(() => seen.push('answer'));
    const question = last();
    if (question?.t !== 'ask') throw new Error('nothing was asked');
    say({ t: 'batch', n: 1, changes: [{ t: 'snapshot', sub: listened.sub, seq: 0, rows: [] }] });
    say({ t: 'answer', id: question.id, ok: true, value: { local: 1, offset: null } });
    await asked;
    expect(seen).toEqual([['snapshot', []], 'answer']);
    paint();
    expect(seen).toHaveLength(2);
    expect(sent.filter((frame) => frame.t === 'ack')).toEqual([{ t: 'ack', n: 1 }]);
  });

  it('acknowledges a batch once it is applied, and none to a core that did not send it', () => {
    const { sent, say, paint, drop, due, welcome } = stage();
    welcome();
    say({ t: 'batch', n: 7, changes: [] });
    expect(sent.some((frame) => frame.t === 'ack')).toBe(false);
    paint();
    expect(sent.at(-1)).toEqual({ t: 'ack', n: 7 });
    say({ t: 'batch', n: 8, changes: [] });
    drop();
    due()?.task();
    welcome();
    paint();
    expect(sent.filter((frame) => frame.t === 'ack')).toEqual([{ t: 'ack', n: 7 }]);
  });

  it('asks for the rows anew after a gap, and drops late changes of the old subscription', () => {
    const { client, sent, say, paint, last, welcome } = stage();
    const { seen, into } = sink();
    welcome();
    client.listen('orders', '', into);
    const old = last();
    if (old?.t !== 'listen') throw new Error('no feed was asked for');
    say({ t: 'batch', n: 1, changes: [{ t: 'snapshot', sub: old.sub, seq: 0, rows: [] }] });
    paint();
    say({ t: 'batch', n: 2, changes: [{ t: 'delta', sub: old.sub, seq: 2, put: [{ id: 'c' }], drop: [] }] });
    paint();
    const [stop, fresh, ack] = sent.slice(-3);
    expect([stop, ack]).toEqual([
      { t: 'stop', sub: old.sub },
      { t: 'ack', n: 2 },
    ]);
    if (fresh?.t !== 'listen') throw new Error('the feed was not asked for again');
    expect(fresh.sub).not.toBe(old.sub);
    say({ t: 'batch', n: 3, changes: [{ t: 'delta', sub: old.sub, seq: 3, put: [{ id: 'd' }], drop: [] }] });
    paint();
    say({ t: 'batch', n: 4, changes: [{ t: 'snapshot', sub: fresh.sub, seq: 0, rows: [{ id: 'e' }] }] });
    paint();
    expect(seen).toEqual([
      ['snapshot', []],
      ['snapshot', [{ id: 'e' }]],
    ]);
  });

  it('asks for every feed again after a reconnect', () => {
    const { client, sent, drop, due, ports, welcome } = stage();
    welcome();
    client.listen('orders', '', sink().into);
    client.listen('book', 'PERP_BTC_USDT', sink().into);
    drop();
    due()?.task();
    expect(ports()).toBe(2);
    const before = sent.length;
    welcome();
    expect(sent.slice(before).map((frame) => (frame.t === 'listen' ? frame.feed : frame.t))).toEqual([
      'orders',
      'book',
    ]);
  });

  it('stops a feed once, and hears nothing of it after that', () => {
    const { client, sent, say, paint, last, welcome } = stage();
    const { seen, into } = sink();
    welcome();
    const stop = client.listen('orders', '', into);
    const listened = last();
    if (listened?.t !== 'listen') throw new Error('no feed was asked for');
    stop();
    stop();
    say({ t: 'batch', n: 1, changes: [{ t: 'snapshot', sub: listened.sub, seq: 0, rows: [] }] });
    paint();
    expect(sent.filter((frame) => frame.t === 'stop')).toHaveLength(1);
    expect(seen).toEqual([]);
  });

  it('waits longer after each failure and starts over after a welcome', () => {
    const { drop, due, welcome } = stage();
    drop();
    expect(due()?.ms).toBe(250);
    due()?.task();
    drop();
    expect(due()?.ms).toBe(500);
    due()?.task();
    welcome();
    drop();
    expect(due()?.ms).toBe(250);
  });

  it('says since when it is lost, through all attempts, until it is welcomed', () => {
    const { links, drop, due, tick, welcome } = stage();
    welcome();
    tick(5_000);
    drop('closed');
    due()?.task();
    tick(9_000);
    drop('refused');
    expect(links.at(-1)).toEqual({ state: 'down', since: 5_000, retryAt: 9_500, reason: 'refused' });
    due()?.task();
    expect(links.at(-1)).toEqual({ state: 'down', since: 5_000, retryAt: null, reason: 'refused' });
    welcome();
    expect(links.at(-1)).toMatchObject({ state: 'up' });
  });

  it('gives up on a port that never welcomes it', () => {
    const { links, due, ports } = stage();
    expect(due()?.ms).toBe(10_000);
    due()?.task();
    expect(links.at(-1)).toMatchObject({ state: 'down', reason: 'The core does not answer.' });
    due()?.task();
    expect(ports()).toBe(2);
  });

  it('calls the core lost that hangs behind an open port, and nothing asked of it is asked again', async () => {
    const { client, sent, links, due, tick, welcome, ports } = stage();
    welcome();
    const asked = client.ask('terminal.time', {});
    due()?.task(); // the welcome was heard
    tick(9_000);
    for (let look = 0; look < 3; look += 1) due()?.task();
    expect(sent.filter((frame) => frame.t === 'ping')).toHaveLength(3);
    expect(links.at(-1)).toMatchObject({ state: 'up' });
    due()?.task();
    expect(links.at(-1)).toMatchObject({ state: 'down', since: 9_000, reason: 'The core is silent.' });
    await expect(asked).rejects.toMatchObject({ fault: { kind: 'OutcomeUnknown' } });
    due()?.task();
    expect(ports()).toBe(2);
    expect(sent.filter((frame) => frame.t === 'ask')).toHaveLength(1);
  });

  it('leaves a core in peace that says anything, and takes a sign of life as one', () => {
    const { sent, links, due, say, welcome } = stage();
    welcome();
    for (let look = 0; look < 10; look += 1) {
      due()?.task();
      say({ t: 'batch', n: look + 1, changes: [] });
    }
    expect(sent.filter((frame) => frame.t === 'ping')).toEqual([]);
    due()?.task();
    for (let look = 0; look < 10; look += 1) {
      due()?.task();
      say({ t: 'pong' });
    }
    expect(links.at(-1)).toMatchObject({ state: 'up' });
  });

  it('tries at once when told to, and only once', () => {
    const { client, drop, ports } = stage();
    drop();
    client.retryNow();
    expect(ports()).toBe(2);
    client.retryNow();
    expect(ports()).toBe(2);
  });

  it('stops trying where no attempt can succeed, says so, and tries when told to', () => {
    const { client, links, drop, due, ports, welcome } = stage();
    welcome();
    drop('Quarterdeck has ended.', true);
    expect(links.at(-1)).toEqual({
      state: 'down',
      since: 1_000,
      retryAt: null,
      over: true,
      reason: 'Quarterdeck has ended.',
    });
    expect(due()).toBeUndefined();
    client.retryNow();
    expect(ports()).toBe(2);
  });

  it('stops trying where nothing has answered for a minute or two', () => {
    const { links, drop, due, tick } = stage();
    let waited = 0;
    let attempts = 1;
    drop();
    for (let next = due(); next !== undefined; next = due()) {
      waited += next.ms;
      tick(1_000 + waited);
      next.task();
      attempts += 1;
      drop();
    }
    expect(attempts).toBe(17);
    expect(waited).toBeGreaterThan(60_000);
    expect(links.at(-1)).toMatchObject({
      state: 'down',
      over: true,
      reason: expect.stringContaining('Nothing answers'),
    });
  });

  it('treats a frame that it cannot read as a broken port', () => {
    const { links, sayText, welcome } = stage();
    welcome();
    sayText('{"t":"batch"}');
    expect(links.at(-1)).toMatchObject({ state: 'down' });
  });

  it('passes on that the page is from another version', () => {
    const { reloads, say } = stage();
    say({ t: 'reload', reason: 'upgraded' });
    expect(reloads).toEqual(['upgraded']);
  });
});
