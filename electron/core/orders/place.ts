import type { InstrumentRow, Outcome, OrderDraft } from '../../../shared/contract/contract.ts';
import { FaultError, faultOf, invalid, type Fault } from '../../../shared/errors.ts';
import { checkDraft, sentence, type OrderContext, type PlaceOrder } from '../../../shared/rules/order-rules.ts';
import { onlyCloses } from '../../../shared/rules/position-math.ts';
import { isDuplicateClientId } from '../../../shared/v3/error-codes.ts';
import type { Commands } from '../commands/commands.ts';
import type { ExchangeClient, ExchangeClock } from '../exchange/types.ts';
import type { RiskJudge } from '../risk-limits/risk-judge.ts';
import type { Clock } from '../world/ports.ts';
import type { Journal } from '../storage/journal.ts';
import type { SendingUpdate } from './book/order-updates.ts';
import type { Follow } from './book/follow.ts';
import type { OwnOrders } from './book/own-orders.ts';
import { journaledInput } from './journaled.ts';
import type { SentPlacement, Settler } from './settle.ts';
import type { WaitingSend, WaitingSends } from './waiting-sends.ts';

export interface PlacingParts {
  readonly client: ExchangeClient;
  readonly orders: OwnOrders;
  readonly commands: Commands;
  readonly settler: Settler;
  readonly follow: Follow;
  readonly journal: Pick<Journal, 'hasClientOrderId'>;
  readonly clock: Clock;
  readonly exchangeClock: ExchangeClock;
  readonly nextClientId: () => string;
  /** Filters of a symbol; undefined for an unknown one. */
  readonly instrument: (symbol: string) => InstrumentRow | undefined;
  readonly judge: Pick<RiskJudge, 'ready' | 'order'>;
  readonly waiting: WaitingSends;
  /** What else the order rules may use. */
  readonly context: (symbol: string) => OrderContext;
}

export interface PlaceCommand {
  readonly commandId: string;
  readonly draft: OrderDraft;
  /** The reasons of its question that a person said yes to. */
  readonly answered?: readonly string[] | undefined;
}

/**
 * Creates the placing of orders: each press sends at most one request.
 *
 * The function it returns resolves with the outcome and rejects with FaultError when nothing was sent: InvalidInput by
 * the order rules, NotAllowed by the person’s own limits and when the journal cannot be written, NeedsAnswer by an
 * unanswered question.
 */
export function createPlacing(parts: PlacingParts): (command: PlaceCommand) => Promise<Outcome> {
  const { client, orders, commands, settler, journal, clock, exchangeClock } = parts;

  async function checked({ draft, answered }: PlaceCommand): Promise<{
    order: PlaceOrder & { readonly clientOrderId: string };
    summary: string;
  }> {
    const instrument = parts.instrument(draft.symbol);
    if (instrument === undefined) throw invalid('symbol', `${draft.symbol} is not among the exchange’s symbols.`);
    const isNamed = draft.clientOrderId !== '';
    const clientOrderId = isNamed ? draft.clientOrderId : parts.nextClientId();
    const check = checkDraft({ ...draft, clientOrderId }, instrument, parts.context(draft.symbol));
    if (!check.ok) throw new FaultError({ kind: 'InvalidInput', problems: [...check.problems] });
    if (isNamed && journal.hasClientOrderId(clientOrderId))
      throw invalid(
        'clientOrderId',
        'This client order ID was used before; what becomes of the order could be mistaken for it.',
      );
    const summary = sentence(draft, instrument);
    const reading = parts.judge.ready(draft.symbol);
    if (reading !== null) await reading;
    parts.judge.order(check.order, { name: 'orders.place', summary, answered });
    return { order: { ...check.order, clientOrderId }, summary };
  }

  async function place(command: PlaceCommand, send: WaitingSend): Promise<Outcome> {
    const { order, summary } = await checked(command);
    const { commandId, draft } = command;
    const { clientOrderId, symbol, side } = order;
    const { positionSide = 'BOTH', reduceOnly = false } = order;
    const closes = onlyCloses({ side, positionSide, reduceOnly });
    const begunAt = clock.now();
    let signedAt: number | null = null;
    let idInUse: Fault | null = null;
    let notBefore: SentPlacement['notBefore'] = null;
    const outcome = await commands.run(
      { commandId, name: 'orders.place', symbol, clientOrderId, summary, input: journaledInput('orders.place', order) },
      async (sending) => {
        orders.sending(sendingUpdate(order, exchangeClock.now()));
        const leaving = (): void => {
          signedAt = exchangeClock.now();
          // An id that a person typed may be another client's; the program's own are nobody else's.
          if (draft.clientOrderId !== '') notBefore = earliestCreation(exchangeClock);
          sending();
        };
        try {
          return await firstAnswer(
            orders,
            clientOrderId,
            send.run(closes, leaving, (options) =>
              client.call('trade.placeOrder', order, { ...options, parsed: true }),
            ),
          );
        } catch (thrown) {
          const fault = faultOf(thrown);
          if (fault.kind === 'ExchangeRejected' && isDuplicateClientId(fault.code)) idInUse = fault;
          throw thrown;
        }
      },
    );
    switch (outcome.status) {
      case 'accepted':
        if (outcome.orderId === null) return outcome;
        orders.placed(clientOrderId, outcome.orderId);
        parts.follow(outcome.orderId);
        return outcome;
      case 'rejected':
        orders.withdraw(clientOrderId);
        settler.noteRejected({ commandId, summary, signedAt, clientOrderId, symbol, side });
        return outcome;
      case 'unconfirmed':
        orders.unconfirmed(clientOrderId);
        settler.placement({ commandId, summary, signedAt, begunAt, clientOrderId, symbol, side, idInUse, notBefore });
        return outcome;
    }
  }

  return (command) =>
    commands.once(command.commandId, 'orders.place', () => {
      const { commandId, draft } = command;
      return parts.waiting.press({ commandId, symbol: draft.symbol, kind: 'order' }, (send) => place(command, send));
    });
}

