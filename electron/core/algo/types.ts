import type { InstrumentRow, MarketRow, Outcome } from '../../../shared/contract/contract.ts';
import type { AlgoDraft, AlgoHistoryRow, AlgoRow } from '../../../shared/contract/algo.ts';
import type { AlgoContext, AlgoEdit } from '../../../shared/rules/algo-rules.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import type { AlgoReport } from '../../../shared/v3/topics.ts';
import type { Commands } from '../commands/commands.ts';
import type { ExchangeClient, ExchangeClock } from '../exchange/types.ts';
import type { FeedSource, KeyedFeed } from '../page/feeds.ts';
import type { Notices } from '../commands/notices.ts';
import type { Signed } from '../commands/proof-of-absence.ts';
import type { Values } from '../commands/overlapping-edits.ts';
import type { Polls } from '../commands/polls.ts';
import type { Clock, Unsubscribe } from '../world/ports.ts';
import type { JournaledCommand } from '../storage/journal.ts';
import type { GuardedPlan } from '../risk-limits/plans.ts';

export interface AlgoParts {
  readonly client: ExchangeClient;
  readonly exchangeClock: ExchangeClock;
  readonly clock: Clock;
  readonly commands: Commands;
  readonly polls: Polls;
  readonly notices: Notices;
  readonly nextClientId: () => string;
  /** How often the list is read while connected: streams lose reports while their heartbeats are healthy. In ms. */
  readonly everyMs?: number;
  /** Quotes by symbol. */
  readonly market: KeyedFeed<MarketRow>;
  readonly instrument: (symbol: string) => InstrumentRow | undefined;
  readonly context: (symbol: string) => AlgoContext;
  /** The person’s own limits; throws FaultError NotAllowed (`guard`). */
  readonly guard: (plan: GuardedPlan, what: 'place' | 'edit') => void;
}

export interface OneAlgo {
  readonly commandId: string;
  readonly symbol: string;
  readonly algoOrderId: string;
}

export interface AlgoOrders {
  readonly feed: FeedSource<AlgoRow>;
  readonly histories: KeyedFeed<AlgoHistoryRow>;
  take(reports: readonly AlgoReport[]): void;
  /** Reads all that is open. Rejects with FaultError. */
  read(): Promise<void>;
  /** Reads of how many of those that were open at an exchange ms no end is known; of all where it is null. */
  left(symbol: string | null, before: number | null): Promise<number>;
  /** Reads it in place of a stream that is away, of which nothing can be lost. */
  readAway(): Promise<void>;
  /** Exchange ms since which all that is open is known; null where it was never read. */
  knownSince(): number | null;
  /** Reads what has ended of the trees made since an exchange ms, and of these. Rejects with FaultError. */
  readEnded(since: number, roots: readonly string[]): Promise<void>;
  /** The exchange set its clock: what was said before is not newer than what is said from now on. */
  forgetDates(): void;
  /** While the stream is live the list is read on a timer too; to be told so again changes nothing. */
  whileLive(live: boolean): void;
  place(command: { readonly commandId: string; readonly draft: AlgoDraft }): Promise<Outcome>;
  edit(command: OneAlgo & AlgoEdit): Promise<Outcome>;
  cancel(command: OneAlgo): Promise<Outcome>;
  cancelAll(command: { readonly commandId: string; readonly symbol: string | null }): Promise<Outcome>;
  /** Goes on with a command that a former run left without an end; false when it is none of these. */
  resume(command: JournaledCommand): boolean;
  stop: Unsubscribe;
}

/** What is waited for: whether the exchange's word on a node shows that it took effect. */
export interface Waited extends Signed {
  readonly commandId: string;
  readonly summary: string;
  readonly what: 'place' | 'edit' | 'cancel' | 'cancelAll';
  /** The node, or the client id of one that is not known yet. */
  readonly id: string | null;
  readonly clientId: string | null;
  readonly symbol: string | null;
  readonly change: Readonly<Record<string, Decimal>>;
  /** What an edited node had of these when it was sent, as far as known. */
  readonly before: Readonly<Record<string, Decimal>>;
  /** What other edits of the node ask for that are on their way at the same time, those that join it included. */
  readonly rivals: readonly Values[];
}
