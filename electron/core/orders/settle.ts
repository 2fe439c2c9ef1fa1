import type { Outcome } from '../../../shared/contract/contract.ts';
import type { Fault } from '../../../shared/errors.ts';
import type { OrderRecord } from '../../../shared/v3/records.ts';
import type { Commands } from '../commands/commands.ts';
import type { ExchangeClock } from '../exchange/types.ts';
import type { Notices } from '../commands/notices.ts';
import { accepted, notKnown } from '../commands/outcomes.ts';
import type { Unsubscribe } from '../world/ports.ts';
import { untilProof, type Signed } from '../commands/proof-of-absence.ts';
import { isProven, isShown, isWithoutEffect, type Asking, type Former } from './book/pending-changes.ts';
import type { Values } from '../commands/overlapping-edits.ts';
import { isOpenStatus, type StateUpdate } from './book/order-updates.ts';
import type { Polls } from '../commands/polls.ts';
import type { OwnOrder, Refusal } from './book/merge.ts';
import type { OwnOrders } from './book/own-orders.ts';
import { updateOfRead, type OrderReads, type ReadOrder } from './book/reads.ts';

/**
 * What became of a write that was not answered. The stream, a read of the order and the list of open
 * orders all count, whichever speaks first. Nothing is ever sent again, and nothing ends by counting
 * misses: it ends by proof (absence.ts), or by the trader.
 */

interface Sent extends Signed {
  readonly commandId: string;
  /** One sentence for a person. */
  readonly summary: string;
}
interface Placement extends Sent {
  readonly clientOrderId: string;
  readonly symbol: string;
  /** Null where what was written of it cannot be read. */
  readonly side: string | null;
}
export interface SentPlacement extends Placement {
  /** Local ms of the press. */
  readonly begunAt: number;
  /**
   * The exchange's no, where it said that an open order has this client id. That may be this very order, which a
   * proxy sent twice, or an older one of another terminal.
   */
  readonly idInUse: Fault | null;
}
export interface SentChange extends Sent, Asking {
  readonly orderId: string;
  readonly former?: Former;
}
/** `symbol` is null for the orders of all symbols. */
export interface SentCancelAll extends Sent {
  readonly symbol: string | null;
  /** The orders that wait for it. */
  readonly orderIds: readonly string[];
}

export interface Settler {
  placement(sent: SentPlacement): void;
  /** The exchange said no, or it was given up: where it is there all the same, that is said. */
  over(sent: Placement): void;
  change(sent: SentChange): void;
  cancelAll(sent: SentCancelAll): void;
  /** The trader no longer waits for it. Nothing is known of it then, and a later word of the exchange still counts. */
  dismiss(commandId: string): void;
  stop: Unsubscribe;
}

export interface SettlerParts {
  readonly orders: OwnOrders;
  readonly commands: Pick<Commands, 'settle' | 'correct'>;
  readonly reads: OrderReads;
  /** Reads how many algo orders that were open at an exchange ms still are. Rejects with FaultError. */
  readonly algosLeft: (symbol: string | null, before: number) => Promise<number>;
  readonly polls: Polls;
  readonly clock: ExchangeClock;
  readonly notices: Notices;
}

/** A signature is refused when its time is this far from the exchange's (protocol.md, 1.2), and a little for the queue. */
const SIGNATURE_SLACK_MS = 310_000;
/** Placements of which it is known that they were called rejected. */
const ENDED_KEPT = 1_000;
/** So many orders are asked for by name in one look after a cancel of all. */
const ASKED_AT_ONCE = 5;
/** How far back finished orders are looked through when it is not known when a placement was signed. */
const LONG_BEFORE_MS = 86_400_000;

