import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect } from 'vitest';
import type { Outcome } from '../../../../shared/contract/contract.ts';
import { CANCEL, ORDER } from './answer-faults.ts';
import { makeCertificate } from './certificate.ts';
import { answeredInstead, refusal } from './deeds.ts';
import type { FaultTable } from './fault-list.ts';
import { SYMBOL, type Scene } from './scene.ts';

const DAY = 86_400_000;
const TOO_MANY = answeredInstead(refusal(429, -1003, 'Too many requests.'));

/** A way to the proxy over another kind of connection. */
interface Road {
  readonly port: number;
  close(): Promise<void>;
}

async function road(scene: Scene, make: (take: (socket: Socket) => void) => Server, host: string): Promise<Road> {
  const sockets = new Set<Socket>();
  const proxy = new URL(scene.proxy.rest);
  const server = make((socket) => {
    const onward = connect(Number(proxy.port), proxy.hostname);
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', () => other.destroy());
      one.pipe(other);
    }
  });
  server.on('tlsClientError', () => undefined); // the client does not trust it: that is the fault
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  return {
    port: (server.address() as AddressInfo).port, // a server that listens on TCP has one
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** Nothing left: rejected with words that say so, nothing is shown, and it is safe to try again. */
async function unreachable(scene: Scene, detour: string): Promise<void> {
  scene.detour = detour;
  const outcome = await scene.place();
  expect(outcome).toMatchObject({ status: 'rejected', fault: { kind: 'ExchangeUnreachable' } });
  await scene.link('rest', 'down');
  expect(scene.requests('POST', ORDER.path)).toBe(0);
  scene.detour = null;
  expect(await scene.place()).toMatchObject({ status: 'accepted' });
  await scene.link('rest', 'live');
}

/** Every time in what the exchange says of the account, as its clock shows it. */
const dated = (text: string, ms: number): string =>
  text
    .replaceAll(/\b1[6-9]\d{11}\b/g, (at) => String(Number(at) + ms))
    .replaceAll(
      /\b(1[6-9]\d{8})(\.\d{3})/g,
      (_all, seconds: string, part: string) => `${Number(seconds) + ms / 1000}${part}`,
    );

interface Listed {
  readonly holding?: readonly { readonly token: string; readonly holding: string }[];
  readonly positions?: readonly { readonly symbol: string; readonly holding: string }[];
}

/** The exchange sets its clock while this trader and another program trade. */
async function setClock(scene: Scene, ms: number): Promise<void> {
  const { page, proxy } = scene;
  for (const feed of ['balances', 'positions'] as const) page.rows(feed);
  const trade = async (side: 'BUY' | 'SELL', quantity: string): Promise<void> => {
    expect(await scene.place({ type: 'MARKET', price: '', side, quantity })).toMatchObject({ status: 'accepted' });
    await scene.elsewhere('POST', '/v3/trade/order', { symbol: SYMBOL, type: 'MARKET', side, quantity });
    await scene.clock.hurry(1_000);
  };
  const orderId = await scene.resting();
  for (let each = 0; each < 3; each += 1) await trade('BUY', '0.05');
  await scene.admin('/clock', { skewMs: ms });
  scene.skewMs = ms;
  const envelope = /^[^{]*\{"success":true,"timestamp":\d+,/;
  proxy.strike(
    {},
    async (passing) => {
      const { status, body } = await passing.forward();
      // The envelope shows the exchange's clock already.
      const [head = ''] = envelope.exec(body) ?? [];
      passing.answer({ status, body: head + dated(body.slice(head.length), ms) });
    },
    Infinity,
  );
  proxy.streams.down = (text, pass) => pass(dated(text, ms));
  for (let each = 0; each < 5; each += 1) {
    const placing = scene.place({ type: 'MARKET', price: '', side: 'SELL', quantity: '0.02' });
    await scene.clock.hurry(1_000);
    await placing;
    await scene.elsewhere('POST', '/v3/trade/order', {
      symbol: SYMBOL,
      type: 'MARKET',
      side: 'SELL',
      quantity: '0.03',
    });
    await scene.clock.hurry(1_000);
  }
  // An edit of an order that was last told of by the former clock.
  await scene.edit(orderId, '40001');
  await scene.clock.hurry(24_000);
  expect(page.rows('orders').find((row) => row.orderId === orderId)).toMatchObject({ price: '40001', pending: 'none' });
  const shown = (): string =>
    JSON.stringify([
      page.rows('balances').map(({ token, holding }) => [token, Number(holding)]),
      page.rows('positions').map(({ symbol, holding }) => [symbol, Number(holding)]),
    ]);
  const listed = async (path: string): Promise<Listed> => JSON.parse((await scene.elsewhere('GET', path)).text).data;
  const there = async (): Promise<string> => {
    const { holding = [] } = await listed('/v3/asset/balances');
    const { positions = [] } = await listed('/v3/futures/positions');
    return JSON.stringify([
      holding.map((row) => [row.token, Number(row.holding)]),
      positions.map((row) => [row.symbol, Number(row.holding)]),
    ]);
  };
  expect(shown()).toBe(await there());
}

const isLimited = (outcome: Outcome): boolean => outcome.status === 'rejected' && outcome.fault.kind === 'RateLimited';

/** Faults 12 to 16: what befalls a session's requests as a whole. */
export const SESSION_FAULTS: FaultTable<12 | 13 | 14 | 15 | 16> = {
  12: [
    {
      words:
        '429 on a cancel: rejected with the time of the next try, the order stays open, and the next cancel ends it',
      async run(scene) {
        const orderId = await scene.resting();
        scene.proxy.strike(CANCEL, TOO_MANY);
        const outcome = await scene.cancel(orderId);
        expect(isLimited(outcome)).toBe(true);
        await scene.order(({ open, pending }) => open && pending === 'none');
        expect(scene.requests('DELETE', CANCEL.path)).toBe(1);
        const again = scene.cancel(orderId);
        await scene.clock.hurry(2_000);
        expect(await again).toMatchObject({ status: 'accepted' });
        await scene.order(({ status }) => status === 'CANCELLED');
        expect(scene.requests('DELETE', CANCEL.path)).toBe(2);
      },
    },
  ],
  13: [
    {
      words: '429 for 60 s: every order of that time is rejected and sent once at most, and one after it is accepted',
      async run(scene) {
        const end = scene.proxy.strike(ORDER, TOO_MANY, 1_000);
        const outcomes: Outcome[] = [];
        for (let second = 0; second < 60; second += 3) {
          const placing = scene.place({ price: String(40_000 + second) });
          await scene.clock.hurry(3_000);
          outcomes.push(await placing);
        }
        expect(outcomes.every(isLimited)).toBe(true);
        expect(scene.requests('POST', ORDER.path)).toBeLessThanOrEqual(outcomes.length);
        await scene.until(() => scene.page.rows('orders').length === 0);
        end();
        await scene.clock.hurry(2_000);
        expect(await scene.place()).toMatchObject({ status: 'accepted' });
      },
    },
  ],
  14: [
    {
      words:
        'the exchange’s clock goes wrong by 400 s: one order is refused for its time, the clock is measured again, the next is accepted',
      async run(scene) {
        await scene.admin('/clock', { skewMs: 400_000 });
        expect(await scene.place()).toMatchObject({ status: 'rejected', fault: { code: '-1001', httpStatus: 401 } });
        expect(await scene.place()).toMatchObject({ status: 'accepted' });
        const shown = (): number => scene.page.rows('connection').find(({ id }) => id === 'clock')?.value ?? 0;
        await scene.until(() => shown() > 399_000);
        await scene.admin('/clock', { skewMs: 0 });
        expect(await scene.place({ price: '40001' })).toMatchObject({ status: 'rejected' });
        expect(await scene.place({ price: '40001' })).toMatchObject({ status: 'accepted' });
      },
    },
    ...[-600_000, 600_000].map((ms) => ({
      words: `the exchange sets its clock by ${ms / 1000} s in the middle of trading: orders, balances and positions are right within 35 s`,
      run: (scene: Scene) => setClock(scene, ms),
    })),
  ],
  15: [
    {
      words:
        'the key is revoked: an order is rejected in the exchange’s words, the stream says why it does not come back, and what was open is shown as it was',
      async run(scene) {
        await scene.resting();
        await scene.admin('/keys/revoke', { key: scene.exchange.key });
        expect(await scene.place({ price: '40001' })).toMatchObject({
          status: 'rejected',
          fault: { kind: 'ExchangeRejected', code: '-1002', message: 'The API key is invalid.' },
        });
        await scene.command(({ message }) => message.includes('The API key is invalid.'));
        scene.proxy.streams.cut('private');
        const { message } = await scene.until(() =>
          scene.page.rows('connection').find((row) => row.id === 'private' && row.message.includes('API key')),
        );
        expect(message).toContain('The API key is invalid');
        await scene.order(({ price, status }) => price === '40000' && status === 'NEW');
      },
    },
  ],
  16: [
    {
      words: 'the exchange speaks no TLS: nothing leaves, and the order is rejected as not sent',
      run: (scene) => unreachable(scene, scene.proxy.rest.replace('http:', 'https:')),
    },
    {
      words: 'the certificate is expired: nothing leaves, while with one that is good the same order is accepted',
      async run(scene) {
        const trusted = getCACertificates('default');
        const now = Date.now();
        const good = makeCertificate(new Date(now - DAY), new Date(now + DAY));
        const expired = makeCertificate(new Date(now - 2 * DAY), new Date(now - DAY));
        const roads = await Promise.all(
          [good, expired].map((pair) => road(scene, (take) => createTlsServer(pair, take), '127.0.0.1')),
        );
        try {
          setDefaultCACertificates([...trusted, good.cert, expired.cert]);
          scene.detour = `https://localhost:${roads[0]?.port}`;
          expect(await scene.place()).toMatchObject({ status: 'accepted' });
          scene.detour = `https://localhost:${roads[1]?.port}`;
          expect(await scene.place({ price: '40001' })).toMatchObject({
            status: 'rejected',
            fault: { kind: 'ExchangeUnreachable', reason: expect.stringContaining('expired') },
          });
          scene.detour = null;
        } finally {
          setDefaultCACertificates(trusted);
          await Promise.all(roads.map((each) => each.close()));
        }
      },
    },
    {
      words: 'the name of the exchange is not known: nothing leaves, and the order is rejected as not sent',
      run: (scene) => unreachable(scene, 'http://exchange.invalid'),
    },
    {
      words:
        'the exchange is reached over IPv6 alone: the order is accepted, or rejected as not sent where the machine has none',
      async run(scene) {
        const six = await road(scene, createServer, '::1').catch(() => null);
        scene.detour = `http://[::1]:${six?.port ?? 9}`;
        try {
          expect((await scene.place()).status).toBe(six === null ? 'rejected' : 'accepted');
        } finally {
          scene.detour = null;
          await six?.close();
        }
      },
    },
  ],
};
