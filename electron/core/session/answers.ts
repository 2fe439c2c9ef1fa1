import { asksName, hostsOf, isSamePlace } from '../../../shared/address/hosts.ts';
import type { SessionRequestName } from '../../../shared/contract/profiles.ts';
import { FaultError, invalid } from '../../../shared/errors.ts';
import type { Credentials } from '../exchange/types.ts';
import type { PageSettings } from '../page/settings/page-settings.ts';
import type { AnswersOf } from '../page/requests.ts';
import type { Profile } from '../storage/settings.ts';
import type { Vault } from '../storage/vault.ts';
import type { Terminal } from './terminal-options.ts';
import type { Acquaintances } from './place/acquaintances.ts';
import { testConnection } from './connection-test.ts';
import type { SessionParts } from './session-parts.ts';
import type { Idle } from './idle.ts';
import type { Passphrase } from './passphrase.ts';
import { refuseFalsePlace, type ProfileBook } from './profile-book.ts';
import type { SealedSecrets } from './sealed-secrets.ts';

/** The profile that is open and its core. */
export interface Running {
  readonly profile: Profile;
  readonly terminal: Terminal;
}

/** What the desk's requests are answered with. */
export interface SessionInside {
  readonly parts: Pick<
    SessionParts,
    'world' | 'settings' | 'vault' | 'builtIn' | 'trial' | 'activity' | 'tables' | 'confirm'
  >;
  readonly book: ProfileBook;
  readonly acquaintances: Acquaintances;
  readonly seals: SealedSecrets;
  readonly passphrase: Passphrase | null;
  readonly idle: Idle;
  readonly pageSettings: PageSettings;
  running(): Running | null;
  keyOf(id: string): string | null;
  credentialsOf(profile: Profile): Credentials | null;
  /** Writes down what was done; without a profile, to the one that is open. */
  note(kind: 'profile' | 'lock', name: string, summary: string, profile?: Profile): void;
  show(): void;
  inTurn<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Ends what runs, then begins this one. */
  bring(profile: Profile): Promise<void>;
  lock(): Promise<void>;
  isShut(): boolean;
  /** The passphrase was right: what comes next may have a key again. */
  reopen(): void;
}

/** Settings that the desk keeps beside the profiles. */
export const ACTIVE = 'activeProfile';
export const LOCK_AFTER = 'lockAfterMinutes';
/** The exchange is not asked for a sign of life oftener because a page says that the network is back. */
const NUDGE_MS = 5_000;

