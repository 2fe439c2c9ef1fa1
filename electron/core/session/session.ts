import { createSecretKey } from 'node:crypto';
import { feeds, outcomeSchema, requests, type FeedName } from '../../../shared/contract/contract.ts';
import type { DeskRow, ProfileRow } from '../../../shared/contract/profiles.ts';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { FaultError, faultOf } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import type { BridgeTerminal } from '../page/bridge.ts';
import type { Credentials } from '../exchange/types.ts';
import type { PageSettingName } from '../../../shared/settings/page-settings.ts';
import { createFeed } from '../page/feeds.ts';
import { createPageSettings } from '../page/settings/page-settings.ts';
import { createAsk } from '../page/requests.ts';
import type { Profile } from '../storage/settings.ts';
import type { BookKey } from '../transfers/book-file.ts';
import { openAcquaintances } from './place/acquaintances.ts';
import { ACTIVE, sessionAnswers, LOCK_AFTER, type Running } from './answers.ts';
import type { SessionParts } from './session-parts.ts';
import { bindBooks, bookKeyAt } from './place/book-place.ts';
import { createIdle } from './idle.ts';
import { createPassphrase } from './passphrase.ts';
import { openProfileBook, refuseFalsePlace } from './profile-book.ts';
import { createRebound } from './rebound-feed.ts';
import { createSealedSecrets } from './sealed-secrets.ts';

/** What the page talks to: the profiles, the lock, and whichever terminal runs. */
export interface Session extends BridgeTerminal {
  /** Opens the profile of the last run; the keychain, where there is one, unlocks it. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The machine woke up, or the network is back. */
  nudge(): void;
  lock(): Promise<void>;
  /** The dead-man switch of the profile that is open. */
  deadMan(): DeadManRow | null;
  /** Disarms it. @returns why it is not disarmed, or null. */
  disarm(): Promise<string | null>;
}

/**
 * Makes the desk. Profiles change one at a time: everything of the old one has stopped, and its rows
 * are taken back from the page, before anything of the new one begins.
 */
