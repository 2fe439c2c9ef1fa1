import type { WebSocket } from 'ws';
import { privateTopics } from '../../../shared/v3/topics.ts';
import type { StreamFaults } from '../admin/stream-faults.ts';
import type { Account } from '../engine/model.ts';
import type { Outlet, Venue } from '../engine/venue.ts';
import { instrumentOf } from '../engine/symbols.ts';
import { PRINTED_HERE, priceText, sizeText } from '../wire/numbers.ts';
import type { Forms } from '../wire/forms.ts';
import { readCommand } from './commands.ts';
import { newDelivery, send, type Client } from './client.ts';
import { newPrivateNews, type Tell } from './private-news.ts';
import { memoOf, type BookMemo } from './book-diff.ts';
import { cadence, readTopic, type Feed } from './topic-kinds.ts';

/** A socket on which the client says nothing for so long is dropped without a close frame (protocol.md, 4.3). */
const SILENCE_MS = 60_000;
const LIFETIME_MS = 24 * 3_600_000;
const REMIND_MS = 1_000;
const TOPICS_PER_CONNECTION = 100;
const PRIVATE: ReadonlySet<string> = new Set(privateTopics);

export interface Hub {
  /** What goes wrong with messages, for tests. */
  disturb(faults: StreamFaults): void;
  /** Drops the sockets of a kind. */
  drop(which: StreamFaults['which']): void;
  /** What the venue reports to. */
  readonly outlet: Outlet;
  join(socket: WebSocket, account: Account | null, listenKey: string): void;
  /** Drops every socket that was opened with a listen key. */
  cut(listenKey: string): void;
  /** Sends what is due, and drops who is silent or too old. Call it every few ms. */
  pump(): void;
  /** Sends balances and positions that changed. Call it after everything that may have changed some. */
  flush(): void;
  /** Where the updates of a depth stand, while somebody listens to them. */
  bookMemo(symbol: string, depth: number, rpi: boolean): BookMemo | null;
  /** Whether any public topic has a listener. */
  busy(): boolean;
  clients(): number;
  close(): void;
}

/**
 * The streams: who listens to what, and what they are told.
 *
 * @param realNow real ms, for silence and cadence; exchange time is the venue's.
 * @param saysReplaced whether an edit is reported with the status REPLACED.
 * @param forms live, the account topic is sent every second too (protocol.md, 9.9).
 */
