import type { InstrumentRow, OrderRow, Outcome } from '../../../shared/contract/contract.ts';
import { grouped } from '../../../shared/decimal.ts';
import { FaultError, faultOf, invalid, type Fault } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { checkEdit } from '../../../shared/rules/order-rules.ts';
import { isOrderNotFound } from '../../../shared/v3/error-codes.ts';
import type { CommandEntry, Commands } from '../commands/commands.ts';
import type { Notices } from '../commands/notices.ts';
import type { ExchangeClient, ExchangeClock } from '../exchange/types.ts';
import type { Follow } from './book/follow.ts';
import { journaledInput } from './journaled.ts';
import { orderRow } from './book/merge.ts';
import type { OwnOrders } from './book/own-orders.ts';
import { updateOfRead, type OrderReads } from './book/reads.ts';
import type { Reconciler } from './book/reconcile.ts';
import type { RiskJudge } from '../risk-limits/risk-judge.ts';
import type { SentChange, Settler } from './settle.ts';
import { tellTakenBack, type WaitingSend, type WaitingSends } from './waiting-sends.ts';

export interface ChangeParts {
  readonly client: ExchangeClient;
  readonly orders: OwnOrders;
  readonly commands: Commands;
  readonly settler: Settler;
  readonly follow: Follow;
  readonly reconciler: Pick<Reconciler, 'soon'>;
  readonly reads: Pick<OrderReads, 'one'>;
  readonly exchangeClock: ExchangeClock;
  readonly judge: Pick<RiskJudge, 'ready' | 'edit'>;
  readonly instrument: (symbol: string) => InstrumentRow | undefined;
  readonly waiting: WaitingSends;
  readonly notices: Notices;
}

interface OneOrder {
  readonly commandId: string;
  readonly symbol: string;
  readonly orderId: string;
}
export interface Changes {
  edit(
    command: OneOrder & {
      readonly price?: string | undefined;
      readonly quantity?: string | undefined;
      /** The reasons of its question that a person said yes to. */
      readonly answered?: readonly string[] | undefined;
    },
  ): Promise<Outcome>;
  cancel(command: OneOrder): Promise<Outcome>;
  cancelAll(command: { readonly commandId: string; readonly symbol: string | null }): Promise<Outcome>;
}

const edited = ({ price, quantity, before }: Wanted) => ({ price, quantity, before });

/** When the open orders are read again after all of them were cancelled. */
const LOOK_AGAIN_MS = 2_000;
/** When a still pending order is read by itself. */
const FOLLOW_EACH_MS = 6_000;

/** The wanted values of an edit or cancel. */
type Wanted = Pick<SentChange, 'what' | 'price' | 'quantity' | 'before'>;
const CANCEL: Wanted = { what: 'cancel', price: null, quantity: null, before: null };

/**
 * Makes edits and cancels. Their acknowledgements (EDIT_SENT, CANCEL_SENT) are not their effect: a row
 * stays pending until the exchange shows it. Functions reject with FaultError when nothing was sent.
 */
