import type { WebSocket } from 'ws';
import { disturb, holdsBack, NO_STREAM_FAULTS, type StreamFaults } from '../admin/stream-faults.ts';
import type { Account } from '../engine/model.ts';

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
  /** Whether a subscription to a topic is to be left out. */
  refuses(topic: string): boolean;
  /** Whether a connection that was just opened is to be dropped; counts it. */
  closesAtOnce(): boolean;
}

export function newDelivery(): Delivery {
  let faults = NO_STREAM_FAULTS;
  let messages = 0;
  let toClose = 0;
  const held = new WeakMap<Client, string>();
  return {
    deliver(client, topic, text) {
      if (faults === NO_STREAM_FAULTS) {
        send(client, text);
        return;
      }
      messages += 1;
      const stream = client.account === null ? 'public' : 'private';
      const late = held.get(client);
      if (late === undefined && holdsBack(faults, stream, topic, messages)) {
        held.set(client, text);
        return;
      }
      for (const part of disturb(faults, stream, topic, messages, text)) send(client, part);
      if (late === undefined) return;
      held.delete(client);
      send(client, late);
    },
    disturb(next) {
      faults = next;
      messages = 0;
      toClose = next.closeOnConnect;
    },
    refuses: (topic) => faults.refuse !== '' && topic.startsWith(faults.refuse),
    closesAtOnce() {
      if (toClose === 0) return false;
      toClose -= 1;
      return true;
    },
  };
}
