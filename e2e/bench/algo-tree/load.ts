import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { decimal, type Decimal } from '../../../shared/decimal.ts';
import { algoRow } from '../../../shared/testing/algo-row.ts';
import { SYMBOL } from '../workspace/load.ts';

/** A forest for both pages: roots with chains below them, one of them as deep as `depth`. */
export interface ForestLoad {
  readonly nodes: number;
  readonly depth: number;
}

const BEGAN = 1_760_000_000_000;
/** Nodes of an ordinary tree: a bracket, its TP_SL, its two legs and three more below. */
const TREE = 7;

/** Makes the rows, parents before their children; the same for the same load. */
export function forestRows({ nodes, depth }: ForestLoad): AlgoRow[] {
  const rows: AlgoRow[] = [];
  while (rows.length < nodes) {
    const size = Math.min(nodes - rows.length, rows.length === 0 ? depth : TREE);
    const root = String(10 ** 15 + rows.length);
    for (let place = 0; place < size; place += 1) {
      const id = String(10 ** 15 + rows.length);
      // The first tree is one chain; the others branch in two.
      const above = rows.length < depth ? place - 1 : Math.floor((place - 1) / 2);
      const parentId = place === 0 ? null : String(Number(root) + above);
      rows.push(row(id, parentId, root, rows.length));
    }
  }
  return rows;
}

const price = (index: number): Decimal => decimal((60_000 + (index % 8_000)).toFixed(1));

const row = (id: string, parentId: string | null, rootId: string, index: number): AlgoRow =>
  algoRow(id, {
    parentId,
    rootId,
    clientId: String(index + 1),
    symbol: SYMBOL,
    algoType: parentId === null ? 'BRACKET' : index % 2 === 0 ? 'TAKE_PROFIT' : 'STOP_LOSS',
    side: index % 2 === 0 ? 'SELL' : 'BUY',
    quantity: decimal('0.5'),
    triggerPrice: price(index),
    reduceOnly: parentId !== null,
    createdAt: BEGAN + index,
    updatedAt: BEGAN + index,
  });

/** Changes nodes one after the other, among so many of the last: those stand at the top; and the market's price. */
export function changesOf(
  rows: AlgoRow[],
  among = rows.length,
): {
  readonly nodes: (count: number) => AlgoRow[];
  readonly market: () => Decimal;
} {
  let turn = 0;
  let step = 0;
  return {
    nodes: (count) =>
      Array.from({ length: count }, () => {
        turn = (turn + 7_919) % among;
        const at = rows.length - among + turn;
        const before = rows[at];
        if (before === undefined) throw new RangeError('There are no nodes.');
        step += 1;
        const after: AlgoRow = { ...before, triggerPrice: price(step), updatedAt: BEGAN + 1_000_000 + step };
        rows[at] = after;
        return after;
      }),
    market: () => {
      step += 1;
      return decimal((64_000 + (step % 500)).toFixed(1));
    },
  };
}
