import type { Credentials, ExchangeClient, ExchangeClock, PrivateStream, PublicStream } from './types.ts';
import type { World } from '../world/ports.ts';
import type { Profile } from '../storage/settings.ts';

/** The exchange of a profile, in the four ways in which the services reach it. */
export interface Exchange {
  readonly client: ExchangeClient;
  readonly exchangeClock: ExchangeClock;
  readonly publicStream: PublicStream;
  /** Null without credentials. */
  readonly privateStream: PrivateStream | null;
  /** Ends both streams, and sends nothing from here on. */
  end(): void;
}

export interface ConnectParts {
  readonly world: World;
  readonly profile: Profile;
  readonly credentials: Credentials | null;
  /** Reads over REST what the private stream may have missed; the stream is live once it resolved. */
  readonly reconcile: () => Promise<void>;
}

export type Connect = (parts: ConnectParts) => Exchange;
