import { edit, cancel } from '../orders/change.ts';
import { lotsOf, ticksOf } from '../orders/filters.ts';
import { ONE, unitsOf, type Fixed } from '../money/fixed.ts';
import type { Account, AlgoNode, TriggerPriceType } from '../model.ts';
import { refuse } from '../refusal.ts';
import { instrumentOf, type Instrument } from '../symbols.ts';
import { afterwards } from '../afterwards.ts';
import type { Venue } from '../venue.ts';
import { isAlive, treeOf } from './node.ts';
import { end, tell } from './run.ts';

/** New values of a node; null keeps the old one. */
export interface AlgoChange {
  readonly quantity: Fixed | null;
  readonly visible: Fixed | null;
  readonly price: Fixed | null;
  readonly triggerPrice: Fixed | null;
  readonly triggerPriceType: TriggerPriceType | null;
  readonly activatedPrice: Fixed | null;
  readonly callbackRate: Fixed | null;
  readonly callbackValue: Fixed | null;
}
export interface LegChange extends AlgoChange {
  readonly id: string;
}

/** Finds a living node by its own id, or by the client's when that is null. Throws 317149 when there is none. */
export function openNode(account: Account, id: string | null, clientId: string | null): AlgoNode {
  const { nodes, byClient } = account.algos;
  const node = id !== null ? nodes.get(id) : clientId !== null ? byClient.get(clientId) : undefined;
  if (node === undefined || !isAlive(node))
    throw refuse('orderNotFound', 'The algo order does not exist or is finished.');
  return node;
}

/** New values of a node in ticks and lots; undefined keeps the old one. */
interface Judged {
  readonly node: AlgoNode;
  readonly quantity: number | undefined;
  readonly visible: number | undefined;
  readonly price: number | undefined;
  readonly triggerPrice: number | undefined;
  readonly change: AlgoChange;
}

/**
 * Changes a node and legs below it. Everything is judged before anything changes; the legs of a TP_SL
 * keep one quantity (317136 to 317139), and what was triggered already is refused (317174).
 */
export function editAlgo(venue: Venue, node: AlgoNode, change: AlgoChange, legs: readonly LegChange[]): void {
  const below = new Map(treeOf(node).map((row) => [row.id, row]));
  const judged = [judge(node, change)];
  for (const leg of legs) {
    const target = below.get(leg.id);
    if (target === undefined || target === node || !isAlive(target))
      throw refuse('orderNotFound', 'childOrders names an order that is not an open child of this one.');
    judged.push(judge(target, leg));
  }
  checkQuantities(judged);
  const group = (target: AlgoNode): boolean => target.algoType === 'TP_SL';
  const { quantity } = judged[0] ?? {};
  // The entry of a bracket rests in the book: its order is edited like any other, and may be refused.
  if (node.stage === 'working') {
    const order = node.account.open.get(node.orderId);
    if (order !== undefined && (change.price !== null || change.quantity !== null))
      edit(venue, order, change.price, change.quantity);
  }
  const changed = new Set<AlgoNode>();
  for (const row of judged) {
    apply(row);
    changed.add(row.node);
  }
  if (quantity !== undefined) {
    for (const row of treeOf(node).slice(1)) {
      if (row.type === 'CLOSE_POSITION' || row.algoType === 'POSITIONAL_TP_SL') continue;
      row.quantity = quantity;
      changed.add(row);
    }
  }
  for (const row of judged.slice(1)) {
    if (row.quantity === undefined || row.node.parent === null || !group(row.node.parent)) continue;
    row.node.parent.quantity = row.quantity;
    changed.add(row.node.parent);
  }
  tell(venue, [...changed]);
  afterwards(venue);
}

