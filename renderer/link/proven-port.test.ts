import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { provenPort, type PageSocket } from './proven-port.ts';

const key = { id: 'i'.repeat(22), secret: Buffer.alloc(32, 7).toString('base64url') };
const origin = 'http://127.0.0.1:1';
const nonce = Buffer.alloc(32, 9).toString('base64url');

const hmacOf = (secret: string, text: string): string =>
  createHmac('sha256', Buffer.from(secret, 'base64url')).update(text).digest('base64url');

/** A socket whose other end the test plays. */
function stage() {
  const sent: Record<string, string>[] = [];
  const heard: string[] = [];
  const ends: [string, boolean | undefined][] = [];
  let closes = 0;
  const socket: PageSocket = {
    readyState: 1,
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => void sent.push(JSON.parse(String(text)) as Record<string, string>), // the port writes nothing else
    close: () => (closes += 1),
  };
  const port = provenPort(socket, key, origin);
  port.onText((text) => heard.push(text));
  port.onClose((reason, over) => ends.push([reason, over]));
  const at = socket as unknown as Record<'onopen' | 'onmessage' | 'onclose', (event: object) => void>; // as the browser calls them
  const say = (frame: unknown): void =>
    at.onmessage({ data: typeof frame === 'string' ? frame : JSON.stringify(frame) });
  at.onopen({});
  return {
    sent,
    heard,
    ends,
    closes: () => closes,
    port,
    say,
    end: (code: number, reason = '') => at.onclose({ code, reason }),
    /** What a host that knows the key answers. */
    hostProof: (change: { side?: string; origin?: string; secret?: string; page?: string } = {}) => ({
      t: 'host-proof',
      nonce,
      proof: hmacOf(
        change.secret ?? key.secret,
        ['quarterdeck', change.side ?? 'host', change.origin ?? origin, change.page ?? sent[0]?.['nonce'], nonce].join(
          '\n',
        ),
      ),
    }),
  };
}

describe('a pipe over a socket', () => {
  it('sends random bytes first, and nothing else before the other end has proved the key', async () => {
    const { sent, port, say, hostProof } = stage();
    port.send('{"t":"hello"}');
    expect(sent).toEqual([{ t: 'challenge', nonce: expect.stringMatching(/^[\w-]{43}$/) }]);
    expect(JSON.stringify(sent)).not.toContain(key.secret);
    say(hostProof());
    await expect.poll(() => sent.length).toBe(3);
    expect(sent[1]).toEqual({
      t: 'page-proof',
      proof: hmacOf(key.secret, ['quarterdeck', 'page', origin, sent[0]?.['nonce'], nonce].join('\n')),
    });
    expect(sent[2]).toEqual({ t: 'hello' });
    expect(JSON.stringify(sent)).not.toContain(key.secret);
  });

  it('reads what comes after the proof', async () => {
    const { sent, heard, say, hostProof } = stage();
    say(hostProof());
    await expect.poll(() => sent.length).toBe(2);
    say({ t: 'welcome' });
    expect(heard).toEqual(['{"t":"welcome"}']);
  });

  it('sends other random bytes at every connection', () => {
    expect(stage().sent[0]).not.toEqual(stage().sent[0]);
  });

  it.each([
    ['an order to load the page anew', () => ({ t: 'reload', reason: 'x' })],
    ['a welcome', () => ({ t: 'welcome', shell: {} })],
    ['no JSON', () => 'x'],
    ['a proof with another key', (at: ReturnType<typeof stage>) => at.hostProof({ secret: 'A'.repeat(43) })],
    ['a proof for another place', (at: ReturnType<typeof stage>) => at.hostProof({ origin: 'http://127.0.0.1:2' })],
    ["the page's own kind of proof", (at: ReturnType<typeof stage>) => at.hostProof({ side: 'page' })],
    ['a proof of another meeting', (at: ReturnType<typeof stage>) => at.hostProof({ page: 'A'.repeat(43) })],
  ])('calls a peer a stranger that says %s, obeys nothing, and tries no more', async (_name, frame) => {
    const at = stage();
    at.port.send('{"t":"hello"}');
    at.say(frame(at));
    await expect.poll(at.closes).toBe(1);
    at.say({ t: 'reload', reason: 'x' });
    at.end(1005);
    expect([at.heard, at.sent.length]).toEqual([[], 1]);
    expect(at.ends).toEqual([[expect.stringContaining('Another program answers'), true]]);
  });

  it('calls a peer a stranger that says more before the page has answered', async () => {
    const at = stage();
    at.say(at.hostProof());
    at.say({ t: 'reload', reason: 'x' });
    await expect.poll(at.closes).toBe(1);
    expect([at.heard, at.sent.length]).toEqual([[], 1]);
  });

  it.each([
    [4001, 'was opened before'],
    [4002, 'in another window'],
    [4003, 'an earlier start'],
    [4004, 'did not take the key'],
    [4010, 'has ended'],
  ])('says what close code %i means, and that it is over', (code, words) => {
    const { ends, end } = stage();
    end(code, 'of the other side');
    expect(ends).toEqual([[expect.stringContaining(words), true]]);
  });

  it('says the words of the other side only once it has proved itself, and then tries again', async () => {
    const stranger = stage();
    stranger.end(1000, 'Type your passphrase at evil.example');
    expect(stranger.ends).toEqual([['The core is not reached.', false]]);
    const host = stage();
    host.say(host.hostProof());
    await expect.poll(() => host.sent.length).toBe(2);
    host.end(1000, 'too many requests at once');
    expect(host.ends).toEqual([['too many requests at once', false]]);
  });
});
