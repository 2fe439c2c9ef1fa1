import type { Environment, LimitRow } from '../../../shared/contract/contract.ts';
import type { EndpointInput, EndpointName, EndpointOutput } from '../../../shared/v3/endpoints.ts';
import type { PrivateMessage, PublicMessage } from '../../../shared/v3/topics.ts';
import type { Lane } from '../../../shared/v3/endpoint.ts';
import type { KeyObject } from 'node:crypto';
import type { Unsubscribe } from '../world/ports.ts';

/** Where an exchange is. Addresses are a profile's settings, never constants here. */
export interface ExchangeAddress {
  readonly environment: Environment;
  /** Base of REST without a slash at the end, `https://api.example` or `http://127.0.0.1:7080`. */
  readonly rest: string;
  /** Public stream address. */
  readonly publicStream: string;
  /** Private stream address without its `?key=`. */
  readonly privateStream: string;
}

/** Credentials in memory: the key's name is text, the secret only ever a KeyObject. */
export interface Credentials {
  readonly key: string;
  readonly secret: KeyObject;
}

export interface CallOptions {
  /** Another lane than the endpoint's own: the reconciler's reads of unconfirmed orders are `trade`. */
  readonly lane?: Lane;
  /** Gives up while waiting for a slot; once sent it only stops waiting for the answer. */
  readonly signal?: AbortSignal;
  /** Overrides the deadline of the answer in ms. */
  readonly timeoutMs?: number;
  /** The input is what the endpoint’s schema would make of it, as `checkDraft` promises: it is not parsed once more. */
  readonly parsed?: true;
  /** The body that was confirmed: where another one would be sent, nothing is. */
  readonly body?: string;
  /** Called in the instant before the first byte leaves, after the slot is granted. */
  readonly onSending?: () => void;
  /**
   * Called with the envelope's timestamp (exchange ms) before the promise resolves. On public.orderbook
   * it is the time of the book's last change, which the book's updates are matched with (protocol.md, 4.5).
   */
  readonly onTimestamp?: (at: number) => void;
}

/** The REST half of the interface. */
export interface ExchangeClient {
  /**
   * Parses the input, waits for a slot, signs, sends once, reads the envelope and the record.
   * Rejects with FaultError: InvalidInput, RateLimited, ExchangeUnreachable, OutcomeUnknown (writes:
   * sent and no usable answer; reads too), ExchangeRejected.
   */
  call<Name extends EndpointName>(
    name: Name,
    input: EndpointInput<Name>,
    options?: CallOptions,
  ): Promise<EndpointOutput<Name>>;
  /** Budgets in use now, busiest first, and news of them at most once per 250 ms. */
  limits(): readonly LimitRow[];
  onLimits(listener: (rows: readonly LimitRow[]) => void): Unsubscribe;
  /**
   * After each answer: round trip in ms, with the reason where it says nothing of what was asked (HTTP 5xx, a proxy's
   * page, too many requests), else ""; after each failure: null with the reason.
   */
  onRoundTrip(listener: (ms: number | null, reason: string) => void): Unsubscribe;
}

/** The exchange's clock seen from here. */
export interface ExchangeClock {
  /** Exchange time now, in ms; the local time where nothing was measured yet. */
  now(): number;
  /** Exchange minus local in ms, null before the first answer. */
  offset(): number | null;
  /** Half-width of what the offset may be off by, in ms; null before the first answer. */
  uncertainty(): number | null;
  onChange(listener: () => void): Unsubscribe;
  /** Whether it was measured and nothing happened since that makes the measurement doubtful. Looks at the local clocks. */
  isSure(): boolean;
  /** Whether several answers contradict the measurement: the exchange may have set its clock. */
  isContested(): boolean;
  /** Fires once the exchange is believed to have set its clock, with the ms by which: negative where it went back. */
  onStep(listener: (ms: number) => void): Unsubscribe;
  /** Fires when the local clock jumped or the machine slept: it is measured again then. */
  onJump(listener: () => void): Unsubscribe;
}

export type StreamState = 'connecting' | 'live' | 'stale' | 'reconnecting' | 'down';
export interface StreamStatus {
  readonly state: StreamState;
  /** Local ms when this state began. */
  readonly since: number;
  /** Local ms of the next try, when reconnecting. */
  readonly retryAt: number | null;
  readonly message: string;
  /** Local ms of the last word that came before this; null while it is live, and where none came. */
  readonly heardAt: number | null;
  /** Frames that did not parse since start. */
  readonly refused: number;
  /** Private: local ms when the listen key was made. */
  readonly keyCreatedAt: number | null;
  /** Topics that were asked for and that the exchange left out: nothing of them comes. */
  readonly missing: readonly string[];
}

/**
 * The private stream: listen key, connect, subscribe to all topics, reconcile (by the callback given
 * at construction), then live. Events are delivered in order also while reconciling.
 */
export interface PrivateStream {
  start(): void;
  /** Closes and stays closed. */
  stop(): void;
  status(): StreamStatus;
  onStatus(listener: (status: StreamStatus) => void): Unsubscribe;
  onMessage(listener: (message: PrivateMessage) => void): Unsubscribe;
  /** Reconnects at once (wake, network back). */
  nudge(): void;
}

/** The public stream: topics come and go with the panels that show them. */
export interface PublicStream {
  start(): void;
  stop(): void;
  status(): StreamStatus;
  onStatus(listener: (status: StreamStatus) => void): Unsubscribe;
  /**
   * Subscribes while anyone listens. `onRefused` says why when the exchange leaves the topic out of
   * its acknowledgement.
   */
  subscribe(
    topic: string,
    onMessage: (message: PublicMessage) => void,
    onRefused?: (reason: string) => void,
  ): Unsubscribe;
  /** Fires after each (re)connection once its topics are subscribed: books must be reseeded. */
  onReady(listener: () => void): Unsubscribe;
  nudge(): void;
}
