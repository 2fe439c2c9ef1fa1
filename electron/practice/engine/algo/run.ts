import { holdingOf, positionOf } from '../money/account.ts';
import type { AlgoNode, AlgoType, Order, OrderStatus } from '../model.ts';
import { cancel } from '../orders/change.ts';
import type { Fixed } from '../money/fixed.ts';
import { place } from '../orders/place.ts';
import { Refusal } from '../refusal.ts';
import { instrumentOf } from '../symbols.ts';
import type { Venue } from '../venue.ts';
import { isAlive, rootOf, treeOf } from './node.ts';

/** Finished trees kept for each account. */
const KEPT = 2_000;
const WATCHES: ReadonlySet<AlgoType> = new Set(['STOP', 'TRAILING_STOP', 'STOP_BRACKET', 'TAKE_PROFIT', 'STOP_LOSS']);
const GROUPS: ReadonlySet<AlgoType> = new Set(['TP_SL', 'POSITIONAL_TP_SL']);
const ENTRIES: ReadonlySet<AlgoType> = new Set(['BRACKET', 'STOP_BRACKET']);

/** Tells the stream what changed in a tree. */
export function tell(venue: Venue, nodes: readonly AlgoNode[]): void {
  for (const node of nodes) node.updatedAt = venue.now;
  venue.outlet.onAlgo(nodes);
}

/**
 * Sets a node to work: it watches, or places its order, or lets its children watch. Only the order of
 * a root can be refused here, and it is the first thing that happens, so nothing is left behind.
 */
export function start(venue: Venue, node: AlgoNode): void {
  if (WATCHES.has(node.algoType)) {
    node.stage = 'armed';
    if (node.algoType === 'TRAILING_STOP' && node.activatedPrice === 0) node.isActivated = true;
    const watchers = venue.watched.get(node.symbol) ?? new Set();
    venue.watched.set(node.symbol, watchers.add(node));
    return;
  }
  if (GROUPS.has(node.algoType)) {
    if (node.algoType === 'POSITIONAL_TP_SL') replaceOlder(venue, node);
    node.stage = 'holding';
    for (const child of node.children) start(venue, child);
    return;
  }
  send(venue, node);
  node.triggerStatus = 'SUCCESS';
  if (node.algoType === 'OCO') for (const child of node.children) start(venue, child);
}

/** One positional TP/SL for an instrument and side: a new one takes the place of the old (protocol.md, 3.3). */
function replaceOlder(venue: Venue, node: AlgoNode): void {
  for (const other of [...node.account.algos.nodes.values()]) {
    if (
      other !== node &&
      other.algoType === 'POSITIONAL_TP_SL' &&
      other.stage === 'holding' &&
      other.symbol === node.symbol &&
      other.positionSide === node.positionSide
    )
      end(venue, other, 'CANCELLED', 'Replaced by a newer one.');
  }
}

/** Places the one order of a node. */
function send(venue: Venue, node: AlgoNode): void {
  const { account, symbol, side, price, visible } = node;
  const { kind, lot, tick } = instrumentOf(symbol);
  const lots = node.type === 'CLOSE_POSITION' ? closable(node) : node.quantity;
  if (lots === 0) throw new Refusal(null, 'There is no position to close.');
  node.placed += 1;
  node.stage = 'working';
  const money = (count: number, unit: Fixed): Fixed => BigInt(count) * unit;
  const order = place(venue, account, {
    symbol,
    side,
    type: node.type === 'LIMIT' ? 'LIMIT' : 'MARKET',
    clientId: '0',
    tag: node.tag,
    positionSide: node.positionSide,
    marginMode: node.marginMode,
    reduceOnly: node.reduceOnly || (node.type === 'CLOSE_POSITION' && kind === 'perpetual'),
    price: price === 0 ? null : money(price, tick),
    quantity: money(lots, lot),
    amount: null,
    visible: visible === null || price === 0 ? null : money(visible, lot),
    bidAskLevel: null,
    postOnlyAdjusted: false,
    byHand: false,
    forced: false,
    algoId: node.id,
  });
  node.orderId = order.id;
}

/** Lots that a positional leg can close: of the position, or on spot of what is held and free. */
export function closable(node: AlgoNode): number {
  const { account } = node;
  const { kind, base, lot } = instrumentOf(node.symbol);
  if (kind === 'spot') {
    const { holding, frozen } = holdingOf(account, base);
    return node.side === 'SELL' && holding > frozen ? Number((holding - frozen) / lot) : 0;
  }
  const { lots } = positionOf(account, node.symbol, node.positionSide, node.marginMode);
  return Math.max(0, node.side === 'SELL' ? lots : -lots);
}

