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
import type { Doing } from './row.ts';

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
  /** Goes on with a command that a former run left without an end; false when it is none of these. */
  resume(command: JournaledCommand): boolean;
  /** Whether something may be armed now, and the local ms at which it fires. */
  armedUntil(): number | null;
  /** The machine woke up, or the network is back. */
  nudge(): void;
  /** Ends the renewing; what is armed stays armed. */
  stop: Unsubscribe;
}

export interface Asked {
  readonly timeoutMs: number;
  readonly doing: Doing;
  readonly sending?: () => void;
  /** Told the request’s number in the belief. */
  readonly numbered?: (id: number) => void;
}