export function createSession(parts: SessionParts): Session {
  const { settings, vault, keychain, builtIn, openTerminal, activity } = parts;
  const { clock, random } = parts.world;
  const newId = (): string => `p-${Buffer.from(random.bytes(9)).toString('base64url')}`;
  const book = openProfileBook(settings, builtIn.profile, newId);
  const profileIds = (): string[] => book.all().map(({ id }) => id);
  const pageSettings = createPageSettings({ folder: parts.dataFolder, clock, profiles: profileIds });
  const acquaintances = openAcquaintances(settings, book.all());
  bindBooks(
    parts.dataFolder,
    book.all().filter(({ id }) => id !== builtIn.profile.id),
  );
  const seals = createSealedSecrets(clock);
  const passphrase = vault === null ? null : createPassphrase(vault, clock, parts.kdf);
  const profiles = createFeed<ProfileRow>('id');
  const deskFeed = createFeed<DeskRow>('id');
  const rebound = createRebound((name) => (isFeed(name) ? feeds[name].id : null));

  let running: Running | null = null;
  /** The person locked it, or was away: the passphrase opens it again, and nothing else does. */
  let shut = false;
  let opening: string | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let endSession: ((reason: string) => void) | null = null;
  let over = false;

  const idle = createIdle(clock, () => {
    // To lock is to stop renewing: orders that a person relies on would go because that person is away.
    if (isRenewing(deadMan())) return false;
    // Where no terminal can begin without the key, this one has ended all the same; the page shows which one runs.
    lock().catch(() => undefined);
    return true;
  });

  // ------------------------------------------------------------ what is shown
  const keyOf = (id: string): string | null =>
    id === builtIn.profile.id ? builtIn.credentials.key : (vault?.keyName(id) ?? null);
  const wantsPassphrase = (profile: Profile): boolean =>
    shut || (profile.id !== builtIn.profile.id && vault !== null && vault.locked && keyOf(profile.id) !== null);
  function show(): void {
    profiles.replace(
      book.all().map((profile) => {
        const key = keyOf(profile.id);
        return {
          ...profile,
          builtIn: profile.id === builtIn.profile.id,
          open: running?.profile.id === profile.id,
          keyHint: key === null ? null : `…${key.slice(-4)}`,
        };
      }),
    );
    deskFeed.put({
      id: 'desk',
      locked: running === null ? shut : wantsPassphrase(running.profile),
      shut,
      vault: vault === null ? 'unreadable' : !vault.exists ? 'none' : vault.locked ? 'locked' : 'unlocked',
      keychain,
      lockAfterMinutes: lockAfter(),
      opening,
    });
  }
  const lockAfter = (): number | null => {
    const minutes = settings.get(LOCK_AFTER);
    return typeof minutes === 'number' && Number.isInteger(minutes) && minutes > 0 ? minutes : null;
  };

  /** Writes down what was done here; `profile` is the one that it was done to. */
  function note(
    kind: 'profile' | 'lock',
    name: string,
    summary: string,
    profile = running?.profile ?? builtIn.profile,
  ): void {
    activity.note({
      kind,
      by: 'program',
      profile: profile.id,
      environment: profile.environment,
      name,
      symbol: null,
      summary,
      result: 'noted',
      answer: '',
    });
  }

  // ------------------------------------------------------------ one terminal at a time
  function credentialsOf(profile: Profile): Credentials | null {
    if (shut) return null;
    if (profile.id === builtIn.profile.id) return builtIn.credentials;
    return vault === null || !vault.exists || vault.locked ? null : vault.credentials(profile.id);
  }
  function bookKeyOf(profile: Profile): BookKey | null {
    if (credentialsOf(profile) === null) return null;
    if (profile.id === builtIn.profile.id) return { key: PRACTICE_BOOK, file: `addresses-${profile.id}` };
    return vault === null ? null : bookKeyAt(vault, profile);
  }
  /** Where it throws, nothing of the profile is left, and it can be tried again. */
  async function begin(profile: Profile): Promise<void> {
    const news = pageSettings.takeNews(profile.id);
    const kept = (name: PageSettingName): string | undefined => pageSettings.feed(profile.id).get(name)?.value;
    const terminal = openTerminal(profile, credentialsOf(profile), bookKeyOf(profile), news, kept);
    running = { profile, terminal };
    rebound.bind((name, key) => terminal.feed(name, key));
    try {
      terminal.start();
    } catch (error) {
      running = null;
      rebound.unbind();
      await terminal.stop();
      throw error;
    }
    note('profile', 'profiles.open', `${profile.name} was opened`, profile);
  }
  /** One after the other: two switches at once would leave two terminals. */
  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  }
  /** Ends what runs, then begins `profile`; where that cannot begin, the one before comes back. */
  async function bring(profile: Profile): Promise<void> {
    if (over) throw closed();
    const before = running;
    opening = profile.name;
    running = null;
    rebound.unbind();
    show();
    try {
      await before?.terminal.stop();
      try {
        await begin(profile);
      } catch (error) {
        if (before !== null) await begin(book.find(before.profile.id) ?? builtIn.profile);
        throw new FaultError({ kind: 'NotAllowed', policy: 'session', reason: wordsOf(error) });
      }
    } finally {
      opening = null;
      show();
    }
  }

  async function lock(): Promise<void> {
    if (vault === null || !vault.exists || shut) return;
    // From this moment no answer is prepared with a key, whatever still runs.
    shut = true;
    vault.lock();
    seals.forget();
    note('lock', 'desk.lock', 'Locked');
    await inTurn(() => bring(running?.profile ?? builtIn.profile));
  }

  // ------------------------------------------------------------ what is asked
  const answers = sessionAnswers({
    parts,
    book,
    acquaintances,
    seals,
    passphrase,
    idle,
    pageSettings,
    running: () => running,
    keyOf,
    credentialsOf,
    note,
    show,
    inTurn,
    bring,
    lock,
    isShut: () => shut,
    reopen: () => {
      shut = false;
    },
  });
  const askSession = createAsk(answers, () => {
    throw new Error('no request of the desk is a command');
  });

  function deadMan(): DeadManRow | null {
    // The feed of this name has these rows (terminal.ts).
    const [row] = [...(running?.terminal.feed('deadman', '')?.rows() ?? [])] as DeadManRow[];
    return row ?? null;
  }

  async function askTerminal(name: string, input: unknown): Promise<unknown> {
    const asked = running;
    if (asked === null) throw closed();
    const kind = Object.hasOwn(requests, name) ? requests[name as keyof typeof requests].kind : 'read'; // as looked at
    // The old terminal still has its key while it stops.
    if (kind === 'command' && shut) throw locked();
    const answer = await asked.terminal.ask(name, input);
    if (running?.terminal === asked.terminal || (kind === 'command' && wasNotSent(answer))) return answer;
    // What belongs to the old profile must not be shown on the new one's screen.
    const reason = 'The profile was changed before the answer came. Its own activity has the end of it.';
    throw new FaultError(kind === 'command' ? { kind: 'OutcomeUnknown', endpoint: name, reason } : switched());
  }

  return {
    clock,
    ask: (name, input) => (Object.hasOwn(answers, name) ? askSession(name, input) : askTerminal(name, input)),
    feed(name, key) {
      if (name === 'profiles') return key === '' ? profiles : null;
      if (name === 'desk') return key === '' ? deskFeed : null;
      if (name === 'pageSettings') return pageSettings.feed(key);
      if (name === 'activity') return key === '' ? activity.feed : null;
      return rebound.feed(name, key);
    },
    takeSession(end) {
      if (endSession !== end) endSession?.('This terminal was opened in another window.');
      endSession = end;
    },
    async start() {
      const last = book.find(String(settings.get(ACTIVE) ?? '')) ?? builtIn.profile;
      if (vault?.wasExposed === true) note('lock', 'vault.exposed', EXPOSED);
      if (keychain !== null && vault !== null && vault.exists) await vault.unlockWithKeychain();
      try {
        if (last !== builtIn.profile) refuseFalsePlace(last);
        await begin(last);
      } catch (error) {
        if (last === builtIn.profile) throw error;
        note('profile', 'profiles.open', `${last.name} was not opened: ${wordsOf(error)}`, last);
        await begin(builtIn.profile);
      }
      idle.after(lockAfter());
      show();
    },
    nudge: () => running?.terminal.nudge(),
    lock,
    deadMan,
    async disarm() {
      if (running === null) return 'A profile is being opened.';
      const { id: profile, environment } = running.profile;
      const press = { commandId: newId(), environment, profile, by: 'click' };
      try {
        const outcome = outcomeSchema.parse(await askTerminal('deadman.disarm', press));
        if (outcome.status === 'accepted') return null;
        return outcome.status === 'rejected' ? describeFault(outcome.fault).title : outcome.reason;
      } catch (error) {
        return describeFault(faultOf(error)).advice;
      }
    },
    async stop() {
      over = true;
      idle.stop();
      endSession?.('The terminal is closing.');
      await turn;
      await running?.terminal.stop();
      running = null;
      await pageSettings.settle();
      vault?.lock();
      activity.close();
      parts.tables.close();
    },
  };
}

