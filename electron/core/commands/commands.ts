import { z } from 'zod';
import type { CommandRow, Outcome } from '../../../shared/contract/contract.ts';
import { assertNever, faultOf, invalid, type Fault } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { isDuplicateClientId, outcomeUnknown } from '../../../shared/v3/error-codes.ts';
import { createFeed, type FeedSource } from '../page/feeds.ts';
import type { Notices } from './notices.ts';
import type { Clock } from '../world/ports.ts';
import type { Journal, JournaledCommand, JournalEntry } from '../storage/journal.ts';

/** The notice when the journal cannot take an outcome. */
export const OUTCOME_NOT_KEPT = 'The journal could not take the outcome of a command. Is the disk full?';

/** More promises than any command has after its request. */
const DRAIN_TURNS = 100;
/** A command that has not left after so many ms shows it. */
const WAITS_MS = 2_000;
const WAITS = 'It has not left yet: it waits for its slot.';
/** Commands that stay in the feed; the oldest go first. */
const KEPT = 300;

/** A command to be run. */
export type CommandEntry = Omit<JournalEntry, 'at'>;

/**
 * Commands that only make the account safer are sent also when the journal fails. A full disk must not keep an order in
 * the market. A cancel sent twice has no further effect.
 */
const SAFE: ReadonlySet<string> = new Set([
  'orders.cancel',
  'orders.cancelAll',
  'algo.cancel',
  'algo.cancelAll',
  'assets.cancelWithdrawal',
]);

/** All commands: each is sent once, journaled before it is sent, and has one outcome. */
export interface Commands {
  readonly feed: FeedSource<CommandRow>;
  /**
   * Runs a press once. A repeated press gets the same promise or the known outcome. An error of `work` means that
   * nothing was written or sent, so the press may be repeated.
   */
  once(commandId: string, name: string, work: () => Promise<Outcome>): Promise<Outcome>;
  /**
   * Journals the command, sends it, and keeps its outcome.
   *
   * @param send sends the request; it calls its argument just before the first byte. Its FaultErrors become outcomes.
   * @returns the outcome so far.
   * @throws FaultError NotAllowed when the journal cannot be written; nothing was sent then.
   */
  run(entry: CommandEntry, send: (sending: () => void) => Promise<Outcome>): Promise<Outcome>;
  /** Waits until commands whose requests have ended are written down; never for an answer. */
  drained(): Promise<void>;
  isUnconfirmed(commandId: string): boolean;
  /** The end of an unconfirmed command, by proof or by the trader. Once it is accepted or rejected it stays so. */
  settle(commandId: string, outcome: Outcome): void;
  /** Replaces a rejected outcome when the exchange shows that the command took effect. */
  correct(commandId: string, outcome: Outcome): void;
  /** Commands that an earlier run left open; all are unconfirmed. */
  takeUnsettled(): readonly JournaledCommand[];
}

/** A command with an outcome. An unconfirmed command comes again when it is settled. */
export interface CommandEnd {
  readonly entry: CommandEntry;
  readonly outcome: Outcome;
  /** Duration since its start; null when an earlier run started it. */
  readonly ms: number | null;
}

/**
 * Makes the command log over a journal.
 *
 * @param onEnd called with each outcome, for the record.
 */
