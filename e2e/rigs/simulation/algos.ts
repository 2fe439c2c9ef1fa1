import type { Chance } from './chance.ts';
import type { Fields } from './deeds.ts';
import { VenueRefusal, type Status } from './venue-words.ts';

/** The simulated exchange's algo orders: trees of STOP, TP_SL, BRACKET and OCO (protocol.md, 3.3). */

/** A node as it was from an instant on. */
export interface AlgoVersion {
  readonly at: number;
  readonly status: Status;
  readonly price: number;
  readonly triggerPrice: number;
  readonly quantity: number;
  readonly executed: number;
  /** Exchange ms; 0 before. */
  readonly triggeredAt: number;
}
export interface VenueAlgo {
  readonly id: string;
  readonly clientId: string;
  readonly symbol: string;
  readonly side: string;
  readonly algoType: string;
  readonly type: string;
  readonly parent: VenueAlgo | null;
  readonly children: VenueAlgo[];
  readonly createdAt: number;
  /** Every state it had, the present one last. */
  readonly versions: AlgoVersion[];
}

export const algoNow = ({ versions }: VenueAlgo): AlgoVersion => {
  const version = versions.at(-1);
  if (version === undefined) throw new Error('an algo order without a state');
  return version;
};
export const algoAsOf = ({ versions }: VenueAlgo, at: number): AlgoVersion | undefined =>
  versions.findLast((version) => version.at <= at);
export const isAlgoOpen = ({ status }: Pick<AlgoVersion, 'status'>): boolean =>
  status === 'NEW' || status === 'PARTIAL_FILLED';
export const rootOf = (node: VenueAlgo): VenueAlgo => (node.parent === null ? node : rootOf(node.parent));
const treeOf = (node: VenueAlgo): VenueAlgo[] => [node, ...node.children.flatMap(treeOf)];

const isAlive = (node: VenueAlgo): boolean => isAlgoOpen(algoNow(node));
/** Whether it has an order of its own in the market before anything triggers. */
const works = ({ algoType }: VenueAlgo): boolean => algoType === 'BRACKET' || algoType === 'OCO';
const hasEntered = (node: VenueAlgo): boolean => algoNow(node).executed === algoNow(node).quantity;

/** What the market can take next. */
function isActive(node: VenueAlgo): boolean {
  if (!isAlive(node) || node.algoType === 'TP_SL') return false;
  if (works(node)) return !hasEntered(node);
  if (node.parent === null || node.parent.algoType === 'OCO') return true;
  const bracket = node.parent.parent;
  return bracket === null || hasEntered(bracket);
}

export class VenueAlgos {
  readonly nodes = new Map<string, VenueAlgo>();
  readonly #chance: Chance;
  readonly #instant: () => number;
  readonly #tell: (nodes: readonly VenueAlgo[]) => void;
  #lastId = 7_100_000_000_000_000_000n;

  constructor(chance: Chance, instant: () => number, tell: (nodes: readonly VenueAlgo[]) => void) {
    this.#chance = chance;
    this.#instant = instant;
    this.#tell = tell;
  }

  get roots(): VenueAlgo[] {
    return [...this.nodes.values()].filter(({ parent }) => parent === null);
  }

  get open(): VenueAlgo[] {
    return [...this.nodes.values()].filter(isAlive);
  }