function judge(node: AlgoNode, change: AlgoChange): Judged {
  const instrument = instrumentOf(node.symbol);
  const any = Object.entries(change).some(([name, value]) => name !== 'id' && value !== null);
  if (any && node.isTriggered) throw refuse('beingProcessed', 'The algo order was triggered already.');
  if (change.quantity !== null && (node.algoType === 'POSITIONAL_TP_SL' || node.type === 'CLOSE_POSITION'))
    throw refuse('positionalQuantity', 'POSITIONAL_TP_SL has no quantity: it closes the position.');
  if (change.triggerPrice !== null && node.triggerPrice === 0)
    throw refuse('invalidParameter', `${node.algoType} has no triggerPrice.`);
  if (change.price !== null && node.type !== 'LIMIT')
    throw refuse('invalidParameter', `A ${node.type} algo order has no price.`);
  const trailing = change.activatedPrice ?? change.callbackRate ?? change.callbackValue;
  if (trailing !== null && node.algoType !== 'TRAILING_STOP')
    throw refuse('invalidParameter', `${node.algoType} has no callback.`);
  if (change.activatedPrice !== null && node.isActivated)
    throw refuse('beingProcessed', 'The trailing stop is activated already.');
  checkCallback(change, instrument);
  return {
    node,
    quantity: change.quantity === null ? undefined : lotsOf(change.quantity, instrument),
    visible:
      change.visible === null
        ? undefined
        : change.visible === 0n
          ? 0
          : lotsOf(change.visible, instrument, 'visibleQuantity'),
    price: change.price === null ? undefined : ticksOf(change.price, instrument),
    triggerPrice: change.triggerPrice === null ? undefined : ticksOf(change.triggerPrice, instrument, 'triggerPrice'),
    change,
  };
}

function checkCallback({ callbackRate, callbackValue, activatedPrice }: AlgoChange, instrument: Instrument): void {
  if (callbackRate !== null && callbackValue !== null)
    throw refuse('invalidParameter', 'Give either callbackRate or callbackValue.');
  if (callbackRate !== null && (callbackRate <= 0n || callbackRate >= ONE))
    throw refuse('invalidParameter', 'callbackRate is a fraction between 0 and 1.');
  if (callbackValue !== null && (callbackValue <= 0n || unitsOf(callbackValue, instrument.tick) === null))
    throw refuse('priceTick', `callbackValue must be a multiple of ${instrument.quoteTick}.`);
  if (activatedPrice !== null) ticksOf(activatedPrice, instrument, 'activatedPrice');
}

/** Both legs of a TP_SL get a new quantity together and the same one. */
function checkQuantities(judged: readonly Judged[]): void {
  for (const { node, quantity } of judged) {
    const { parent } = node;
    if (quantity === undefined || parent === null || parent.children.length < 2) continue;
    const others = parent.children.filter((child) => child !== node && isAlive(child));
    for (const other of others) {
      const row = judged.find((candidate) => candidate.node === other);
      if (row?.quantity === undefined)
        throw refuse('oneLegQuantity', 'The quantities of both legs must be edited together.');
      if (row.quantity !== quantity) throw refuse('legQuantities', 'Both legs must have the same quantity.');
    }
  }
}

function apply({ node, quantity, visible, price, triggerPrice, change }: Judged): void {
  const { tick } = instrumentOf(node.symbol);
  if (quantity !== undefined) node.quantity = quantity;
  if (visible !== undefined) node.visible = visible;
  if (price !== undefined) node.price = price;
  if (triggerPrice !== undefined) node.triggerPrice = triggerPrice;
  if (change.triggerPriceType !== null) node.triggerPriceType = change.triggerPriceType;
  if (change.activatedPrice !== null) node.activatedPrice = Number(change.activatedPrice / tick);
  if (change.callbackRate !== null) {
    node.callbackRate = change.callbackRate;
    node.callbackValue = null;
  }
  if (change.callbackValue !== null) {
    node.callbackValue = Number(change.callbackValue / tick);
    node.callbackRate = null;
  }
}

/** Ends a node, everything below it and its order in the market. */
export function cancelAlgo(venue: Venue, node: AlgoNode, reason: string): void {
  end(venue, node, 'CANCELLED', reason);
  afterwards(venue);
}

/** Ends the open algo orders of an account, of one symbol or of all. */
export function cancelAllAlgos(venue: Venue, account: Account, symbol: string | null, reason: string): void {
  for (const root of [...account.algos.roots.values()]) {
    if (symbol !== null && root.symbol !== symbol) continue;
    end(venue, root, 'CANCELLED', reason);
  }
  afterwards(venue);
}

/** Ordinary and algo orders together: what the dead-man switch and DELETE allOrders do. */
export function cancelEverything(venue: Venue, account: Account, symbol: string | null, reason: string): void {
  cancelAllAlgos(venue, account, symbol, reason);
  for (const order of [...account.open.values()])
    if (symbol === null || order.symbol === symbol) cancel(venue, order, reason);
  afterwards(venue);
}
