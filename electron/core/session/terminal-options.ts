import type { PageSettingName } from '../../../shared/settings/page-settings.ts';
import type { Activity } from '../commands/activity/activity.ts';
import type { BookKey } from '../transfers/book-file.ts';
import type { ConfirmMoney } from '../transfers/confirm.ts';
import type { BridgeTerminal } from '../page/bridge.ts';
import type { Connect } from '../exchange/connect-profile.ts';
import type { Credentials } from '../exchange/types.ts';
import type { Paces } from '../world/paces.ts';
import type { World } from '../world/ports.ts';
import type { openJournal } from '../storage/journal.ts';
import type { Profile } from '../storage/settings.ts';

export interface TerminalOptions {
  readonly world: World;
  readonly profile: Profile;
  /** Null where there is no key, or the vault is locked: market data only, and no command is taken. */
  readonly credentials: Credentials | null;
  /** Folder for the journal; made when it is not there. */
  readonly dataDir: string;
  readonly version: string;
  /** How the exchange is reached. */
  readonly connect?: Connect;
  /** The record that commands and connections are written into. */
  readonly activity?: Pick<Activity, 'pressed' | 'commandEnded' | 'follow' | 'note'>;
  /** Authenticates the profile's address book; null or left out while the vault is locked. */
  readonly bookKey?: BookKey | null;
  /** How a withdrawal is confirmed outside of the page; null or left out where the shell cannot ask. */
  readonly confirmMoney?: ConfirmMoney | null;
  /** What the page keeps of this profile, as JSON text by name; undefined where nothing is kept. */
  readonly kept?: ((name: PageSettingName) => string | undefined) | undefined;
  /** What happened before it was built that a person should read. */
  readonly news?: readonly string[];
  /** Where the archive's thread was bundled to. */
  readonly archiveEntry?: string | undefined;
  /** How often what the streams bring is read as well; the product's where left out. */
  readonly paces?: Paces | undefined;
  /** How the journal is opened; the simulation hands in one that it can take away. */
  readonly openJournal?: typeof openJournal;
}

/** The core for one profile: everything that runs, and nothing that a screen could lose. */
export interface Terminal extends BridgeTerminal {
  start(): void;
  /** Ends every connection, timer and file. What is unconfirmed is settled by the next start. */
  stop(): Promise<void>;
  /** The machine woke up, or the network is back. */
  nudge(): void;
}
