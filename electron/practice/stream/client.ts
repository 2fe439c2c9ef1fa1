import type { WebSocket } from 'ws';
import { disturb, NO_STREAM_FAULTS, type StreamFaults } from '../admin/stream-faults.ts';
import type { Account } from '../engine/account.ts';

/** A connected client. Times are real ms. */
export interface Client {
  readonly socket: WebSocket;
  /** Whose private stream it is; null for a public one. */
  readonly account: Account | null;
  readonly listenKey: string;
  readonly topics: Set<string>;
  readonly openedAt: number;
  heardAt: number;
}

/** A client that does not read is dropped before it costs this much memory. */
const MOST_UNSENT = 16 * 1_024 * 1_024;

/** Sends one frame. */
export function send({ socket }: Client, text: string): void {
  if (socket.readyState !== socket.OPEN) return;
  if (socket.bufferedAmount > MOST_UNSENT) socket.terminate();
  else socket.send(text);
}

/** Delivers topics' messages, or what the faults that are set make of them. */
interface Delivery {
  deliver(client: Client, topic: string, text: string): void;
  disturb(faults: StreamFaults): void;
}

export function newDelivery(): Delivery {
  let faults = NO_STREAM_FAULTS;
  let messages = 0;
  return {
    deliver(client, topic, text) {
      if (faults === NO_STREAM_FAULTS) {
        send(client, text);
        return;
      }
      messages += 1;
      const stream = client.account === null ? 'public' : 'private';
      for (const part of disturb(faults, stream, topic, messages, text)) send(client, part);
    },
    disturb(next) {
      faults = next;
      messages = 0;
    },
  };
}