/** What is done for each request of the desk. Those that change something take turns. */
export function sessionAnswers(inside: SessionInside): AnswersOf<SessionRequestName> {
  const { book, acquaintances, seals, passphrase, idle, pageSettings } = inside;
  const { keyOf, credentialsOf, note, show, inTurn, bring } = inside;
  const { settings, vault, builtIn, trial, activity, confirm } = inside.parts;
  const { clock } = inside.parts.world;
  let nudgedAt = -Infinity;

  const need = (id: string): Profile => {
    const profile = book.find(id);
    if (profile === null) throw invalid('id', 'There is no such profile.');
    return profile;
  };
  const needVault = (): Vault => {
    if (vault === null)
      throw new FaultError({
        kind: 'NotAllowed',
        policy: 'locked',
        reason: 'The file with the keys is damaged. It was left as it is; restore it from a copy, or move it away.',
      });
    return vault;
  };
  const refuseWhileShut = (): void => {
    if (inside.isShut())
      throw new FaultError({ kind: 'NotAllowed', policy: 'locked', reason: 'The terminal is locked.' });
  };
  const refuseUntyped = (profile: Profile, typed: string): void => {
    if (typed.trim() !== profile.name) throw invalid('typed', `Type “${profile.name}” to open it.`);
  };
  /** Asks outside of the page before real money can move, or an exchange is met that this program does not know. */
  const askOutside = async (profile: Profile, from: Profile | null): Promise<void> => {
    const hosts = hostsOf(profile).join(', ');
    const live = profile.environment === 'live';
    const moved = from === null ? '' : ` It was at ${hostsOf(from).join(', ')}.`;
    const sure = await confirm?.({
      message: live ? `Go live on “${profile.name}”?` : `Open “${profile.name}”, an exchange that is not known?`,
      detail: `${live ? 'From here on orders move real money, at' : 'Orders go to'} ${hosts}.${moved}`,
      yes: live ? 'Go live' : 'Open it',
    });
    if (sure === false) throw notConfirmed();
    if (sure === true) acquaintances.add(profile);
  };
  /** Before a host is contacted for the first time: its name alone could carry a secret out of the page. */
  const meet = async (profile: Profile): Promise<void> => {
    const strangers = acquaintances.strangers(profile);
    if (strangers.length === 0) return;
    const hosts = strangers.join(', ');
    if (confirm === null || confirm === undefined)
      throw new FaultError({
        kind: 'NotAllowed',
        policy: 'guard',
        reason: `${hosts} was never contacted. A first contact is confirmed outside of the page: start with --confirm-withdrawals-here.`,
      });
    const sure = await confirm({
      message: `Contact ${hosts} for the first time?`,
      detail: `The profile “${profile.name}” names it. Say no where you did not type it yourself.`,
      yes: 'Contact it',
    });
    if (!sure) throw notConfirmed();
    acquaintances.add(profile);
    note('profile', 'profiles.contact', `First contact with ${hosts}, for ${profile.name}`, profile);
  };

  return {
    'profiles.save': ({ typed, ...draft }) =>
      inTurn(async () => {
        refuseWhileShut();
        const before = draft.id === null ? null : need(draft.id);
        const isOpen = before !== null && inside.running()?.profile.id === before.id;
        const profile = book.check(draft);
        const moves = before !== null && !isSamePlace(before, profile);
        const movesMoney = profile.environment === 'live' && !profile.viewOnly;
        const movedMoney = before?.environment === 'live' && !before.viewOnly;
        const asked = isOpen && asksName(profile) && (moves || (movesMoney && !movedMoney));
        if (asked) {
          refuseUntyped(profile, typed);
          await askOutside(profile, moves ? before : null);
        }
        if (isOpen) await meet(profile);
        // A key is for the place that it was entered for: it is not carried to another one. It goes first, so that
        // nothing that ends the program in between leaves it with the new one.
        const keyDropped = before !== null && keyOf(profile.id) !== null && moved(before, profile);
        if (keyDropped) {
          // As it is: settings that cannot be written must not cost the key.
          book.save(before);
          needVault().remove(profile.id);
        }
        book.save(profile);
        note('profile', 'profiles.save', savedWords(before, profile), profile);
        if (isOpen) await bring(profile);
        show();
        return { id: profile.id, keyDropped };
      }),
    'profiles.remove': ({ id }) =>
      inTurn(async () => {
        refuseWhileShut();
        const profile = need(id);
        if (inside.running()?.profile.id === id)
          throw invalid('id', `${profile.name} is open. Open another profile first.`);
        if (keyOf(id) !== null) vault?.remove(id);
        book.remove(id);
        await pageSettings.forget(id);
        note('profile', 'profiles.remove', `${profile.name} was removed`, profile);
        show();
        return {};
      }),
    'profiles.open': ({ id, typed }) =>
      inTurn(async () => {
        refuseWhileShut();
        const profile = need(id);
        refuseFalsePlace(profile);
        if (asksName(profile)) {
          refuseUntyped(profile, typed);
          await askOutside(profile, null);
        }
        await meet(profile);
        if (inside.running()?.profile.id !== id) await bring(profile);
        try {
          settings.set(ACTIVE, id);
        } catch {
          // A full disk: it is open, and the next start opens the one before.
        }
        return {};
      }),
    'profiles.setKey': ({ id, key, secret }) =>
      inTurn(async () => {
        refuseWhileShut();
        const profile = need(id);
        if (profile.id === builtIn.profile.id) throw invalid('id', `${profile.name} has its own key.`);
        const store = needVault();
        if (!store.exists || store.locked)
          throw new FaultError({ kind: 'NotAllowed', policy: 'locked', reason: 'Unlock with your passphrase first.' });
        store.put(id, keyText(key), seals.open(secret, 'secret'));
        note('profile', 'profiles.setKey', `${profile.name} got a key`, profile);
        if (inside.running()?.profile.id === id) await bring(profile);
        show();
        return {};
      }),
    'profiles.removeKey': ({ id }) =>
      inTurn(async () => {
        refuseWhileShut();
        const profile = need(id);
        if (profile.id === builtIn.profile.id || keyOf(id) === null)
          throw invalid('id', `${profile.name} has no key to remove.`);
        needVault().remove(id);
        note('profile', 'profiles.removeKey', `The key of ${profile.name} was removed`, profile);
        if (inside.running()?.profile.id === id) await bring(profile);
        show();
        return {};
      }),
    'profiles.test': async ({ id }) => {
      refuseWhileShut();
      const profile = need(id);
      refuseFalsePlace(profile);
      await meet(profile);
      const running = inside.running();
      // A new stream key ends the one that the account has, whichever profile it was made for.
      const isItself = running !== null && !moved(running.profile, profile) && keyOf(running.profile.id) === keyOf(id);
      const live = isItself ? running.terminal : null;
      const credentials = credentialsOf(profile);
      return { checks: await testConnection({ profile, credentials, live, ...trial }) };
    },
    'desk.sealingKey': () => seals.issue(),
    'desk.createVault': async ({ passphrase: sealed }) => {
      refuseWhileShut();
      const store = needVault();
      if (store.exists) throw invalid('passphrase', 'There is a passphrase already.');
      await passphrase?.choose(seals.open(sealed, 'passphrase'));
      show();
      return {};
    },
    'desk.unlock': async ({ passphrase: sealed }) => {
      const store = needVault();
      if (!store.exists || passphrase === null) throw invalid('passphrase', 'No passphrase was chosen yet.');
      const { refused, summary } = await passphrase.unlock(seals.open(sealed, 'passphrase'));
      if (summary !== null) note('lock', 'desk.unlock', summary);
      if (refused !== null) return { refused };
      return inTurn(async () => {
        const profile = inside.running()?.profile ?? builtIn.profile;
        const again = inside.isShut() || (profile.id !== builtIn.profile.id && keyOf(profile.id) !== null);
        inside.reopen();
        idle.present();
        if (again) await bring(profile);
        show();
        return { refused: null };
      });
    },
    'desk.lock': async () => {
      if (!needVault().exists)
        throw invalid('', 'There is nothing to lock with: choose a passphrase in “Profiles” first.');
      await inside.lock();
      return {};
    },
    'desk.lockAfter': ({ minutes }) => {
      refuseWhileShut();
      const was = settings.get(LOCK_AFTER);
      settings.set(LOCK_AFTER, minutes);
      if (was !== minutes)
        note(
          'lock',
          'desk.lockAfter',
          minutes === null ? 'It locks itself no more' : `It locks itself after ${minutes} min`,
        );
      idle.after(minutes);
      show();
      return {};
    },
    // How the screen looks is no secret, and is kept while it is locked too; files of it wait.
    ...pageSettings.answers,
    'pageSettings.export': (asked) => {
      refuseWhileShut();
      return pageSettings.answers['pageSettings.export'](asked);
    },
    'pageSettings.import': (asked) => {
      refuseWhileShut();
      return pageSettings.answers['pageSettings.import'](asked);
    },
    'activity.page': (asked) => {
      refuseWhileShut();
      return activity.page(asked);
    },
    'activity.export': (filter) => {
      refuseWhileShut();
      return activity.export(filter);
    },
    'table.export': (piece) => {
      refuseWhileShut();
      return inside.parts.tables.take(piece);
    },
    'desk.present': () => {
      idle.present();
      return {};
    },
    'desk.online': () => {
      // A page may say so as often as it likes.
      if (clock.monotonic() - nudgedAt < NUDGE_MS) return {};
      nudgedAt = clock.monotonic();
      inside.running()?.terminal.nudge();
      return {};
    },
  };
}

/** Whether a key that was entered for one is not for the other. */
const moved = (one: Profile, other: Profile): boolean =>
  one.environment !== other.environment || !isSamePlace(one, other);

function savedWords(before: Profile | null, after: Profile): string {
  if (before === null) return `${after.name} was added, at ${hostsOf(after).join(', ')}`;
  if (!moved(before, after)) return `${after.name} was changed`;
  const place = (of: Profile): string => `${of.environment} at ${hostsOf(of).join(', ')}`;
  return `${after.name} was moved from ${place(before)} to ${place(after)}`;
}

const notConfirmed = (): FaultError =>
  new FaultError({ kind: 'NotAllowed', policy: 'guard', reason: 'It was not confirmed. The profile stays.' });

/** A key goes into a header as it is. */
function keyText(key: string): string {
  const text = key.trim();
  if (!/^[\x21-\x7e]{1,200}$/.test(text)) throw invalid('key', 'A key has no spaces and only plain characters.');
  return text;
}
