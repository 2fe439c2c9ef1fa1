import type { CommandRow, OrderRow } from '../../../../shared/contract/contract.ts';
import type { Account, Order } from '../../../../electron/practice/engine/model.ts';
import { isOpen } from '../../../../electron/practice/engine/orders/order.ts';
import { instrumentOf } from '../../../../electron/practice/engine/symbols.ts';
import type { Practice } from '../../../../electron/practice/server.ts';
import type { Passage } from './fault-proxy.ts';

/** An order that a trader asked for, whatever came of it. */
export interface Told {
  readonly clientOrderId: string;
}

interface Sides {
  readonly told: readonly Told[];
  readonly orders: readonly OrderRow[];
  readonly commands: readonly CommandRow[];
  readonly account: Account;
  readonly seen: readonly Passage[];
}

/** The account that the terminal trades with. */
export function accountOf({ venue }: Practice): Account {
  const account = [...venue.accounts.values()].find(({ name }) => name === 'practice');
  if (account === undefined) throw new Error('The practice exchange has no account “practice”.');
  return account;
}

/** All orders that an account has or had. */
export const ordersOf = ({ open, finished }: Account): readonly Order[] => [...open.values(), ...finished.values()];

const ONE = 1e18;

/**
 * What the screen and the exchange do not agree on, in words; empty when all is well: no order was sent or
 * taken twice, none is lost or made up, every command has its end, and what is shown is what is there.
 */
export function disagreements({ told, orders, commands, account, seen }: Sides): string[] {
  const found: string[] = [];
  const there = ordersOf(account);
  const placed = (clientOrderId: string): readonly Order[] =>
    there.filter(({ clientId }) => clientId === clientOrderId);

  for (const { clientOrderId } of told)
    if (!commands.some((row) => row.clientOrderId === clientOrderId)) found.push(`${clientOrderId} has no command`);
  for (const { commandId, name, status, clientOrderId } of commands) {
    if (status === 'sending' || status === 'unconfirmed') found.push(`${commandId} is ${status}`);
    if (name !== 'orders.place' || clientOrderId === null) continue;
    const left = seen.filter(
      (each) => each.method === 'POST' && each.path === '/v3/trade/order' && each.clientOrderId === clientOrderId,
    ).length;
    const taken = placed(clientOrderId).length;
    if (left > 1) found.push(`${clientOrderId} was sent ${left} times`);
    if (taken > 1) found.push(`${clientOrderId} was taken ${taken} times`);
    if (status === 'accepted' && taken === 0) found.push(`${clientOrderId} is accepted and is not there`);
    if (status === 'rejected' && taken > 0) found.push(`${clientOrderId} is rejected and is there`);
  }

  const byId = new Map(there.map((order) => [order.id, order]));
  for (const row of orders) {
    const order = row.orderId === null ? undefined : byId.get(row.orderId);
    if (order === undefined) found.push(`${row.id} (${row.status}) is shown and is not there`);
    else found.push(...differences(row, order));
  }
  const shown = new Set(orders.map(({ orderId }) => orderId));
  for (const order of account.open.values()) if (!shown.has(order.id)) found.push(`${order.id} is open and not shown`);
  return found;
}

function differences(row: OrderRow, order: Order): string[] {
  const { tick, lot } = instrumentOf(order.symbol);
  const there: Readonly<Record<string, unknown>> = {
    status: order.status,
    open: isOpen(order),
    executed: (order.executed * Number(lot)) / ONE,
    price: isOpen(order) ? (order.price * Number(tick)) / ONE : 'any',
  };
  const here: Readonly<Record<string, unknown>> = {
    status: row.status === 'REPLACED' ? 'NEW' : row.status,
    open: row.open,
    executed: Number(row.executed),
    price: isOpen(order) ? Number(row.price) : 'any',
  };
  return Object.keys(there)
    .filter((name) => !same(there[name], here[name]))
    .map((name) => `${row.id} shows ${name} ${String(here[name])} and is ${String(there[name])}`);
}

const same = (a: unknown, b: unknown): boolean =>
  typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 1e-9 : a === b;
