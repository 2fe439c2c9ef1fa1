import type { Outcome } from '../../../shared/contract/contract.ts';
import type { Fault } from '../../../shared/errors.ts';
import type { OrderRecord } from '../../../shared/v3/records.ts';
import type { Commands } from '../commands/commands.ts';
import type { ExchangeClock } from '../exchange/types.ts';
import type { Notices } from '../commands/notices.ts';
import { accepted, notKnown } from '../commands/outcomes.ts';
import type { Unsubscribe } from '../world/ports.ts';
import { untilProof, type Signed } from '../commands/proof-of-absence.ts';
import { isProven, isShown, isWithoutEffect, type ChangeRequest, type Former } from './book/pending-changes.ts';
import type { Values } from '../commands/overlapping-edits.ts';
import { isOpenStatus, type StateUpdate } from './book/order-updates.ts';
import type { Polls } from '../commands/polls.ts';
import type { OwnOrder, Refusal } from './book/merge.ts';
import type { OwnOrders } from './book/own-orders.ts';
import { updateOfRead, type OrderReads, type ReadOrder } from './book/reads.ts';

/**
 * Settles unanswered writes by the stream, by a read of the order, or by the list of open orders. Nothing is sent
 * again. A command ends only by proof (proof-of-absence.ts) or by the trader.
 */

interface Sent extends Signed {
  readonly commandId: string;
  /** One sentence for a person. */
  readonly summary: string;
}
interface Placement extends Sent {
  readonly clientOrderId: string;
  readonly symbol: string;
  /** Null when the journal entry cannot be read. */
  readonly side: string | null;
}
export interface SentPlacement extends Placement {
  /** Local ms of the press. */
  readonly begunAt: number;
  /**
   * The rejection, when an open order has this client id already. That may be this order, sent twice by a proxy, or an
   * older one of another terminal.
   */
  readonly idInUse: Fault | null;
  /**
   * Exchange ms of the earliest possible creation, with the offset of the exchange's clock then; null where only the life
   * of a signature bounds it.
   */
  readonly notBefore: { readonly at: number; readonly offset: number } | null;
}
export interface SentChange extends Sent, ChangeRequest {
  readonly orderId: string;
  readonly former?: Former;
}
/** `symbol` is null for the orders of all symbols. */
export interface SentCancelAll extends Sent {
  readonly symbol: string | null;
  /** The orders that it was to cancel. */
  readonly orderIds: readonly string[];
}

export interface Settler {
  placement(sent: SentPlacement): void;
  /** Notes a rejected or dismissed placement. If the order exists after all, the person is told. */
  noteRejected(sent: Placement): void;
  change(sent: SentChange): void;
  cancelAll(sent: SentCancelAll): void;
  /** Ends a command that the trader dismissed. A later report of the exchange still counts. */
  dismiss(commandId: string): void;
  stop: Unsubscribe;
}

export interface SettlerParts {
  readonly orders: OwnOrders;
  readonly commands: Pick<Commands, 'settle' | 'correct'>;
  readonly reads: OrderReads;
  /** Reads the number of algo orders open since an exchange ms. Rejects with FaultError. */
  readonly remainingAlgos: (symbol: string | null, before: number) => Promise<number>;
  readonly polls: Polls;
  readonly clock: ExchangeClock;
  readonly notices: Notices;
}

/** The life of a signature (protocol.md, 1.2), and some seconds for the queue. */
const SIGNATURE_SLACK_MS = 310_000;
/** A measured offset wanders by less. */
const SAME_CLOCK_MS = 1_000;
/** Longest list of rejected placements. */
const ENDED_KEPT = 1_000;
/** Most reads of single orders in one poll of a cancel of all. */
const ASKED_AT_ONCE = 5;
/** The period of finished orders to search, for a placement without a signing time. */
const LONG_BEFORE_MS = 86_400_000;

