import { addressFindings, entryProblems, readAmount } from '../../../shared/rules/asset-rules.ts';
import type { AddressRow, WithdrawalsRow } from '../../../shared/contract/assets.ts';
import { compare, toDecimal, ZERO, type Decimal } from '../../../shared/decimal.ts';
import { FaultError, invalid } from '../../../shared/errors.ts';
import type { ExchangeClock } from '../exchange/types.ts';
import { createFeed, type FeedSource } from '../page/feeds.ts';
import type { Notices } from '../commands/notices.ts';
import type { Clock, Random } from '../world/ports.ts';
import type { BookContent, BookEntry, BookFile } from './book-file.ts';
import type { ConfirmMoney } from './confirm.ts';

/** Off, the longest habit of other exchanges, and a sum that hurts nobody to lift. */
const FRESH: BookContent = { enabled: false, waitHours: 24, dailyLimit: '1000', entries: [] };
const MOST_ENTRIES = 200;
/** What looks like another entry waits at least this long, whatever the profile's wait is. */
const ALARMED_HOURS = 24;
const HOUR = 3_600_000;
const MOST_CLOCK_DIFFERENCE = 600_000;

export interface AddressBookParts {
  /** Null while there is no key to authenticate it with. */
  readonly file: BookFile | null;
  readonly exchangeClock: ExchangeClock;
  readonly clock: Clock;
  readonly random: Random;
  readonly notices: Notices;
  readonly confirm: ConfirmMoney | null;
  readonly profileName: string;
  /** Writes down what was done. */
  readonly note: (name: string, summary: string) => void;
  /** Worth of the withdrawals of the last 24 hours in USDT. */
  readonly spent: () => Decimal;
  readonly signal: AbortSignal;
}

export interface AddressDraft {
  readonly id: string | null;
  readonly name: string;
  readonly network: string;
  readonly address: string;
  readonly memo: string;
  readonly pasted: string | null;
  readonly despite: boolean;
}

/** Places that money may go to, and what withdrawals of this profile are held to. */
export interface AddressBook {
  readonly addresses: FeedSource<AddressRow>;
  readonly withdrawals: FeedSource<WithdrawalsRow>;
  entries(): readonly AddressRow[];
  rules(): WithdrawalsRow;
  /** The earliest that it can be, by the exchange's clock and this machine's; null before the first was measured. */
  now(): number | null;
  /** @throws FaultError InvalidInput with every problem, alarms that were not read among them. */
  save(draft: AddressDraft): { id: string };
  remove(id: string): void;
  set(wanted: { readonly enabled: boolean; readonly waitHours: number; readonly dailyLimit: string }): Promise<void>;
  /** Begins an empty book where the old one was changed by somebody else. */
  renew(): void;
  /** Something was sent there. */
  used(id: string): void;
  /** What was spent has changed. */
  show(): void;
}

