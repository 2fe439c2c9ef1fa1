import type { Outcome } from '../../../shared/contract/contract.ts';
import type { MoveRow } from '../../../shared/contract/assets.ts';
import { FaultError, invalid } from '../../../shared/errors.ts';
import type { Commands } from '../commands/commands.ts';
import type { ExchangeClient, ExchangeClock } from '../exchange/types.ts';
import { createFeed, type FeedStore } from '../page/feeds.ts';
import type { Notices } from '../commands/notices.ts';
import { untilProof, type Signed } from '../commands/proof-of-absence.ts';
import type { Polls } from '../commands/polls.ts';
import type { Clock, Unsubscribe } from '../world/ports.ts';
import type { Journal, JournaledCommand } from '../storage/journal.ts';
import { findMove, SLACK_MS, type FoundMove } from './find-move.ts';
import { MOVE_NAMES, moveOf, sameMove, type Move } from './move.ts';
import { accepted, neverArrived, rowOf, wordsOf } from './move-row.ts';

/** Within this time, and while the first has no known end, a second one that is the same asks first. */
const AGAIN_MS = 600_000;
/** Movements of the last days are shown again after a start. */
const SHOWN_MS = 3 * 86_400_000;
/** Histories lag behind what was accepted, and their limits are narrow. */
const FIRST_LOOK_MS = 1_500;

export interface MovesParts {
  readonly client: ExchangeClient;
  readonly exchangeClock: ExchangeClock;
  readonly clock: Clock;
  readonly commands: Commands;
  readonly journal: Pick<Journal, 'moves'>;
  readonly polls: Polls;
  readonly notices: Notices;
  /** Something was accepted, now or as it was found later. */
  readonly onAccepted: (commandId: string, move: Move) => void;
}

/** How one kind of movement is carried out. */
interface Plan {
  readonly move: Move;
  readonly summary: string;
  /** Whether a person meant a second one. */
  readonly again: boolean;
  /** Before it is written down and sent; what it throws ends it without a trace. */
  prepare?(): Promise<void>;
  /** Sends it once. @returns the exchange's id, where it has one. */
  send(sending: () => void): Promise<string | null>;
}

/** A movement that was sent. `at` is local ms, `outcome` null while none was written. */
interface PastMove {
  readonly commandId: string;
  readonly at: number;
  readonly move: Move;
  readonly outcome: Outcome | null;
}

/** Money that is moved: one at a time, written down first, sent once, and followed until its end is known. */
export interface Moves {
  readonly feed: FeedStore<MoveRow>;
  /** @param plan looked into and made once for the press; what it throws means that nothing was sent. */
  carryOut(commandId: string, kind: Move['kind'], plan: () => Plan | Promise<Plan>): Promise<Outcome>;
  /** Movements of a kind since a local instant that were not refused. Throws FaultError where one cannot be read. */
  past(kind: Move['kind'], since: number): readonly PastMove[];
  /** Goes on with a command that a former run left without an end; false when it is no movement. */
  resume(command: JournaledCommand): boolean;
  /** Shows what the last days had. */
  recall(): void;
  stop: Unsubscribe;
}