/** Creates the settler of unconfirmed commands. */
export function createSettler(parts: SettlerParts): Settler {
  const { orders, commands, reads, remainingAlgos, polls, clock, notices } = parts;
  const placements = new Map<string, SentPlacement>();
  const changes = new Map<string, SentChange>();
  const cancelAlls = new Map<string, SentCancelAll>();
  /** Rejected placements by client id; the oldest are dropped first. */
  const calledRejected = new Map<string, Placement>();

  function noteRejected(sent: Placement): void {
    calledRejected.set(sent.clientOrderId, sent);
    const [oldest] = calledRejected.keys();
    if (calledRejected.size > ENDED_KEPT && oldest !== undefined) calledRejected.delete(oldest);
  }

  /** Corrects a rejected placement that the exchange has after all: a proxy sent it twice, or it arrived late. */
  function correctRejected({ clientOrderId, orderId, traits, createdAt }: OwnOrder): void {
    const sent = clientOrderId === null ? undefined : calledRejected.get(clientOrderId);
    const isSame =
      sent !== undefined &&
      sent.symbol === traits.symbol &&
      (sent.side ?? traits.side) === traits.side &&
      (createdAt === null || sent.signedAt === null || createdAt >= sent.signedAt - SIGNATURE_SLACK_MS);
    if (!isSame) return;
    calledRejected.delete(sent.clientOrderId);
    commands.correct(sent.commandId, accepted(sent.clientOrderId, orderId));
    notices.say('danger', `${sent.summary}: it was reported as rejected, but the exchange has it.`);
  }

  /** Ends the pending cancel-all of its orders; a later cancel of one continues. */
  function releaseCancelAll({ commandId, orderIds }: SentCancelAll, why: (orderId: string) => Refusal): void {
    cancelAlls.delete(commandId);
    for (const orderId of orderIds) orders.refused(orderId, commandId, why(orderId));
  }

  /** All orders of a cancel-all have ended, from any cause. */
  function stillPossible({ commandId, summary }: SentCancelAll): void {
    const sentence = 'No order is open. The request may still arrive within minutes and cancel newer orders.';
    commands.settle(commandId, { status: 'unconfirmed', clientOrderId: null, reason: sentence });
    notices.say('warning', `${summary}: ${sentence}`);
  }

  function finish({ commandId, summary }: Sent, outcome: Outcome, sentence: string): void {
    polls.end(commandId);
    commands.settle(commandId, outcome);
    notices.say(outcome.status === 'accepted' ? 'info' : 'warning', `${summary}: ${sentence}`);
  }

  function placementFound(sent: SentPlacement, orderId: string): void {
    placements.delete(sent.clientOrderId);
    finish(sent, accepted(sent.clientOrderId, orderId), 'the exchange has it.');
  }

  /** Ends a placement without an order. */
  function endPlacement(sent: SentPlacement, outcome: Outcome, sentence: string): void {
    placements.delete(sent.clientOrderId);
    orders.withdraw(sent.clientOrderId);
    finish(sent, outcome, sentence);
    // A placement with the id of an older order is certainly rejected; that order is not ours.
    if (outcome.status !== 'rejected' || outcome.fault !== sent.idInUse) noteRejected(sent);
  }

  /** Reads every list for a placement; null when it is not found yet. */
  async function findPlacement(
    given: SentPlacement,
    msUntilProof: () => number,
  ): Promise<StateUpdate | Fault | 'absent' | null> {
    const sent = isDatedBy(clock, given.notBefore) ? given : { ...given, notBefore: null };
    const { clientOrderId, symbol, signedAt, begunAt } = sent;
    const find = (read: readonly (ReadOrder | null)[]): StateUpdate | null => {
      const found = read.find((order) => order !== null && isPlacement(order.record, sent));
      return found === undefined || found === null ? null : updateOfRead(found);
    };
    const read = await reads.one({ clientOrderId }, 'trade');
    const one = find([read]);
    if (one === null && sent.idInUse !== null && read !== null && hasOlderUseOfId(read.record, sent))
      return sent.idInUse;
    if (one !== null || msUntilProof() > 0) return one;
    const since = signedAt === null ? begunAt + (clock.offset() ?? 0) - LONG_BEFORE_MS : signedAt - SIGNATURE_SLACK_MS;
    const open = await reads.list({ symbol, status: 'INCOMPLETE' });
    const ended = await reads.list({ symbol, status: 'COMPLETED', startTime: Math.max(0, Math.floor(since)) });
    const isComplete = open.isComplete && ended.isComplete;
    return (
      find([...open.orders, ...ended.orders, await reads.one({ clientOrderId }, 'trade')]) ??
      (isComplete ? 'absent' : null)
    );
  }

  /** The wanted values of overlapping edits. */
  const rivalsOf = ({ commandId, orderId, former }: SentChange): readonly Values[] =>
    orders.get(orderId)?.pendingChanges.find((change) => change.commandId === commandId)?.rivals ??
    former?.rivals ??
    [];

  function settleChange(sent: SentChange, life: StateUpdate): void {
    const isOpen = life.open && isOpenStatus(life.status, life.executed, life.quantity);
    if (isProven(sent, rivalsOf(sent), life)) {
      const sentence = sent.what === 'cancel' ? 'the order is cancelled.' : 'the order has the wanted values.';
      changes.delete(sent.commandId);
      orders.taken(sent.orderId, sent.commandId);
      finish(sent, accepted(null, sent.orderId), sentence);
    } else if (!isOpen) {
      const ended = `The order ended before it was ${sent.what === 'edit' ? 'changed' : 'cancelled'}.`;
      endChange(sent, life, ended);
    }
  }

  /** Ends a change without a visible effect that can no longer have one. */
  function endChange(sent: SentChange, life: StateUpdate | null, noEffectReason: string): void {
    const isNone = life !== null && isWithoutEffect(sent, rivalsOf(sent), life);
    const reason = isNone ? noEffectReason : life === null ? UNSEEN : isShown(sent, life) ? AS_WANTED : OVERTAKEN;
    const endpoint = `trade.${sent.what}Order`;
    changes.delete(sent.commandId);
    orders.refused(sent.orderId, sent.commandId, { reason, isSure: isNone });
    finish(sent, isNone ? noEffect(endpoint, null, reason) : notKnown(endpoint, reason), reason);
  }

  /** Shows the pending changes of an earlier run in the order's row again. */
  function restorePendingChanges(orderId: string): void {
    for (const { orderId: about, former, ...sent } of changes.values())
      if (about === orderId && former !== undefined) orders.addPendingChange(orderId, sent, former);
  }

  const unsubscribe = orders.onChange((now: OwnOrder, before) => {
    const { clientOrderId, orderId, life } = now;
    if (before === undefined && orderId !== null && calledRejected.size > 0) correctRejected(now);
    const placed = clientOrderId === null ? undefined : placements.get(clientOrderId);
    if (placed !== undefined && orderId !== null && now.sent !== null) placementFound(placed, orderId);
    if (life === null || changes.size === 0) return;
    if (before === undefined && orderId !== null) restorePendingChanges(orderId);
    for (const change of changes.values()) if (change.orderId === orderId) settleChange(change, life);
  });

  return {
    noteRejected,
    placement(sent) {
      const knownOrderId = orders.sent(sent.clientOrderId)?.orderId ?? null;
      if (knownOrderId !== null) {
        commands.settle(sent.commandId, accepted(sent.clientOrderId, knownOrderId));
        return;
      }
      placements.set(sent.clientOrderId, sent);
      const msUntilProof = untilProof(clock, sent);
      polls.start(sent.commandId, async () => {
        const found = await findPlacement(sent, msUntilProof);
        // Without proof after the last possible arrival, the usual delay applies.
        if (found === null) return msUntilProof() > 0 && msUntilProof();
        if (!placements.has(sent.clientOrderId)) return true;
        const { clientOrderId } = sent;
        if (found === 'absent')
          endPlacement(
            sent,
            noEffect('trade.placeOrder', clientOrderId, 'The exchange has no such order.'),
            'the exchange has no such order, and it can no longer arrive.',
          );
        else if (found.kind !== 'state')
          endPlacement(
            sent,
            { status: 'rejected', clientOrderId, fault: found },
            'refused: an older order has its client order id.',
          );
        else {
          orders.state(found);
          // The book's change event settles it, unless the book knew the order already.
          if (placements.has(sent.clientOrderId)) placementFound(sent, found.orderId);
        }
        return true;
      });
    },
    change(sent) {
      changes.set(sent.commandId, sent);
      const msUntilProof = untilProof(clock, sent);
      polls.start(sent.commandId, async () => {
        const provenBefore = msUntilProof() === 0;
        const read = await reads.one({ orderId: sent.orderId }, 'trade');
        if (read !== null) orders.state(updateOfRead(read));
        const life = orders.get(sent.orderId)?.life ?? null;
        if (life !== null && changes.has(sent.commandId)) settleChange(sent, life);
        if (!changes.has(sent.commandId)) return true;
        // Checked before and after the read, because its answer sets the clock.
        if (msUntilProof() > 0 || !provenBefore) return msUntilProof();
        endChange(sent, read === null ? null : life, NO_EFFECT);
        return true;
      });
    },
    cancelAll(sent) {
      const { symbol } = sent;
      cancelAlls.set(sent.commandId, sent);
      const msUntilProof = untilProof(clock, sent);
      let latest = sent.signedAt;
      let reportedNone = false;
      polls.start(sent.commandId, async () => {
        const provenBefore = msUntilProof() === 0;
        const { orders: open } = await reads.list({ status: 'INCOMPLETE', ...(symbol === null ? {} : { symbol }) });
        for (const order of open) orders.state(updateOfRead(order));
        latest ??= clock.now();
        // Later orders do not count.
        const before = latest;
        const listed = open.filter(({ record }) => (record.createdTime ?? 0) <= before);
        const remaining = new Set<string>(listed.map(({ record }) => record.orderId));
        const isUndecided = (orderId: string): boolean =>
          !remaining.has(orderId) && orders.get(orderId)?.life?.open !== false;
        // A list may lag: open orders that it omits are read by id.
        const found = new Set(remaining);
        for (const orderId of sent.orderIds.filter(isUndecided).slice(0, provenBefore ? undefined : ASKED_AT_ONCE)) {
          const one = await reads.one({ orderId }, 'trade');
          if (one === null) continue;
          found.add(orderId);
          orders.state(updateOfRead(one));
        }
        for (const orderId of sent.orderIds.filter(isUndecided)) remaining.add(orderId);
        // It cancels algo orders too (protocol.md, 3.2).
        const count = remaining.size + (await remainingAlgos(symbol, before));
        if (!cancelAlls.has(sent.commandId)) return true;
        if (!provenBefore || msUntilProof() > 0) {
          // It may wait in a queue as long as its signature is valid, and then cancel newer orders.
          if (count === 0 && !reportedNone) stillPossible(sent);
          reportedNone ||= count === 0;
          return msUntilProof();
        }
        releaseCancelAll(sent, (orderId) => ({
          reason: found.has(orderId) ? NO_EFFECT : UNSEEN,
          isSure: found.has(orderId),
        }));
        if (count === 0) finish(sent, accepted(null, null), 'no order is open, and the request can no longer arrive.');
        else {
          const sentence = `${count === 1 ? '1 order is' : `${count} orders are`} still open, and the request can no longer cancel them.`;
          // Without its signing time, the open orders may be later ones.
          if (sent.signedAt === null) finish(sent, notKnown('trade.cancelAllOrders', sentence), sentence);
          else finish(sent, noEffect('trade.cancelAllOrders', null, sentence), sentence);
        }
        return true;
      });
    },
    dismiss(commandId) {
      polls.end(commandId);
      const placement = [...placements.values()].find((sent) => sent.commandId === commandId);
      if (placement !== undefined) {
        placements.delete(placement.clientOrderId);
        orders.withdraw(placement.clientOrderId);
        noteRejected(placement);
      }
      const change = changes.get(commandId);
      changes.delete(commandId);
      if (change !== undefined) orders.refused(change.orderId, commandId, GIVEN_UP);
      const cancelAll = cancelAlls.get(commandId);
      if (cancelAll !== undefined) releaseCancelAll(cancelAll, () => GIVEN_UP);
      commands.settle(commandId, {
        status: 'rejected',
        clientOrderId: placement?.clientOrderId ?? null,
        fault: { kind: 'OutcomeUnknown', endpoint: 'orders', reason: DISMISSED },
      });
    },
    stop: unsubscribe,
  };
}