/** Opens it. A changed file is said, kept, and nothing of it is used. */
export function openAddressBook(parts: AddressBookParts): AddressBook {
  const { file, exchangeClock, clock, random, notices, confirm, profileName, note, spent } = parts;
  const addresses = createFeed<AddressRow>('id');
  const withdrawals = createFeed<WithdrawalsRow>('id');
  const kept = file?.read() ?? null;
  let changed = kept === 'changed';
  let content: BookContent = kept === null || kept === 'changed' ? FRESH : kept;
  if (changed)
    notices.say(
      'danger',
      'The address book was changed outside of this program. Nothing can be withdrawn until it is begun anew.',
    );

  /** A wait is over once both clocks say so: an exchange could show any time. */
  const now = (): number | null => {
    const doubt = exchangeClock.uncertainty();
    return doubt === null ? null : Math.floor(Math.min(exchangeClock.now() - doubt, clock.now()));
  };
  /** The latest that it can be: from here on a wait counts. */
  function waitFrom(): number {
    const doubt = exchangeClock.uncertainty();
    if (doubt === null) throw refuse('The exchange’s clock was not measured yet: a wait cannot begin.');
    if (Math.abs(exchangeClock.now() - clock.now()) > doubt + MOST_CLOCK_DIFFERENCE)
      throw refuse(
        'The clocks of this machine and of the exchange differ by more than ten minutes: a wait cannot begin. Set the clock of this machine.',
      );
    return Math.ceil(Math.max(exchangeClock.now() + doubt, clock.now()));
  }
  const rules = (): WithdrawalsRow => ({
    id: 'withdrawals',
    book: file === null ? 'locked' : changed ? 'changed' : 'open',
    enabled: content.enabled,
    waitHours: content.waitHours,
    dailyLimit: content.dailyLimit === null ? null : toDecimal(content.dailyLimit),
    spent: file === null ? ZERO : spent(),
    confirmedWhere: confirm?.where ?? null,
  });
  function show(): void {
    addresses.replace(content.entries);
    try {
      withdrawals.replace([rules()]);
    } catch {
      // The journal cannot be read: what was shown stays, and nothing can be withdrawn either.
    }
  }
  function needFile(): BookFile {
    if (file === null)
      throw new FaultError({ kind: 'NotAllowed', policy: 'locked', reason: 'The terminal is locked.' });
    if (changed) throw refuse('The address book was changed outside of this program. Begin it anew first.');
    return file;
  }
  function write(next: BookContent): void {
    try {
      needFile().write(next);
    } catch (error) {
      if (error instanceof FaultError) throw error;
      throw new FaultError({
        kind: 'NotAllowed',
        policy: 'journal',
        reason: 'The address book cannot be written. Is the disk full?',
      });
    }
    content = next;
    show();
  }

  show();
  return {
    addresses,
    withdrawals,
    entries: () => content.entries,
    rules,
    now,
    show,
    save(draft) {
      needFile();
      const { entries } = content;
      const address = draft.address.trim();
      const trimmed = {
        id: draft.id,
        name: draft.name.trim(),
        network: draft.network,
        address,
        memo: draft.memo.trim(),
      };
      if (draft.id !== null && !entries.some(({ id }) => id === draft.id))
        throw invalid('id', 'It is no longer in the book.');
      if (draft.id === null && entries.length >= MOST_ENTRIES)
        throw invalid('', `The book holds ${MOST_ENTRIES} addresses at most.`);
      const problems = entryProblems(trimmed, entries);
      if (problems.length > 0) throw new FaultError({ kind: 'InvalidInput', problems: [...problems] });
      const alarms = addressFindings(trimmed, entries, { pasted: draft.pasted }).filter(
        ({ level }) => level === 'alarm',
      );
      if (alarms.length > 0 && !draft.despite)
        throw new FaultError({
          kind: 'InvalidInput',
          problems: alarms.map(({ words }) => ({ path: 'despite', reason: words })),
        });
      const from = waitFrom();
      const waitHours = Math.max(content.waitHours, alarms.length > 0 ? ALARMED_HOURS : 0);
      const id = draft.id ?? Buffer.from(random.bytes(9)).toString('base64url');
      const entry: BookEntry = { ...trimmed, id, changedAt: from, readyAt: from + waitHours * HOUR, used: false };
      const others = entries.filter((other) => other.id !== id);
      write({ ...content, entries: [...others, entry] });
      note(
        'assets.saveAddress',
        `“${entry.name}” (${entry.network}) was ${draft.id === null ? 'added to' : 'changed in'} the address book; it waits ${waitHours} h`,
      );
      return { id };
    },
    remove(id) {
      const entry = content.entries.find((each) => each.id === id);
      if (entry === undefined) throw invalid('id', 'It is no longer in the book.');
      write({ ...content, entries: content.entries.filter((each) => each.id !== id) });
      note('assets.removeAddress', `“${entry.name}” was taken out of the address book`);
    },
    async set({ enabled, waitHours, dailyLimit }) {
      needFile();
      const read = dailyLimit.trim() === '' ? null : readAmount(dailyLimit);
      if (read !== null && 'problem' in read) throw invalid('dailyLimit', read.problem.reason);
      const limit = read?.amount ?? null;
      const before = rules();
      const looser = [
        ...(enabled && !before.enabled ? ['Withdrawals are allowed.'] : []),
        ...(waitHours < before.waitHours
          ? [`New addresses wait ${waitHours} h instead of ${before.waitHours} h.`]
          : []),
        ...(isHigher(limit, before.dailyLimit)
          ? [
              `The limit of 24 hours is ${limit === null ? 'lifted' : `${limit} USDT`} instead of ${before.dailyLimit} USDT.`,
            ]
          : []),
      ];
      if (looser.length > 0) {
        if (confirm === null)
          throw refuse('This is confirmed outside of the page, and this program was started without a place for that.');
        const question = {
          message: `Loosen what withdrawals of “${profileName}” are held to?`,
          detail: looser.join('\n'),
          yes: 'Allow it',
          proofs: [],
        };
        if (!(await confirm.ask(question, parts.signal))) throw refuse('It was not confirmed. Nothing was changed.');
      }
      write({ ...content, enabled, waitHours, dailyLimit: limit });
      note(
        'assets.setWithdrawals',
        `Withdrawals ${enabled ? 'on' : 'off'}, wait ${waitHours} h, ${limit === null ? 'no daily limit' : `${limit} USDT a day`}`,
      );
    },
    renew() {
      if (file === null || !changed) throw invalid('', 'The address book is as it was written.');
      file.setAside(Math.round(clock.now()));
      changed = false;
      write(FRESH);
      note('assets.renewBook', 'A changed address book was put aside and an empty one begun');
    },
    used(id) {
      if (!content.entries.some((entry) => entry.id === id && !entry.used)) return;
      try {
        write({
          ...content,
          entries: content.entries.map((entry) => (entry.id === id ? { ...entry, used: true } : entry)),
        });
      } catch {
        // The next withdrawal there asks for its last signs again.
      }
    },
  };
}

const isHigher = (limit: Decimal | null, before: Decimal | null): boolean =>
  before !== null && (limit === null || compare(limit, before) > 0);

const refuse = (reason: string): FaultError => new FaultError({ kind: 'NotAllowed', policy: 'money', reason });