/** A watching node met its price. */
export function fire(venue: Venue, node: AlgoNode, ticks: number): void {
  if (node.stage !== 'armed') return;
  unwatch(venue, node);
  node.isTriggered = true;
  node.triggerStatus = 'SUCCESS';
  node.triggerTime = venue.now;
  node.triggeredAt = ticks;
  const { parent } = node;
  // What the other leg has in the market goes first: two orders for one quantity must never rest together.
  if (parent !== null && GROUPS.has(parent.algoType)) {
    for (const sibling of parent.children)
      if (sibling !== node && sibling.stage === 'working')
        end(venue, sibling, 'CANCELLED', 'The other leg was triggered.');
  }
  if (parent?.algoType === 'OCO') {
    parent.stage = 'holding';
    cancelOrder(venue, parent, 'The stop of the OCO was triggered.');
  }
  try {
    send(venue, node);
    tell(venue, [node]);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    end(venue, node, error.code === null ? 'CANCELLED' : 'REJECTED', error.message);
  }
}

/** Takes over what happened to the order of a node. */
export function follow(venue: Venue, order: Order): void {
  const node = order.account.algos.nodes.get(order.algoId);
  if (node === undefined || node.orderId !== order.id) return;
  const before = node.executed;
  node.executed = order.executed;
  node.executedValue = order.executedValue;
  node.fee = order.fee;
  node.feeAsset = order.feeAsset;
  node.realised = order.realised;
  if (node.stage !== 'working') return;
  node.fill = order.executed > before ? (order.account.fills.findLast((fill) => fill.order === order) ?? null) : null;
  settle(venue, node, order, before);
  node.fill = null;
}

function settle(venue: Venue, node: AlgoNode, order: Order, before: number): void {
  if (before === 0 && order.executed > 0) firstFill(venue, node);
  if (order.status === 'NEW') return;
  if (order.status === 'PARTIAL_FILLED') {
    node.status = 'PARTIAL_FILLED';
    tell(venue, [node]);
    return;
  }
  if (ENTRIES.has(node.algoType) && order.executed > 0) {
    enter(venue, node);
    return;
  }
  end(venue, node, order.status, order.reason);
}

/** The first execution of a leg ends the other one. */
function firstFill(venue: Venue, node: AlgoNode): void {
  const rivals =
    node.algoType === 'OCO'
      ? node.children
      : GROUPS.has(node.parent?.algoType ?? 'STOP')
        ? (node.parent?.children ?? [])
        : [];
  for (const rival of rivals) if (rival !== node) end(venue, rival, 'CANCELLED', 'The other leg was executed.');
}

/** The entry of a bracket is done: its protection starts for what was executed. */
function enter(venue: Venue, node: AlgoNode): void {
  node.stage = 'holding';
  node.status = 'PARTIAL_FILLED';
  const below = treeOf(node).slice(1);
  for (const child of below)
    if (child.algoType !== 'POSITIONAL_TP_SL' && child.type !== 'CLOSE_POSITION') child.quantity = node.executed;
  tell(venue, [node, ...below]);
  for (const child of node.children) start(venue, child);
}

/** Ends a node with everything below it, and the parent when nothing of it is left. */
export function end(venue: Venue, node: AlgoNode, status: OrderStatus, reason: string): void {
  if (!isAlive(node)) return;
  const changed: AlgoNode[] = [];
  close(venue, node, status, reason, changed);
  for (let { parent } = node; parent !== null && isAlive(parent); { parent } = parent) {
    if (parent.stage === 'working' || parent.stage === 'armed' || parent.children.some(isAlive)) break;
    const filled = parent.children.some((child) => child.status === 'FILLED');
    const entered = ENTRIES.has(parent.algoType) && parent.executed > 0;
    parent.stage = 'ended';
    parent.status = filled
      ? 'FILLED'
      : entered && status !== 'REJECTED'
        ? 'FILLED'
        : status === 'REJECTED'
          ? 'REJECTED'
          : 'CANCELLED';
    parent.reason = reason;
    changed.push(parent);
  }
  file(rootOf(node), changed);
  tell(venue, changed);
}

function close(venue: Venue, node: AlgoNode, status: OrderStatus, reason: string, changed: AlgoNode[]): void {
  node.stage = 'ended';
  node.status = status;
  node.reason = reason;
  unwatch(venue, node);
  cancelOrder(venue, node, reason);
  changed.push(node);
  for (const child of node.children) if (isAlive(child)) close(venue, child, 'CANCELLED', reason, changed);
}

function cancelOrder(venue: Venue, node: AlgoNode, reason: string): void {
  const order = node.account.open.get(node.orderId);
  if (order !== undefined) cancel(venue, order, reason === '' ? 'Cancelled with its algo order.' : reason);
}

function unwatch(venue: Venue, node: AlgoNode): void {
  const watchers = venue.watched.get(node.symbol);
  watchers?.delete(node);
  if (watchers?.size === 0) venue.watched.delete(node.symbol);
}

/** Moves names of ended nodes, and a tree whose root has ended, out of the open ones. */
function file(root: AlgoNode, ended: readonly AlgoNode[]): void {
  const desk = root.account.algos;
  for (const node of ended) if (desk.byClient.get(node.clientId) === node) desk.byClient.delete(node.clientId);
  if (isAlive(root) || !desk.roots.has(root.id)) return;
  desk.roots.delete(root.id);
  for (const node of treeOf(root)) desk.nodes.delete(node.id);
  desk.finished.set(root.id, root);
  if (desk.finished.size <= KEPT) return;
  const [oldest] = desk.finished.keys();
  if (oldest !== undefined) desk.finished.delete(oldest);
}