export function newHub(venue: Venue, realNow: () => number, forms: Forms = 'live', saysReplaced = false): Hub {
  const clients = new Set<Client>();
  const listeners = new Map<string, Set<Client>>();
  const feeds = new Map<string, Feed>();
  const byAccount = new Map<Account, Set<Client>>();
  const { deliver, disturb, refuses, closesAtOnce } = newDelivery();
  let sweptAt = 0;
  let remindedAt = realNow();

  const publish = (topic: string, data: Record<string, unknown>): void => {
    const audience = listeners.get(topic);
    if (audience === undefined || audience.size === 0) return;
    const text = JSON.stringify({ topic, ts: venue.now, data });
    for (const client of audience) deliver(client, topic, text);
  };
  const tell: Tell = (account, topic, make) => {
    const audience = byAccount.get(account);
    if (audience === undefined) return;
    let text: string | null = null;
    for (const client of audience) {
      if (!client.topics.has(topic)) continue;
      text ??= JSON.stringify({ topic, ts: venue.now, data: make() });
      deliver(client, topic, text);
    }
  };

  const news = newPrivateNews(venue, tell, (account) => byAccount.has(account), forms, saysReplaced);
  const outlet: Outlet = {
    ...news.outlet,
    onTrade: (trade) => {
      const topic = `trade@${trade.symbol}`;
      if (!listeners.has(topic)) return;
      const instrument = instrumentOf(trade.symbol);
      publish(topic, {
        s: trade.symbol,
        px: priceText(instrument, trade.ticks),
        sx: sizeText(instrument, trade.lots),
        sd: trade.side,
        src: PRINTED_HERE,
        rpi: trade.rpi,
        ts: trade.at,
      });
    },
  };

  const subscribe = (client: Client, topic: string): boolean => {
    if (client.topics.has(topic) || client.topics.size >= TOPICS_PER_CONNECTION || refuses(topic)) return false;
    if (client.account !== null) {
      if (!PRIVATE.has(topic)) return false;
      client.topics.add(topic);
      return true;
    }
    let feed = feeds.get(topic) ?? null;
    if (feed === null) {
      feed = readTopic(topic, forms);
      if (feed === null) return false;
      feed.dueAt = realNow();
      if (topic.startsWith('orderbookupdate'))
        feed.book = memoOf(
          venue,
          feed.instrument.symbol,
          Number(feed.argument),
          topic.startsWith('orderbookupdaterpi'),
        );
      feeds.set(topic, feed);
    }
    client.topics.add(topic);
    const audience = listeners.get(topic) ?? new Set();
    listeners.set(topic, audience.add(client));
    return true;
  };
  const unsubscribe = (client: Client, topic: string): boolean => {
    if (!client.topics.delete(topic)) return false;
    const audience = listeners.get(topic);
    audience?.delete(client);
    if (audience?.size === 0) {
      listeners.delete(topic);
      feeds.delete(topic);
    }
    return true;
  };

  const obey = (client: Client, text: string): void => {
    const command = readCommand(text);
    const time = venue.now;
    switch (command.kind) {
      case 'ping':
        send(client, JSON.stringify({ cmd: 'PONG', success: true, time }));
        return;
      case 'pong':
        return;
      case 'invalid':
        send(client, JSON.stringify({ id: command.id, cmd: command.cmd, success: false, time, data: command.text }));
        return;
      default: {
        const apply = command.kind === 'subscribe' ? subscribe : unsubscribe;
        const data = command.topics.filter((topic) => apply(client, topic));
        const cmd = command.kind === 'subscribe' ? 'SUBSCRIBE' : 'UN_SUBSCRIBE';
        send(client, JSON.stringify({ id: command.id, cmd, success: true, time, data }));
      }
    }
  };
  const leave = (client: Client): void => {
    clients.delete(client);
    for (const topic of [...client.topics]) unsubscribe(client, topic);
    if (client.account === null) return;
    const own = byAccount.get(client.account);
    own?.delete(client);
    if (own?.size === 0) byAccount.delete(client.account);
  };

  return {
    disturb,
    drop(which) {
      for (const { socket, account } of clients) {
        if (which === 'all' || (which === 'private') === (account !== null)) socket.terminate();
      }
    },
    outlet,
    join(socket, account, listenKey) {
      const now = realNow();
      const client: Client = { socket, account, listenKey, topics: new Set(), openedAt: now, heardAt: now };
      clients.add(client);
      if (account !== null) byAccount.set(account, (byAccount.get(account) ?? new Set()).add(client));
      const heard = (): void => {
        client.heardAt = realNow();
      };
      socket.on('message', (message, isBinary) => {
        heard();
        // ws gives a Buffer for a whole message with the default binaryType.
        obey(client, isBinary ? '' : (message as Buffer).toString('utf8'));
      });
      socket.on('ping', heard);
      socket.on('pong', heard);
      socket.on('close', () => leave(client));
      socket.on('error', () => socket.terminate());
      if (closesAtOnce()) socket.terminate();
    },
    cut(listenKey) {
      for (const client of clients) if (client.listenKey === listenKey) client.socket.terminate();
    },
    pump() {
      const now = realNow();
      for (const feed of feeds.values()) {
        if (feed.dueAt > now) continue;
        feed.dueAt = Math.max(feed.dueAt + cadence(feed), now);
        const data = feed.kind.make(venue, feed);
        if (data !== null) publish(feed.topic, data);
      }
      if (forms === 'live' && now - remindedAt >= REMIND_MS) {
        remindedAt = now;
        for (const account of byAccount.keys()) news.remind(account);
      }
      if (now - sweptAt < 250) return;
      sweptAt = now;
      for (const client of clients) {
        if (now - client.heardAt >= SILENCE_MS || now - client.openedAt >= LIFETIME_MS) client.socket.terminate();
      }
    },
    flush: () => news.flush(),
    bookMemo: (symbol, depth, rpi) => feeds.get(`orderbookupdate${rpi ? 'rpi' : ''}@${symbol}@${depth}`)?.book ?? null,
    busy: () => feeds.size > 0,
    clients: () => clients.size,
    close() {
      for (const client of clients) client.socket.terminate();
    },
  };
}
