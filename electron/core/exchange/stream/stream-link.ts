import { parseLossless, type JsonValue } from '../../../../shared/wire/json.ts';
import { isObject, type JsonObject } from '../../../../shared/v3/stream/plain.ts';
import { readCommandAnswer, type CommandAnswer } from '../../../../shared/v3/topics.ts';
import type { Timer, World } from '../../world/ports.ts';

/** One connection of a stream, from its opening to its end (protocol.md, 4.2 and 4.3). */

const CONNECT_MS = 10_000;
const PING_MS = 5_000;
/** So long without any frame makes the stream stale, and so long the connection is given up. */
export const QUIET_MS = 10_000;
export const DEAD_MS = 45_000;
/** A connection that is doubted must answer a ping in so long. */
const PROBE_MS = 3_000;
const ANSWER_MS = 10_000;

/** A frame of a topic as parseLossless gives it. */
export type TopicFrame = JsonObject & { readonly topic: string };

export interface LinkEvents {
  onOpen(): void;
  /** Called in the order of arrival. What it throws is told as a frame that could not be used. */
  onFrame(frame: TopicFrame): void;
  /** A frame that could not be read, and why. */
  onRefused(reason: string): void;
  /** Nothing comes, not even an answer to a ping; or does again. */
  onQuiet(quiet: boolean): void;
  /** Once, unless it was closed from here. `refusedStatus` is the HTTP status of a refused handshake, else null. */
  onEnd(why: string, refusedStatus: number | null): void;
}

export interface StreamLink {
  /** Resolves with the acknowledgement; rejects with Error when none comes within 10 s. Never after the end. */
  request(cmd: 'SUBSCRIBE' | 'UN_SUBSCRIBE', topics: readonly string[]): Promise<CommandAnswer>;
  /** Asks for a sign of life; without one in 3 s the connection ends. */
  probe(): void;
  /** Ms since the last frame of any kind, or since the opening. */
  silentMs(): number;
  /** Drops the connection. No event follows. */
  close(): void;
}

/** Opens a connection. Pings every 5 s, tells of silence, and ends one that no longer answers. */
export function openLink(world: Pick<World, 'clock' | 'sockets'>, url: string, events: LinkEvents): StreamLink {
  const { clock } = world;
  const asked = new Map<string, { readonly timer: Timer; readonly resolve: (answer: CommandAnswer) => void }>();
  const timers = new Map<'life' | 'beat' | 'probe', Timer>();
  let opened = false;
  let over = false;
  let nextId = 1;
  let isQuiet = false;
  /** Monotonic ms of the last frame. */
  let heardAt = clock.monotonic();

  const socket = world.sockets.open(url, {
    onOpen() {
      if (over) return;
      opened = true;
      heard();
      listenOn();
      set('beat', PING_MS, beat);
      events.onOpen();
    },
    onText(text) {
      if (!over) take(text);
    },
    onClose({ code, reason, refusedStatus }) {
      const words = reason === '' ? `the connection was lost (${code})` : reason;
      end(
        refusedStatus === null ? words : `the exchange refused the connection (HTTP ${refusedStatus})`,
        refusedStatus,
      );
    },
  });
  set('life', CONNECT_MS, () => end(`no connection within ${CONNECT_MS / 1000} s`));

  function set(name: 'life' | 'beat' | 'probe', ms: number, then: () => void): void {
    timers.get(name)?.cancel();
    timers.set(name, clock.after(ms, then));
  }

  function close(): void {
    over = true;
    for (const timer of timers.values()) timer.cancel();
    for (const { timer } of asked.values()) timer.cancel();
    asked.clear();
    socket.terminate();
  }

  function end(why: string, refusedStatus: number | null = null): void {
    if (over) return;
    close();
    events.onEnd(why, refusedStatus);
  }

  /** The connection stands, or a frame came. */
  function heard(): void {
    heardAt = clock.monotonic();
    if (!isQuiet) return;
    isQuiet = false;
    events.onQuiet(false);
    listenOn();
  }

  /** Looks when the silence would be too long if it had begun with the last frame: frames come too often for timers. */
  function listenOn(): void {
    const silentMs = clock.monotonic() - heardAt;
    if (silentMs >= DEAD_MS) return end(`nothing came for ${DEAD_MS / 1000} s, not even the answer to a ping`);
    if (silentMs >= QUIET_MS && !isQuiet) {
      isQuiet = true;
      events.onQuiet(true);
    }
    set('life', (silentMs >= QUIET_MS ? DEAD_MS : QUIET_MS) - silentMs, listenOn);
  }

  const ping = (): void => socket.send(JSON.stringify({ cmd: 'PING', ts: Math.round(clock.now()) }));

  function beat(): void {
    ping();
    set('beat', PING_MS, beat);
  }

  function take(text: string): void {
    heard();
    let frame: JsonValue;
    try {
      frame = parseLossless(text);
    } catch {
      return events.onRefused('a frame that is not JSON');
    }
    if (isTopicFrame(frame)) {
      try {
        events.onFrame(frame);
      } catch (error) {
        events.onRefused(`a frame that could not be used: ${wordsOf(error)}`);
      }
      return;
    }
    const answer = readCommandAnswer(frame);
    if (answer === null) return events.onRefused('a frame without topic or command');
    if (answer.cmd === 'PONG') return timers.get('probe')?.cancel();
    if (answer.cmd === 'PING') return socket.send(JSON.stringify({ cmd: 'PONG', ts: Math.round(clock.now()) }));
    const waiting = answer.id === null ? undefined : asked.get(answer.id);
    if (answer.id === null || waiting === undefined)
      return events.onRefused(answer.message ?? 'an answer to nothing that was asked');
    asked.delete(answer.id);
    waiting.timer.cancel();
    waiting.resolve(answer);
  }

  return {
    request: (cmd, params) =>
      new Promise((resolve, reject) => {
        const id = String(nextId);
        nextId += 1;
        const timer = clock.after(ANSWER_MS, () => {
          asked.delete(id);
          reject(new Error(`no answer to ${cmd} within ${ANSWER_MS / 1000} s`));
        });
        asked.set(id, { timer, resolve });
        socket.send(JSON.stringify({ id, cmd, params }));
      }),
    probe() {
      if (over || !opened) return;
      ping();
      set('probe', PROBE_MS, () => end('the connection did not survive'));
    },
    silentMs: () => clock.monotonic() - heardAt,
    close,
  };
}

const isTopicFrame = (frame: JsonValue): frame is TopicFrame => isObject(frame) && typeof frame['topic'] === 'string';

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