  /** Takes a tree. @returns its nodes, legs first and the root last. */
  place(fields: Fields): VenueAlgo[] {
    const clientId = String(fields['clientAlgoOrderId']);
    if (this.open.some((node) => node.clientId === clientId)) throw new VenueRefusal(302117, 'repeated client id');
    if (this.#chance.happens(0.03)) throw new VenueRefusal(302102, 'not enough funds');
    const root = this.#grow(fields, null, this.#instant());
    const tree = treeOf(root);
    this.#tell(tree);
    return tree.toReversed();
  }

  #grow(fields: Fields, parent: VenueAlgo | null, at: number): VenueAlgo {
    this.#lastId += 1n;
    const number = (name: string): number => Number(fields[name] ?? 0);
    const node: VenueAlgo = {
      id: this.#lastId.toString(),
      clientId: String(fields['clientAlgoOrderId'] ?? 0),
      symbol: parent?.symbol ?? String(fields['symbol']),
      side: parent?.side ?? String(fields['side']),
      algoType: String(fields['algoType']),
      type: String(fields['type'] ?? 'MARKET'),
      parent,
      children: [],
      createdAt: at,
      versions: [],
    };
    node.versions.push({
      at,
      status: 'NEW',
      price: number('price'),
      triggerPrice: number('triggerPrice'),
      quantity: parent === null ? number('quantity') : algoNow(parent).quantity,
      executed: 0,
      triggeredAt: 0,
    });
    this.nodes.set(node.id, node);
    const children = (fields['childOrders'] ?? []) as readonly Fields[]; // a list of orders (protocol.md, 3.3)
    for (const child of children) node.children.push(this.#grow(child, node, at));
    return node;
  }

  /** The market takes some of one. */
  hit(): void {
    const active = [...this.nodes.values()].filter(isActive);
    if (active.length === 0) return;
    const node = this.#chance.pick(active);
    const at = this.#instant();
    const changed = new Set<VenueAlgo>();
    const { executed, quantity, triggeredAt } = algoNow(node);
    const now = Math.min(quantity, executed + 1 + this.#chance.below(quantity));
    const rivals =
      node.algoType === 'OCO' ? node.children : node.parent?.algoType === 'TP_SL' ? node.parent.children : [];
    for (const rival of rivals) if (rival !== node) this.#end(rival, at, 'CANCELLED', changed);
    const isWhole = now === quantity && node.algoType !== 'BRACKET';
    this.#become(node, at, changed, {
      executed: now,
      triggeredAt: works(node) || triggeredAt > 0 ? triggeredAt : at,
      status: isWhole ? 'FILLED' : 'PARTIAL_FILLED',
    });
    if (isWhole) this.#finish(node, at, changed);
    this.#tell([...changed]);
  }

  edit(id: string, fields: Fields): void {
    const node = this.#found(id);
    if (algoNow(node).triggeredAt > 0 || this.#chance.happens(0.1)) throw new VenueRefusal(317174, 'being processed');
    const change: Record<string, number> = {};
    for (const name of ['price', 'triggerPrice', 'quantity'])
      if (fields[name] !== undefined) change[name] = Number(fields[name]);
    const changed = new Set<VenueAlgo>();
    this.#become(node, this.#instant(), changed, change);
    this.#tell([...changed]);
  }

  cancel(id: string): void {
    const node = this.#found(id);
    if (this.#chance.happens(0.1)) throw new VenueRefusal(317174, 'being processed');
    this.#cancel(node);
  }

  cancelAll(symbol: string | null): void {
    for (const root of this.roots) if (isAlive(root) && (symbol === null || root.symbol === symbol)) this.#cancel(root);
  }

  #cancel(node: VenueAlgo): void {
    const at = this.#instant();
    const changed = new Set<VenueAlgo>();
    this.#end(node, at, 'CANCELLED', changed);
    this.#finish(node, at, changed);
    this.#tell([...changed]);
  }

  #found(id: string): VenueAlgo {
    const node = this.nodes.get(id);
    if (node === undefined || !isAlive(node)) throw new VenueRefusal(317149, 'not found or finished');
    return node;
  }

  /** Ends a node with everything below it. */
  #end(node: VenueAlgo, at: number, status: Status, changed: Set<VenueAlgo>): void {
    if (!isAlive(node)) return;
    this.#become(node, at, changed, { status });
    for (const child of node.children) this.#end(child, at, 'CANCELLED', changed);
  }

  /** Ends what stands above a node and has nothing left that could trade. */
  #finish(node: VenueAlgo, at: number, changed: Set<VenueAlgo>): void {
    for (const child of node.children) this.#end(child, at, 'CANCELLED', changed);
    const { parent } = node;
    if (parent === null || !isAlive(parent) || parent.children.some(isAlive)) return;
    // The stop of an OCO takes the place of its limit order; without it, that one works on.
    const wentOn = parent.algoType === 'OCO' && algoNow(node).status !== 'FILLED';
    const waits = parent.algoType === 'BRACKET' && !hasEntered(parent);
    if (wentOn || waits) return;
    const traded = algoNow(parent).executed > 0 || parent.children.some((child) => algoNow(child).status === 'FILLED');
    this.#become(parent, at, changed, { status: traded ? 'FILLED' : 'CANCELLED' });
    this.#finish(parent, at, changed);
  }

  #become(node: VenueAlgo, at: number, changed: Set<VenueAlgo>, change: Partial<AlgoVersion>): void {
    node.versions.push({ ...algoNow(node), ...change, at });
    changed.add(node);
  }
}
