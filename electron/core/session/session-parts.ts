import type { PageSettingName } from '../../../shared/settings/page-settings.ts';
import type { Activity } from '../commands/activity/activity.ts';
import type { Connect } from '../exchange/connect-profile.ts';
import type { Credentials } from '../exchange/types.ts';
import type { TableExport } from '../page/table-export.ts';
import type { Profile, SettingsStore } from '../storage/settings.ts';
import type { KdfCost, Vault } from '../storage/vault.ts';
import type { BookKey } from '../transfers/book-file.ts';
import type { World } from '../world/ports.ts';
import type { Confirm } from './question.ts';
import type { Terminal } from './terminal-options.ts';

/** What a session is made of. */
export interface SessionParts {
  readonly world: Pick<World, 'clock' | 'random'>;
  readonly settings: SettingsStore;
  /** Folder of what the page keeps. */
  readonly dataFolder: string;
  /** Opened, locked; null where its file cannot be read: it is then left alone and no key is taken. */
  readonly vault: Vault | null;
  /** Name of the keychain that the vault was opened with. */
  readonly keychain: string | null;
  /** The embedded exchange, whose key is made up and worth nothing. */
  readonly builtIn: { readonly profile: Profile; readonly credentials: Credentials };
  /**
   * Builds the core of a profile, not started. `bookKey` authenticates its address book, `news` is what a person
   * should read, `kept` gives what the page keeps of it. Throws what createTerminal throws.
   */
  readonly openTerminal: (
    profile: Profile,
    credentials: Credentials | null,
    bookKey: BookKey | null,
    news: readonly string[],
    kept: (name: PageSettingName) => string | undefined,
  ) => Terminal;
  /** How the connection test reaches an exchange: a world of its own and the way in. */
  readonly trial: { readonly world: () => World; readonly connect: Connect };
  /** Asks outside of the page before real money can move; null where the shell cannot. */
  readonly confirm?: Confirm | null;
  /** The record of what was done. */
  readonly activity: Activity;
  /** Files of what tables of the page show. */
  readonly tables: TableExport;
  readonly kdf?: KdfCost;
}
