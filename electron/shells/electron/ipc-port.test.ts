import { expect, it } from 'vitest';
import type { Port } from '../../../shared/wire/wire.ts';
import { serveIpc } from './ipc-port.ts';
import { PAGE_ADDRESS } from './page/origin.ts';
import { fires } from './testing/events.ts';
import { HOSTILE_ADDRESSES } from './testing/hostile-addresses.ts';

interface Served {
  readonly port: Port;
  readonly texts: string[];
  closed: string | null;
}

function shell() {
  const ipc = fires();
  const contents = fires();
  const sent: [string, unknown][] = [];
  const served: Served[] = [];
  const refused: string[] = [];
  let destroyed = false;
  serveIpc(
    { on: ipc.on },
    {
      id: 7,
      isDestroyed: () => destroyed,
      send: (channel: string, text: unknown) => void sent.push([channel, text]),
      on: contents.on,
      mainFrame: { frameTreeNodeId: 70 },
    },
    (port) => {
      const one: Served = { port, texts: [], closed: null };
      served.push(one);
      port.onText((text) => one.texts.push(text));
      port.onClose((reason) => (one.closed = reason));
    },
    (reason) => refused.push(reason),
  );
  const page = { sender: { id: 7 }, senderFrame: { frameTreeNodeId: 70, parent: null, url: PAGE_ADDRESS } };
  return {
    page,
    sent,
    served,
    refused,
    channels: ipc.names,
    say: (text: unknown, event: object = page) => ipc.fire('quarterdeck:up', event, text),
    end: (name: string) => contents.fire(name, {}, {}),
    destroy: () => void (destroyed = true),
  };
}

it('carries text between the page and the core on two channels', () => {
  const { say, served, sent, channels } = shell();
  say('hello');
  say('ask');
  expect(served).toHaveLength(1);
  expect(served[0]?.texts).toEqual(['hello', 'ask']);
  served[0]?.port.send('welcome');
  expect(sent).toEqual([['quarterdeck:down', 'welcome']]);
  expect(channels()).toEqual(['quarterdeck:up']);
});

it('hears nobody but the main frame of its own window at its own page', () => {
  const { say, served, refused, page } = shell();
  const frame = page.senderFrame;
  const strangers = [
    { ...page, sender: { id: 8 } },
    { ...page, senderFrame: null },
    { ...page, senderFrame: { ...frame, parent: {} } },
    { ...page, senderFrame: { ...frame, frameTreeNodeId: 71 } },
    ...HOSTILE_ADDRESSES.map((url) => ({ ...page, senderFrame: { ...frame, url } })),
  ];
  for (const event of strangers) say('hello', event);
  expect(served).toEqual([]);
  expect(refused).toHaveLength(strangers.length);
});

it.each([undefined, null, 1, {}, ['hello'], new Uint8Array(3), 'x'.repeat((1 << 20) + 1)])(
  'takes nothing but text of a bounded length (%#)',
  (text) => {
    const { say, served, refused } = shell();
    say(text);
    expect(served).toEqual([]);
    expect(refused).toHaveLength(1);
  },
);

it('begins anew after the core closed the pipe', () => {
  const { say, served, sent, refused } = shell();
  say('nonsense');
  served[0]?.port.close('a frame that cannot be read');
  expect(served[0]?.closed).toBe('a frame that cannot be read');
  served[0]?.port.send('too late');
  say('hello');
  expect(served).toHaveLength(2);
  expect(served[1]?.texts).toEqual(['hello']);
  expect(sent).toEqual([]);
  expect(refused).toEqual(['a frame that cannot be read']);
});

it.each(['render-process-gone', 'destroyed'])('ends the pipe at %s', (event) => {
  const { say, served, end, sent } = shell();
  end(event);
  say('hello');
  end(event);
  expect(served[0]?.closed).not.toBeNull();
  served[0]?.port.send('into nothing');
  expect(sent).toEqual([]);
});

it('does not send to a window that is gone', () => {
  const { say, served, sent, destroy } = shell();
  say('hello');
  destroy();
  served[0]?.port.send('x');
  expect(sent).toEqual([]);
});