/** The clocks of the exchange's nodes differ by less. */
const NODES_DIFFER_MS = 2_000;
/** The earliest time that the exchange can give an order which is signed now; null while its clock is not known well. */
function earliestCreation(clock: ExchangeClock): SentPlacement['notBefore'] {
  const [uncertainty, offset] = [clock.uncertainty(), clock.offset()];
  if (uncertainty === null || offset === null || !clock.isSure() || clock.isContested()) return null;
  return { at: clock.now() - uncertainty - NODES_DIFFER_MS, offset };
}

/** A body as it was sent, or as the journal read it again. */
type SentBody = { readonly [Field in keyof PlaceOrder]: PlaceOrder[Field] | undefined } & {
  readonly clientOrderId: string;
} & Pick<PlaceOrder, 'symbol' | 'side' | 'type'>;

/** An own order as it enters the book. */
export const sendingUpdate = (order: SentBody, at: number): SendingUpdate => ({
  kind: 'sending',
  clientOrderId: order.clientOrderId,
  traits: {
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    positionSide: order.positionSide ?? null,
    amount: order.amount ?? null,
    reduceOnly: order.reduceOnly ?? null,
    marginMode: order.marginMode ?? null,
    bidAskLevel: order.bidAskLevel ?? null,
    tag: order.orderTag ?? null,
  },
  price: order.price ?? null,
  quantity: order.quantity ?? null,
  visibleQuantity: order.visibleQuantity ?? null,
  at: Math.round(at),
});

/** The answer, or an earlier report of the order. */
async function firstAnswer(
  orders: OwnOrders,
  clientOrderId: string,
  answer: Promise<{ readonly orderId: string; readonly clientOrderId: string | null }>,
): Promise<Outcome> {
  let unsubscribe = (): void => undefined;
  const seen = new Promise<string>((resolve) => {
    unsubscribe = orders.onChange((now) => {
      if (now.clientOrderId === clientOrderId && now.sent !== null && now.life !== null) resolve(now.life.orderId);
    });
  });
  const named = answer.then((placed) => {
    orders.note({ clientOrderId }, { what: 'answered', command: 'Place', answer: placed });
    if (placed.clientOrderId === clientOrderId) return placed.orderId;
    // The answer belongs to another request: this order's outcome is unknown (quality.md, fault 17).
    throw new FaultError({
      kind: 'OutcomeUnknown',
      endpoint: 'trade.placeOrder',
      reason: 'the answer names another order',
    });
  });
  try {
    const orderId = await Promise.race([named, seen]);
    return { status: 'accepted', clientOrderId, orderId, acknowledgement: null };
  } finally {
    unsubscribe();
    // After a stream report, a late failure of the answer changes nothing.
    named.catch(() => undefined);
  }
}
