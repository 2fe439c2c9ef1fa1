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
import type { WaitingSends } from '../orders/waiting-sends.ts';
import type { RiskJudge } from '../risk-limits/risk-judge.ts';

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
  readonly judge: Pick<RiskJudge, 'ready' | 'plan' | 'editPlan'>;
  readonly waiting: WaitingSends;
}

/** The reasons of a question that a person said yes to. */
interface Answered {
  readonly answered?: readonly string[] | undefined;
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
  /** Reads all open algo orders. Rejects with FaultError. */
  read(): Promise<void>;
  /** Reads the number of nodes without a known end that were open at an exchange ms; null counts all. */
  countRemaining(symbol: string | null, before: number | null): Promise<number>;
  /** Reads the list while the stream is down, without a check for lost reports. */
  readAway(): Promise<void>;
  /** Exchange ms since which all open nodes are known; null when never read. */
  knownSince(): number | null;
  /** Reads the ended trees created since an exchange ms, and these roots. Rejects with FaultError. */
  readEnded(since: number, roots: readonly string[]): Promise<void>;
  /** Monotonic ms at which the last read that worked began; null before the first. */
  readAt(): number | null;
  /** An order or a position changed, maybe by a plan: reads the open ones soon, while there are any. */
  changed(): void;
  /** Makes the next reports count whatever their dates, after the exchange set its clock. */
  forgetDates(): void;
  /** Reads the list on a timer while the stream is live. A repeated call changes nothing. */
  whileLive(live: boolean): void;
  place(command: { readonly commandId: string; readonly draft: AlgoDraft } & Answered): Promise<Outcome>;
  edit(command: OneAlgo & AlgoEdit & Answered): Promise<Outcome>;
  cancel(command: OneAlgo): Promise<Outcome>;
  cancelAll(command: { readonly commandId: string; readonly symbol: string | null }): Promise<Outcome>;
  /** Settles a command of an earlier run; false for commands of other parts. */
  resume(command: JournaledCommand): boolean;
  stop: Unsubscribe;
}

/** A command without an answer, to be settled by the reports of its node. */
export interface UnansweredCommand extends Signed {
  readonly commandId: string;
  readonly summary: string;
  readonly what: 'place' | 'edit' | 'cancel' | 'cancelAll';
  /** The node's id; null when only the client id is known. */
  readonly id: string | null;
  readonly clientId: string | null;
  readonly symbol: string | null;
  readonly change: Readonly<Record<string, Decimal>>;
  /** The node's values of these fields when the edit was sent, as far as known. */
  readonly before: Readonly<Record<string, Decimal>>;
  /** The wanted values of other edits of the node in flight together, including later ones. */
  readonly rivals: readonly Values[];
}