export function createCommands(
  journal: Journal,
  clock: Clock,
  notices: Notices,
  onEnd: (end: CommandEnd) => void = () => undefined,
): Commands {
  const feed = createFeed<CommandRow>('commandId');
  const running = new Map<string, { readonly name: string; readonly outcome: Promise<Outcome> }>();
  /** Outcomes of this run by command, including those that the journal could not take. */
  const outcomes = new Map<string, Outcome>();
  /** Commands without a final outcome, with the monotonic ms of their start in this run. */
  const begun = new Map<string, { readonly entry: CommandEntry; readonly at: number | null }>();

  function show(row: CommandRow): void {
    feed.put(row);
    if (feed.size <= KEPT) return;
    for (const { commandId } of feed.rows()) {
      if (running.has(commandId) || outcomes.get(commandId)?.status === 'unconfirmed') continue;
      feed.drop(commandId);
      outcomes.delete(commandId);
      return;
    }
  }

  function settle(commandId: string, outcome: Outcome): Outcome {
    const before = outcomes.get(commandId);
    if (before !== undefined && before.status !== 'unconfirmed') return before;
    outcomes.set(commandId, outcome);
    tellEnd(commandId, outcome);
    try {
      journal.finish(commandId, outcome);
    } catch {
      // It stays open in the journal: the next start asks the exchange for its outcome.
      notices.say('warning', OUTCOME_NOT_KEPT);
    }
    // After the journal: the listener reads more from it.
    const row = feed.get(commandId);
    if (row !== undefined) show({ ...row, waits: undefined, ...shownOf(outcome) });
    return outcome;
  }

  function tellEnd(commandId: string, outcome: Outcome): void {
    const known = begun.get(commandId);
    if (known === undefined) return;
    if (outcome.status !== 'unconfirmed') begun.delete(commandId);
    const { entry, at } = known;
    onEnd({ entry, outcome, ms: at === null ? null : Math.round(clock.monotonic() - at) });
  }

  function findPast(commandId: string, name: string): JournaledCommand | null {
    try {
      return journal.find(commandId);
    } catch (error) {
      if (SAFE.has(name)) return null;
      throw error;
    }
  }

  /** The outcome of a known command; rejects an id of another command. */
  function recall(commandId: string, name: string): Promise<Outcome> | null {
    const now = running.get(commandId);
    const past = now === undefined ? findPast(commandId, name) : null;
    const known = now?.name ?? past?.name;
    if (known === undefined) return null;
    if (known !== name) throw invalid('commandId', `This press was already used for ${known}.`);
    if (now !== undefined) return now.outcome;
    const outcome = outcomes.get(commandId) ?? past?.outcome ?? null;
    return Promise.resolve(
      outcome ?? unconfirmed(past?.clientOrderId ?? null, 'The program ended before the answer came.'),
    );
  }

  return {
    feed,
    async once(commandId, name, work) {
      const known = recall(commandId, name);
      if (known !== null) return known;
      const outcome = work();
      running.set(commandId, { name, outcome });
      try {
        return await outcome;
      } finally {
        running.delete(commandId);
      }
    },
    async run(entry, send) {
      const { commandId, name, symbol, clientOrderId, summary, input } = entry;
      const orderId = orderOf(input);
      const at = Math.round(clock.now());
      begun.set(commandId, { entry, at: clock.monotonic() });
      try {
        journal.begin({ ...entry, at });
      } catch (error) {
        if (!SAFE.has(name)) {
          begun.delete(commandId);
          throw error;
        }
        notices.say('danger', `${describeFault(faultOf(error)).title} It was sent all the same: ${summary}.`);
      }
      const row = { commandId, name, symbol, clientOrderId, orderId, summary, at };
      show({ ...row, status: 'sending', known: true, message: '' });
      let sent = false;
      const waiting = clock.after(WAITS_MS, () =>
        show({ ...row, status: 'sending', known: true, waits: true, message: WAITS }),
      );
      const outcome = await send(() => {
        sent = true;
        waiting.cancel();
        if (feed.get(commandId)?.waits === true) show({ ...row, status: 'sending', known: true, message: '' });
      }).catch((thrown: unknown) => outcomeOfFault(faultOf(thrown), sent, clientOrderId));
      waiting.cancel();
      return settle(commandId, outcome);
    },
    async drained() {
      // What follows the end of a request is a few promises long.
      for (let turn = 0; turn < DRAIN_TURNS && running.size > 0; turn += 1) await Promise.resolve();
    },
    isUnconfirmed: (commandId) => outcomes.get(commandId)?.status === 'unconfirmed',
    settle: (commandId, outcome) => void settle(commandId, outcome),
    correct(commandId, outcome) {
      try {
        const entry = journal.find(commandId);
        if (entry !== null) begun.set(commandId, { entry, at: null });
      } catch {
        // The record misses one entry; the rest continues.
      }
      outcomes.delete(commandId);
      settle(commandId, outcome);
    },
    takeUnsettled() {
      for (const { status, outcome, input, ...entry } of journal.newest(KEPT)) {
        const { commandId, name, symbol, clientOrderId, summary, at } = entry;
        const open = status === 'sending' || outcome === null;
        const known = open ? unconfirmed(clientOrderId, 'The program ended before the answer came.') : outcome;
        outcomes.set(commandId, known);
        const row = { commandId, name, symbol, clientOrderId, orderId: orderOf(input), summary, at };
        show({ ...row, ...shownOf(known) });
      }
      const open = journal.unsettled();
      for (const entry of open) begun.set(entry.commandId, { entry, at: null });
      return open;
    },
  };
}

/** What a command's journaled input names: an order, or a node of an algo tree. Another version may have written it. */
const namedOrderSchema = z.object({ orderId: z.string().optional(), algoOrderId: z.string().optional() });
function orderOf(input: string): string | null {
  try {
    const { orderId, algoOrderId } = namedOrderSchema.parse(JSON.parse(input));
    return orderId ?? algoOrderId ?? null;
  } catch {
    return null;
  }
}

const unconfirmed = (clientOrderId: string | null, reason: string): Outcome => ({
  status: 'unconfirmed',
  clientOrderId,
  reason,
});

/**
 * The outcome of a failed write. It is final when the exchange rejected it or nothing was sent; otherwise it is
 * unconfirmed (protocol.md, section 5).
 *
 * @param sent whether the first byte may have left.
 */
export function outcomeOfFault(fault: Fault, sent: boolean, clientOrderId: string | null): Outcome {
  switch (fault.kind) {
    case 'OutcomeUnknown':
      return unconfirmed(clientOrderId, fault.reason);
    case 'ExchangeRejected':
      // Our ids are never reused: a proxy sent the request twice, and this answers the second.
      return fault.httpStatus >= 500 || outcomeUnknown(fault.code) || isDuplicateClientId(fault.code)
        ? unconfirmed(clientOrderId, fault.message)
        : { status: 'rejected', clientOrderId, fault };
    case 'ExchangeUnreachable':
    case 'RateLimited':
    case 'InvalidInput':
    case 'NotAllowed':
    case 'NeedsAnswer':
      return { status: 'rejected', clientOrderId, fault };
    case 'Defect':
      return sent ? unconfirmed(clientOrderId, fault.detail) : { status: 'rejected', clientOrderId, fault };
    default:
      return assertNever(fault);
  }
}

/** Whether the failed write certainly had no effect at the exchange. */
export const certainlyNoEffect = (fault: Fault): boolean => outcomeOfFault(fault, true, null).status === 'rejected';

/** The message of an outcome in the feed "commands". */
const shownOf = (outcome: Outcome): Pick<CommandRow, 'status' | 'known' | 'message'> => ({
  status: outcome.status,
  known: outcome.status !== 'rejected' || outcome.fault.kind !== 'OutcomeUnknown',
  message: messageOf(outcome),
});

function messageOf(outcome: Outcome): string {
  switch (outcome.status) {
    case 'accepted':
      return outcome.acknowledgement ?? '';
    case 'rejected':
      return describeFault(outcome.fault).title;
    case 'unconfirmed':
      return outcome.reason;
  }
}
