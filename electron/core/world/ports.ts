/**
 * What the core needs from the world, passed in, so that a seed replays any run: time, chance, HTTP,
 * sockets. The core never calls Date.now, Math.random, setTimeout, fetch or new WebSocket itself;
 * `world.ts` holds the real ones.
 */

/** A timer that can be given up. */
export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Local wall time in ms since the epoch; may jump. */
  now(): number;
  /** Milliseconds that never go back; what durations are measured with. Stands still in sleep on some machines. */
  monotonic(): number;
  /** Runs `callback` once after `ms`. */
  after(ms: number, callback: () => void): Timer;
}

export interface Random {
  /** In [0, 1). For jitter. */
  fraction(): number;
  /** For ids: unpredictable bytes. */
  bytes(length: number): Uint8Array;
}

export interface HttpRequest {
  readonly method: string;
  /** Absolute address, query included, exactly as signed. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact bytes as text, or null. */
  readonly body: string | null;
  /** Milliseconds until the answer must be complete. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}
export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
}
/** Rejects with this. `sent` is false only when it is certain that no byte of the request left. */
export class HttpFailure extends Error {
  readonly sent: boolean;
  constructor(message: string, sent: boolean) {
    super(message);
    this.name = 'HttpFailure';
    this.sent = sent;
  }
}
export interface Http {
  /** Sends once, never again by itself. Rejects with {@link HttpFailure}. */
  send(request: HttpRequest): Promise<HttpAnswer>;
  close(): Promise<void>;
}

/** A client WebSocket that carries text. Listeners are set before the first event can fire. */
export interface Socket {
  send(text: string): void;
  close(): void;
  /** Drops the connection without a closing handshake (for half-open sockets). */
  terminate(): void;
}
export interface SocketEvents {
  onOpen(): void;
  onText(text: string): void;
  /** Fires once, also when the connection never opened. `refusedStatus` is the HTTP status of a refused handshake. */
  onClose(info: { code: number; reason: string; refusedStatus: number | null }): void;
}
export interface Sockets {
  open(url: string, events: SocketEvents): Socket;
}

export interface World {
  readonly clock: Clock;
  readonly random: Random;
  readonly http: Http;
  readonly sockets: Sockets;
}

/** Stops something. Every subscription returns one; calling it twice does nothing more. */
export type Unsubscribe = () => void;