/** Makes the settler of unconfirmed commands. */
export function createSettler(parts: SettlerParts): Settler {
  const { orders, commands, reads, algosLeft, polls, clock, notices } = parts;
  const placements = new Map<string, SentPlacement>();
  const changes = new Map<string, SentChange>();
  const cancelAlls = new Map<string, SentCancelAll>();
  /** Placements that were called rejected, by client id; the oldest go first. */
  const calledRejected = new Map<string, Placement>();

  function over(sent: Placement): void {
    calledRejected.set(sent.clientOrderId, sent);
    const [oldest] = calledRejected.keys();
    if (calledRejected.size > ENDED_KEPT && oldest !== undefined) calledRejected.delete(oldest);
  }

  /** A proxy may have sent it twice, or the exchange have taken it later than it should. */
  function thereAfterAll({ clientOrderId, orderId, traits, createdAt }: OwnOrder): void {
    const sent = clientOrderId === null ? undefined : calledRejected.get(clientOrderId);
    const mine =
      sent !== undefined &&
      sent.symbol === traits.symbol &&
      (sent.side ?? traits.side) === traits.side &&
      (createdAt === null || sent.signedAt === null || createdAt >= sent.signedAt - SIGNATURE_SLACK_MS);
    if (!mine) return;
    calledRejected.delete(sent.clientOrderId);
    commands.correct(sent.commandId, accepted(sent.clientOrderId, orderId));
    notices.say('danger', `${sent.summary}: it was called rejected, and the exchange has it after all.`);
  }

  /** Orders that waited for a cancel-all without an effect wait no longer; a later cancel of one goes on. */
  function release({ commandId, orderIds }: SentCancelAll, why: (orderId: string) => Refusal): void {
    cancelAlls.delete(commandId);
    for (const orderId of orderIds) orders.refused(orderId, commandId, why(orderId));
  }

  /** All that a cancel-all is about is gone, whatever ended it. */
  function stillPossible({ commandId, summary }: SentCancelAll): void {
    const words = 'No order is left. It may still arrive within some minutes, and cancel what is placed before that.';
    commands.settle(commandId, { status: 'unconfirmed', clientOrderId: null, reason: words });
    notices.say('warning', `${summary}: ${words}`);
  }

  function finish({ commandId, summary }: Sent, outcome: Outcome, words: string): void {
    polls.end(commandId);
    commands.settle(commandId, outcome);
    notices.say(outcome.status === 'accepted' ? 'info' : 'warning', `${summary}: ${words}`);
  }

  function placementFound(sent: SentPlacement, orderId: string): void {
    placements.delete(sent.clientOrderId);
    finish(sent, accepted(sent.clientOrderId, orderId), 'the exchange has it.');
  }

  /** There is no such order. */
  function placementOver(sent: SentPlacement, outcome: Outcome, words: string): void {
    placements.delete(sent.clientOrderId);
    orders.withdraw(sent.clientOrderId);
    finish(sent, outcome, words);
    // One whose id an older order has is refused for certain, and that order is none of ours.
    if (outcome.status !== 'rejected' || outcome.fault !== sent.idInUse) over(sent);
  }

  /** Looks for a placement everywhere; null when there is no such order yet. */
  async function look(sent: SentPlacement, left: () => number): Promise<StateUpdate | Fault | 'absent' | null> {
    const { clientOrderId, symbol, signedAt, begunAt } = sent;
    const find = (read: readonly (ReadOrder | null)[]): StateUpdate | null => {
      const mine = read.find((order) => order !== null && isPlacement(order.record, sent));
      return mine === undefined || mine === null ? null : updateOfRead(mine);
    };
    const read = await reads.one({ clientOrderId }, 'trade');
    const one = find([read]);
    if (one === null && sent.idInUse !== null && read !== null && hadItsId(read.record, sent)) return sent.idInUse;
    if (one !== null || left() > 0) return one;
    const since = signedAt === null ? begunAt + (clock.offset() ?? 0) - LONG_BEFORE_MS : signedAt - SIGNATURE_SLACK_MS;
    const open = await reads.list({ symbol, status: 'INCOMPLETE' });
    const ended = await reads.list({ symbol, status: 'COMPLETED', startTime: Math.max(0, Math.floor(since)) });
    const isComplete = open.isComplete && ended.isComplete;
    return (
      find([...open.orders, ...ended.orders, await reads.one({ clientOrderId }, 'trade')]) ??
      (isComplete ? 'absent' : null)
    );
  }

  /** What other edits ask for that crossed one. */
  const rivalsOf = ({ commandId, orderId, former }: SentChange): readonly Values[] =>
    orders.get(orderId)?.asked.find((each) => each.commandId === commandId)?.rivals ?? former?.rivals ?? [];

  function changeFact(sent: SentChange, life: StateUpdate): void {
    const isOpen = life.open && isOpenStatus(life.status, life.executed, life.quantity);
    if (isProven(sent, rivalsOf(sent), life)) {
      const words = sent.what === 'cancel' ? 'the order is cancelled.' : 'the order is as it asked for.';
      changes.delete(sent.commandId);
      orders.taken(sent.orderId, sent.commandId);
      finish(sent, accepted(null, sent.orderId), words);
    } else if (!isOpen) {
      const ended = `The order ended before it was ${sent.what === 'edit' ? 'changed' : 'cancelled'}.`;
      changeOver(sent, life, ended);
    }
  }

  /** It shows no effect and can no longer have one, because it is too late for it or the order ended. */
  function changeOver(sent: SentChange, life: StateUpdate | null, none: string): void {
    const isNone = life !== null && isWithoutEffect(sent, rivalsOf(sent), life);
    const reason = isNone ? none : life === null ? UNSEEN : isShown(sent, life) ? AS_WANTED : OVERTAKEN;
    const endpoint = `trade.${sent.what}Order`;
    changes.delete(sent.commandId);
    orders.refused(sent.orderId, sent.commandId, { reason, isSure: isNone });
    finish(sent, isNone ? noEffect(endpoint, null, reason) : notKnown(endpoint, reason), reason);
  }

  /** An order of which a former run left edits or cancels: its row shows them as it did then. */
  function askAgain(orderId: string): void {
    for (const { orderId: about, former, ...sent } of changes.values())
      if (about === orderId && former !== undefined) orders.asked(orderId, sent, former);
  }

  const unsubscribe = orders.onChange((now: OwnOrder, before) => {
    const { clientOrderId, orderId, life } = now;
    if (before === undefined && orderId !== null && calledRejected.size > 0) thereAfterAll(now);
    const placed = clientOrderId === null ? undefined : placements.get(clientOrderId);
    if (placed !== undefined && orderId !== null && now.sent !== null) placementFound(placed, orderId);
    if (life === null || changes.size === 0) return;
    if (before === undefined && orderId !== null) askAgain(orderId);
    for (const change of changes.values()) if (change.orderId === orderId) changeFact(change, life);
  });

  return {
    over,
    placement(sent) {
      const spoken = orders.sent(sent.clientOrderId)?.orderId ?? null;
      if (spoken !== null) {
        commands.settle(sent.commandId, accepted(sent.clientOrderId, spoken));
        return;
      }
      placements.set(sent.clientOrderId, sent);
      const left = untilProof(clock, sent);
      polls.start(sent.commandId, async () => {
        const found = await look(sent, left);
        // Where nothing is proved though it is too late for it to arrive, the usual pace is kept.
        if (found === null) return left() > 0 && left();
        if (!placements.has(sent.clientOrderId)) return true;
        const { clientOrderId } = sent;
        if (found === 'absent')
          placementOver(
            sent,
            noEffect('trade.placeOrder', clientOrderId, 'The exchange has no such order.'),
            'the exchange has no such order, and it can no longer arrive.',
          );
        else if (found.kind !== 'state')
          placementOver(
            sent,
            { status: 'rejected', clientOrderId, fault: found },
            'refused: an older order has its client order id.',
          );
        else {
          orders.state(found);
          // The book's change settles it; an order that the book knew already changes nothing.
          if (placements.has(sent.clientOrderId)) placementFound(sent, found.orderId);
        }
        return true;
      });
    },
    change(sent) {
      changes.set(sent.commandId, sent);
      const left = untilProof(clock, sent);
      polls.start(sent.commandId, async () => {
        const provenBefore = left() === 0;
        const read = await reads.one({ orderId: sent.orderId }, 'trade');
        if (read !== null) orders.state(updateOfRead(read));
        const life = orders.get(sent.orderId)?.life ?? null;
        if (life !== null && changes.has(sent.commandId)) changeFact(sent, life);
        if (!changes.has(sent.commandId)) return true;
        // Both before and after the read: it was sent late enough, by a clock that an answer has just set.
        if (left() > 0 || !provenBefore) return left();
        changeOver(sent, read === null ? null : life, NO_EFFECT);
        return true;
      });
    },
    cancelAll(sent) {
      const { symbol } = sent;
      cancelAlls.set(sent.commandId, sent);
      const proof = untilProof(clock, sent);
      let latest = sent.signedAt;
      let saidNone = false;
      polls.start(sent.commandId, async () => {
        const provenBefore = proof() === 0;
        const { orders: open } = await reads.list({ status: 'INCOMPLETE', ...(symbol === null ? {} : { symbol }) });
        for (const order of open) orders.state(updateOfRead(order));
        latest ??= clock.now();
        // Orders placed since are none of its business.
        const before = latest;
        const listed = open.filter(({ record }) => (record.createdTime ?? 0) <= before);
        const left = new Set<string>(listed.map(({ record }) => record.orderId));
        const waits = (orderId: string): boolean => !left.has(orderId) && orders.get(orderId)?.life?.open !== false;
        // A list may lag: what is open as far as we know and not named in it is asked for itself.
        const found = new Set(left);
        for (const orderId of sent.orderIds.filter(waits).slice(0, provenBefore ? undefined : ASKED_AT_ONCE)) {
          const one = await reads.one({ orderId }, 'trade');
          if (one === null) continue;
          found.add(orderId);
          orders.state(updateOfRead(one));
        }
        for (const orderId of sent.orderIds.filter(waits)) left.add(orderId);
        // It cancels algo orders too (protocol.md, 3.2).
        const count = left.size + (await algosLeft(symbol, before));
        if (!cancelAlls.has(sent.commandId)) return true;
        if (!provenBefore || proof() > 0) {
          // While its signature is good it may stand in a queue, and end what is placed now.
          if (count === 0 && !saidNone) stillPossible(sent);
          saidNone ||= count === 0;
          return proof();
        }
        release(sent, (orderId) => ({
          reason: found.has(orderId) ? NO_EFFECT : UNSEEN,
          isSure: found.has(orderId),
        }));
        if (count === 0) finish(sent, accepted(null, null), 'no order is left, and it can no longer arrive.');
        else {
          const words = `${count === 1 ? '1 order is' : `${count} orders are`} not seen to have ended, and it can no longer cancel what was open.`;
          // When it was signed in a former run is not known: they may have been placed after it had been carried out.
          if (sent.signedAt === null) finish(sent, notKnown('trade.cancelAllOrders', words), words);
          else finish(sent, noEffect('trade.cancelAllOrders', null, words), words);
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
        over(placement);
      }
      const change = changes.get(commandId);
      changes.delete(commandId);
      if (change !== undefined) orders.refused(change.orderId, commandId, GIVEN_UP);
      const cancelAll = cancelAlls.get(commandId);
      if (cancelAll !== undefined) release(cancelAll, () => GIVEN_UP);
      commands.settle(commandId, {
        status: 'rejected',
        clientOrderId: placement?.clientOrderId ?? null,
        fault: { kind: 'OutcomeUnknown', endpoint: 'orders', reason: DISMISSED },
      });
    },
    stop: unsubscribe,
  };
}

const NO_EFFECT = 'It had no effect at the exchange, and can no longer have one.';
const OVERTAKEN =
  'Whether it took effect is not known: the order has been changed since. It can no longer have an effect.';
const UNSEEN =
  'Whether it took effect is not known: the exchange does not find the order. It can no longer have an effect.';
const AS_WANTED =
  'Whether it took effect is not known: the order has what it asked for, and may have it without it. It can no longer have an effect.';
const DISMISSED = 'the trader no longer waits for it';
const GIVEN_UP: Refusal = { reason: DISMISSED, isSure: false };

/** What was found out by asking: whether it never arrived or was refused, nothing came of it. */
const noEffect = (endpoint: string, clientOrderId: string | null, message: string): Outcome => ({
  status: 'rejected',
  clientOrderId,
  fault: { kind: 'ExchangeRejected', endpoint, code: null, message, httpStatus: 0 },
});

/**
 * Whether a record is of this very placement: a client id may have been used before, here or elsewhere. Its type says
 * nothing of that: the exchange may write one that joins the book as what it became.
 */
export function isPlacement(record: OrderRecord, sent: SentPlacement): boolean {
  return (
    record.clientOrderId === sent.clientOrderId &&
    record.symbol === sent.symbol &&
    record.side === (sent.side ?? record.side) &&
    (record.createdTime === null || sent.signedAt === null || record.createdTime >= sent.signedAt - SIGNATURE_SLACK_MS)
  );
}

/** Whether a record is of an open order that had the placement's client id before that was sent. */
const hadItsId = (
  { clientOrderId, createdTime, status, executed, quantity }: OrderRecord,
  sent: SentPlacement,
): boolean =>
  clientOrderId === sent.clientOrderId &&
  isOpenStatus(status, executed, quantity) &&
  createdTime !== null &&
  sent.signedAt !== null &&
  createdTime < sent.signedAt - SIGNATURE_SLACK_MS;