const NO_EFFECT = 'It had no effect at the exchange and can no longer have one.';
const OVERTAKEN = 'Its effect is unknown: the order was changed since. It can no longer take effect.';
const UNSEEN = 'Its effect is unknown: the exchange does not find the order. It can no longer take effect.';
const AS_WANTED =
  'Its effect is unknown: the order has the wanted values, maybe from another cause. It can no longer take effect.';
const DISMISSED = 'the trader no longer waits for it';
const GIVEN_UP: Refusal = { reason: DISMISSED, isSure: false };

/** An outcome proved by reading: the request never arrived or was rejected. */
const noEffect = (endpoint: string, clientOrderId: string | null, message: string): Outcome => ({
  status: 'rejected',
  clientOrderId,
  fault: { kind: 'ExchangeRejected', endpoint, code: null, message, httpStatus: 0 },
});

/**
 * Whether a record is this placement: a client id may have been used before, here or elsewhere. The type does not
 * count: the exchange may change it when an order joins the book.
 */
export function isPlacement(record: OrderRecord, sent: SentPlacement): boolean {
  return (
    record.clientOrderId === sent.clientOrderId &&
    record.symbol === sent.symbol &&
    record.side === (sent.side ?? record.side) &&
    !isOlder(record, sent)
  );
}

/** Whether the exchange's clock is still the one that a time was taken from: it may have been set since. */
function isDatedBy(clock: ExchangeClock, taken: SentPlacement['notBefore']): boolean {
  const offset = clock.offset();
  if (taken === null || offset === null || !clock.isSure() || clock.isContested()) return false;
  return Math.abs(offset - taken.offset) < SAME_CLOCK_MS;
}

function isOlder({ createdTime }: OrderRecord, { signedAt, notBefore }: SentPlacement): boolean {
  const from = notBefore?.at ?? (signedAt === null ? null : signedAt - SIGNATURE_SLACK_MS);
  return createdTime !== null && from !== null && createdTime < from;
}

/** Whether a record is an older open order with the same client id. */
const hasOlderUseOfId = (record: OrderRecord, sent: SentPlacement): boolean =>
  record.clientOrderId === sent.clientOrderId &&
  isOpenStatus(record.status, record.executed, record.quantity) &&
  isOlder(record, sent);