/** Makes them. Nothing is ever sent a second time, whatever is not known of it. */
export function createMoves(parts: MovesParts): Moves {
  const { client, exchangeClock, clock, commands, journal, polls, notices } = parts;
  const feed = createFeed<MoveRow>('commandId');
  let busy: string | null = null;

  const past: Moves['past'] = (kind, since) =>
    journal.moves(since).flatMap((command) => {
      const { commandId, name, at, outcome } = command;
      // One that a person gave up waiting for may have been carried out.
      const refused = outcome?.status === 'rejected' && outcome.fault.kind !== 'OutcomeUnknown';
      const move = name !== MOVE_NAMES[kind] || refused ? null : moveOf(command);
      return move === null ? [] : [{ commandId, at, move, outcome }];
    });

  function refuseRepeated(plan: Plan): void {
    if (plan.again) return;
    const twins = past(plan.move.kind, 0).filter(({ move }) => sameMove(move, plan.move));
    // The local clock may have been set since; the exchange's goes on.
    const isRecent = ({ at, move }: (typeof twins)[number]): boolean =>
      clock.now() - at < AGAIN_MS || (move.notBefore !== null && exchangeClock.now() - move.notBefore < AGAIN_MS);
    const why = twins.some(({ outcome }) => outcome === null || outcome.status === 'unconfirmed')
      ? 'The same was sent before, and what became of it is not known yet.'
      : twins.some(isRecent)
        ? 'The same was sent less than ten minutes ago.'
        : null;
    if (why !== null) throw invalid('again', `${why} Look at what became of it before you send a second one.`);
  }

  const update = (commandId: string, part: Partial<MoveRow>): void => {
    const row = feed.get(commandId);
    if (row !== undefined) feed.put({ ...row, ...part });
  };

  /** Ends an unconfirmed one, by proof. */
  function settle(commandId: string, move: Move, summary: string, outcome: Outcome): void {
    commands.settle(commandId, outcome);
    showOutcome(commandId, outcome);
    if (outcome.status === 'accepted') parts.onAccepted(commandId, move);
    notices.say(
      outcome.status === 'accepted' ? 'info' : 'warning',
      outcome.status === 'accepted'
        ? `${summary}: found in the exchange’s history. It was carried out once.`
        : `${summary}: it never arrived. Nothing was moved.`,
    );
  }

  /** Ids of the exchange that stand for other commands of ours. */
  const claimed = (commandId: string): ReadonlySet<string> =>
    new Set(
      [...feed.rows()].flatMap((row) =>
        row.commandId === commandId || row.exchangeId === null ? [] : [row.exchangeId],
      ),
    );

  /** How many of our own that do the same stand among the records without our knowing which (E17 answers no id). */
  const withoutId = (commandId: string, move: Move, since: number): number =>
    past(move.kind, 0).filter(
      (other) =>
        other.commandId !== commandId &&
        other.outcome?.status === 'accepted' &&
        other.outcome.orderId === null &&
        (other.move.notBefore ?? 0) >= since - SLACK_MS &&
        sameMove(other.move, move),
    ).length;

  /**
   * Records that are left for a movement once those that do the same, were sent after it and have no end yet
   * have had theirs: fewer records fit a later one, so it chooses first. Otherwise an earlier one, whose
   * record comes late, would take the later one's, and the later would be called never arrived.
   */
  function leftFor(commandId: string, move: Move, records: readonly FoundMove[]): readonly FoundMove[] {
    const from = (each: Move): number => each.notBefore ?? 0;
    const open = past(move.kind, 0).filter(
      (each) => (each.outcome === null || each.outcome.status === 'unconfirmed') && sameMove(each.move, move),
    );
    const mine = open.findIndex((each) => each.commandId === commandId);
    // Of two that were sent at the same time the first chooses first.
    const before = open
      .filter(
        (each, at) => at !== mine && (from(each.move) > from(move) || (from(each.move) === from(move) && at < mine)),
      )
      .toSorted((one, other) => from(other.move) - from(one.move));
    let left = records;
    for (const other of before) {
      const theirs = left.findLast(({ at }) => at >= from(other.move) - SLACK_MS);
      left = left.filter((record) => record !== theirs);
    }
    return left;
  }

  /** Asks the history until it has it, or until it can no longer come. Never sends anything. */
  function lookFor(commandId: string, move: Move, summary: string, signed: Signed): void {
    const left = untilProof(exchangeClock, signed);
    let latest = signed.signedAt;
    polls.start(
      commandId,
      async () => {
        const proven = left() === 0;
        const since = move.notBefore ?? (latest ?? exchangeClock.now()) - AGAIN_MS;
        const others = claimed(commandId);
        const records = (await findMove(client, move, since)).filter(({ id }) => !others.has(id));
        const found = leftFor(commandId, move, records)[withoutId(commandId, move, since)];
        latest ??= exchangeClock.now();
        if (found === undefined && !(proven && left() === 0)) {
          update(commandId, {
            seenAt: Math.round(clock.now()),
            message: 'Not in the exchange’s history yet. It is looked for; it is not sent again.',
          });
          return false;
        }
        settle(commandId, move, summary, found === undefined ? neverArrived : accepted(found.id));
        return true;
      },
      FIRST_LOOK_MS,
    );
  }

  function showOutcome(commandId: string, outcome: Outcome): void {
    const { status } = outcome;
    update(commandId, {
      status,
      sendsAt: null,
      exchangeId: status === 'accepted' ? outcome.orderId : null,
      message: status === 'rejected' ? wordsOf(outcome) : status === 'unconfirmed' ? outcome.reason : '',
    });
  }

  /** The trader gave up waiting for the end of one. */
  const stop = commands.feed.subscribe(({ put }) => {
    for (const { commandId, status, message } of put)
      if (status === 'rejected' && feed.get(commandId)?.status === 'unconfirmed')
        update(commandId, { status, message });
  });

  return {
    feed,
    past,
    stop,
    carryOut: (commandId, kind, makePlan) =>
      commands.once(commandId, MOVE_NAMES[kind], async () => {
        if (busy !== null) throw refuse('Another transfer, withdrawal or repayment is under way. One at a time.');
        busy = commandId;
        try {
          const { move, summary, prepare, send, ...plan } = await makePlan();
          refuseRepeated({ move, summary, send, ...plan });
          feed.put(
            rowOf(commandId, move, summary, Math.round(clock.now()), prepare === undefined ? 'sending' : 'confirming'),
          );
          try {
            await prepare?.();
          } catch (error) {
            feed.drop(commandId);
            throw error;
          }
          const doubt = exchangeClock.uncertainty();
          const notBefore = doubt === null ? null : Math.floor(exchangeClock.now() - doubt);
          const sent: Move = { ...move, notBefore };
          let signedAt: number | null = null;
          update(commandId, { status: 'sending', sendsAt: null });
          const entry = {
            commandId,
            name: MOVE_NAMES[kind],
            symbol: null,
            clientOrderId: null,
            summary,
            input: JSON.stringify(sent),
          };
          const outcome = await commands
            .run(entry, async (sending) =>
              accepted(
                await send(() => {
                  signedAt = exchangeClock.now();
                  sending();
                }),
              ),
            )
            .catch((error: unknown) => {
              feed.drop(commandId); // it could not be written down: nothing was sent
              throw error;
            });
          showOutcome(commandId, outcome);
          if (outcome.status === 'accepted') parts.onAccepted(commandId, sent);
          if (outcome.status === 'unconfirmed') lookFor(commandId, sent, summary, { signedAt });
          return outcome;
        } finally {
          busy = null;
        }
      }),
    resume(command) {
      const move = moveOf(command);
      if (move === null) return false;
      feed.put({
        ...rowOf(command.commandId, move, command.summary, command.at, 'unconfirmed'),
        message: 'The program ended before the answer came.',
      });
      lookFor(command.commandId, move, command.summary, { signedAt: null, begunAt: command.at });
      return true;
    },
    recall() {
      const since = Math.round(clock.now()) - SHOWN_MS;
      for (const command of journal.moves(since)) {
        if (feed.get(command.commandId) !== undefined || command.outcome === null) continue;
        if (command.outcome.status === 'unconfirmed') continue;
        const move = readable(command);
        if (move === null) continue;
        feed.put(rowOf(command.commandId, move, command.summary, command.at, 'sending'));
        showOutcome(command.commandId, command.outcome);
        if (command.outcome.status === 'accepted') parts.onAccepted(command.commandId, move);
      }
    },
  };
}

const refuse = (reason: string): FaultError => new FaultError({ kind: 'NotAllowed', policy: 'money', reason });

function readable(command: JournaledCommand): Move | null {
  try {
    return moveOf(command);
  } catch {
    return null; // the row of the command says what is known of it
  }
}