/** Practice money is worth nothing, and practice needs no passphrase: its book only notices damage. */
const PRACTICE_BOOK = createSecretKey(Buffer.from('the practice exchange'));

const EXPOSED =
  'A copy of the key to your API secrets was removed. Whoever had the data folder could open it without the passphrase. Make new API keys at the exchange';

const closed = (): FaultError =>
  new FaultError({ kind: 'NotAllowed', policy: 'session', reason: 'A profile is being opened. Nothing was sent.' });
const locked = (): FaultError =>
  new FaultError({ kind: 'NotAllowed', policy: 'locked', reason: 'The terminal is locked.' });
const switched = () =>
  ({ kind: 'NotAllowed', policy: 'session', reason: 'The profile was changed before the answer came.' }) as const;

/** Whether an answer is the outcome of a command that never left: that is true on every screen. */
function wasNotSent(answer: unknown): boolean {
  const { data } = outcomeSchema.safeParse(answer);
  return data?.status === 'rejected' && data.fault.kind !== 'ExchangeRejected';
}

const isRenewing = (row: DeadManRow | null): boolean =>
  row !== null && row.mode === 'renew' && ['arming', 'armed', 'renewing', 'failing'].includes(row.state);

const isFeed = (name: string): name is FeedName => Object.hasOwn(feeds, name);

function wordsOf(error: unknown): string {
  const fault = faultOf(error);
  if (fault.kind === 'InvalidInput') return fault.problems.map(({ reason }) => reason).join(' ');
  return error instanceof Error ? error.message : String(error);
}
