import type { Outcome } from '../../../shared/contract/contract.ts';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import type { DeadManMode } from '../../../shared/rules/deadman-rules.ts';
import type { Commands } from '../commands/commands.ts';
import type { ExchangeClient, ExchangeClock } from '../exchange/types.ts';
import type { FeedSource } from '../page/feeds.ts';
import type { Notices } from '../commands/notices.ts';
import type { Clock, Unsubscribe } from '../world/ports.ts';
import type { JournaledCommand } from '../storage/journal.ts';
import type { DeadManMemory } from './memory.ts';
import type { ProofParts, ProofSource } from './proof/proof.ts';
import type { InFlight } from './row.ts';

export interface DeadManParts extends ProofSource, Pick<ProofParts, 'positions'> {
  readonly client: ExchangeClient;
  readonly exchangeClock: ExchangeClock;
  readonly clock: Clock;
  readonly commands: Commands;
  readonly notices: Notices;
  readonly memory: DeadManMemory;
}

export interface DeadMan {
  readonly feed: FeedSource<DeadManRow>;
  arm(command: {
    readonly commandId: string;
    readonly timeoutMs: number;
    readonly mode: DeadManMode;
  }): Promise<Outcome>;
  disarm(command: { readonly commandId: string }): Promise<Outcome>;
  /** Ends a command that an earlier run left open; false for commands of other parts. */
  resume(command: JournaledCommand): boolean;
  /** The local ms of the earliest firing; null when nothing can be armed. */
  armedUntil(): number | null;
  /** Renews and checks the clocks at once, after a sleep or a lost network. */
  nudge(): void;
  /** Ends the renewing; an armed timer stays armed. */
  stop: Unsubscribe;
}

export interface TimerRequest {
  readonly timeoutMs: number;
  readonly purpose: InFlight;
  readonly sending?: () => void;
  /** Called with the number of the request in the estimate. */
  readonly onNumber?: (id: number) => void;
}