export function createChanges(parts: ChangeParts): Changes {
  const { client, orders, commands, settler, exchangeClock } = parts;
  /** The earliest possible time of the exchange's clock now: later reports are about this change. */
  const stamp = (): number => Math.floor(exchangeClock.now() - (exchangeClock.uncertainty() ?? 0));

  async function change(
    entry: CommandEntry,
    orderId: string,
    wanted: Wanted,
    call: (onSending: () => void) => Promise<{ readonly status: string | null }>,
  ): Promise<Outcome> {
    let signedAt: number | null = null;
    const { what } = wanted;
    const { commandId, summary } = entry;
    let at = 0;
    const outcome = await commands.run(entry, async (sending) => {
      at = stamp();
      orders.addPendingChange(orderId, { commandId, at, ...wanted });
      let answer: { readonly status: string | null };
      try {
        answer = await call(() => {
          signedAt = exchangeClock.now();
          sending();
        });
      } catch (thrown) {
        if (what === 'cancel' && (await isCancelled(orderId, faultOf(thrown)))) answer = { status: null };
        else throw thrown;
      }
      orders.note({ orderId }, { what: 'answered', command: what === 'edit' ? 'Edit' : 'Cancel', answer });
      return { status: 'accepted', clientOrderId: null, orderId, acknowledgement: answer.status };
    });
    switch (outcome.status) {
      case 'accepted':
        orders.taken(orderId, commandId);
        parts.follow(orderId);
        return outcome;
      case 'rejected':
        orders.refused(orderId, commandId, { reason: describeFault(outcome.fault).title, isSure: true });
        // It is closed, though its row shows it as open.
        if (outcome.fault.kind === 'ExchangeRejected' && isOrderNotFound(outcome.fault.code)) parts.reconciler.soon(0);
        return outcome;
      case 'unconfirmed':
        settler.change({ commandId, summary, orderId, signedAt, at, ...wanted });
        return outcome;
    }
  }

  /**
   * Whether an order that a refused cancel did not find is cancelled: a proxy may have sent the cancel twice, and this is
   * the answer to the second.
   */
  async function isCancelled(orderId: string, fault: Fault): Promise<boolean> {
    if (fault.kind !== 'ExchangeRejected' || !isOrderNotFound(fault.code)) return false;
    const read = await parts.reads.one({ orderId }, 'trade').catch(() => null);
    if (read !== null) orders.state(updateOfRead(read));
    return orders.get(orderId)?.life?.status === 'CANCELLED';
  }

  /** Marks the orders that a cancel-all is to end. */
  function askAll(commandId: string, symbol: string | null): readonly string[] {
    const orderIds = [...orders.all()].flatMap(({ orderId, life, traits }) =>
      orderId !== null && life?.open !== false && (symbol === null || traits.symbol === symbol) ? [orderId] : [],
    );
    const at = stamp();
    for (const orderId of orderIds) {
      orders.note({ orderId }, { what: 'asked', commandId });
      orders.addPendingChange(orderId, { commandId, ...CANCEL, at });
    }
    return orderIds;
  }

  function editEntry(
    { commandId, symbol, orderId, price, quantity }: Parameters<Changes['edit']>[0],
    row: OrderRow,
  ): { entry: CommandEntry; wanted: Wanted } {
    const instrument = parts.instrument(symbol);
    if (instrument === undefined) throw invalid('symbol', `${symbol} is not among the exchange’s symbols.`);
    const check = checkEdit({ price, quantity }, row, instrument);
    if (!check.ok) throw new FaultError({ kind: 'InvalidInput', problems: [...check.problems] });
    const wanted: Wanted = {
      what: 'edit',
      price: check.price ?? null,
      quantity: check.quantity ?? null,
      before: { price: row.price, quantity: row.quantity },
    };
    const named = [
      wanted.price === null ? null : `price ${grouped(wanted.price)}`,
      wanted.quantity === null ? null : `quantity ${grouped(wanted.quantity)}`,
    ].filter((part) => part !== null);
    return {
      wanted,
      entry: {
        commandId,
        name: 'orders.edit',
        symbol,
        clientOrderId: null,
        summary: `Edit ${symbol} ${row.side} order to ${named.join(', ')}`,
        input: journaledInput('orders.edit', { orderId, symbol, ...edited(wanted) }),
      },
    };
  }

  async function edit(command: Parameters<Changes['edit']>[0], send: WaitingSend): Promise<Outcome> {
    const { orderId, symbol, answered } = command;
    const reading = parts.judge.ready(symbol);
    if (reading !== null) await reading;
    const order = orders.get(orderId);
    if (order === undefined || order.traits.symbol !== symbol)
      throw invalid('orderId', 'There is no such order on the screen of this symbol.');
    if (order.life?.open === false) throw invalid('orderId', 'The order is finished.');
    const { entry, wanted } = editEntry(command, orderRow(order));
    const { price, quantity } = wanted;
    parts.judge.edit(order, price, quantity, { name: 'orders.edit', summary: entry.summary, answered });
    const body = {
      orderId,
      ...(price === null ? {} : { price }),
      ...(quantity === null ? {} : { quantity }),
    };
    return change(entry, orderId, wanted, (leaving) =>
      send.run(false, leaving, (options) => client.call('trade.editOrder', body, options)),
    );
  }

  return {
    edit: (command) =>
      commands.once(command.commandId, 'orders.edit', () => {
        const { commandId, symbol } = command;
        return parts.waiting.press({ commandId, symbol, kind: 'order' }, (send) => edit(command, send));
      }),

    cancel: ({ commandId, symbol, orderId }) =>
      commands.once(commandId, 'orders.cancel', () => {
        const summary = `Cancel ${symbol} order ${orderId}`;
        const input = journaledInput('orders.cancel', { orderId, symbol });
        return change(
          { commandId, name: 'orders.cancel', symbol, clientOrderId: null, summary, input },
          orderId,
          CANCEL,
          (onSending) => client.call('trade.cancelOrder', { orderId, symbol }, { onSending }),
        );
      }),

    cancelAll: ({ commandId, symbol }) =>
      commands.once(commandId, 'orders.cancelAll', async () => {
        tellTakenBack(parts.notices, parts.waiting.takeBack(symbol, ['order', 'algo']));
        const summary = symbol === null ? 'Cancel all orders' : `Cancel all ${symbol} orders`;
        const input = journaledInput('orders.cancelAll', { symbol });
        let signedAt: number | null = null;
        let orderIds: readonly string[] = [];
        const outcome = await commands.run(
          { commandId, name: 'orders.cancelAll', symbol, clientOrderId: null, summary, input },
          async (sending) => {
            orderIds = askAll(commandId, symbol);
            const { status } = await client.call('trade.cancelAllOrders', symbol === null ? {} : { symbol }, {
              onSending: () => {
                signedAt = exchangeClock.now();
                sending();
              },
            });
            return { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: status };
          },
        );
        if (outcome.status === 'accepted') {
          parts.reconciler.soon(LOOK_AGAIN_MS);
          for (const orderId of orderIds) {
            orders.taken(orderId, commandId);
            parts.follow(orderId, FOLLOW_EACH_MS);
          }
        }
        if (outcome.status === 'unconfirmed') settler.cancelAll({ commandId, summary, symbol, signedAt, orderIds });
        if (outcome.status === 'rejected') {
          const reason = describeFault(outcome.fault).title;
          for (const orderId of orderIds) orders.refused(orderId, commandId, { reason, isSure: true });
        }
        return outcome;
      }),
  };
}
