import type { Account, AlgoNode } from '../model.ts';
import { refuse } from '../refusal.ts';
import { afterwards } from '../afterwards.ts';
import type { Venue } from '../venue.ts';
import { buildTree, type AlgoDraft } from './draft.ts';
import { isAlive, treeOf } from './node.ts';
import { closable, start, tell } from './run.ts';

/** Caps on open algo orders of an account (protocol.md, 3.3). */
const MOST_PER_SYMBOL = 100;
const MOST_TP_SL = 10;

/**
 * Places an algo order with everything below it. Throws a Refusal before anything changed.
 *
 * @returns the root.
 */
export function placeAlgo(venue: Venue, account: Account, draft: AlgoDraft): AlgoNode {
  const root = buildTree(venue, account, draft);
  const nodes = treeOf(root);
  checkNames(account, nodes);
  checkCaps(account, root, nodes);
  if (root.algoType === 'POSITIONAL_TP_SL' && closable(root) === 0)
    throw refuse('notReducing', 'There is no position that this would close.');
  start(venue, root);
  const desk = account.algos;
  desk.roots.set(root.id, root);
  for (const node of nodes) {
    desk.nodes.set(node.id, node);
    if (node.clientId !== '0') desk.byClient.set(node.clientId, node);
  }
  tell(venue, nodes);
  afterwards(venue);
  return root;
}

function checkNames(account: Account, nodes: readonly AlgoNode[]): void {
  const names = nodes.map((node) => node.clientId).filter((name) => name !== '0');
  if (new Set(names).size !== names.length || names.some((name) => account.algos.byClient.has(name)))
    throw refuse('repeatedClientId', 'The client algo order id is in use by an open algo order.');
}

function checkCaps(account: Account, root: AlgoNode, nodes: readonly AlgoNode[]): void {
  let roots = 0;
  for (const other of account.algos.roots.values()) if (other.symbol === root.symbol) roots += 1;
  if (roots >= MOST_PER_SYMBOL)
    throw refuse('tooManyAlgos', `At most ${MOST_PER_SYMBOL} algo orders can be open on a symbol.`);
  if (!nodes.some((node) => node.algoType === 'TP_SL')) return;
  let groups = 0;
  for (const other of account.algos.nodes.values())
    if (other.symbol === root.symbol && other.algoType === 'TP_SL' && isAlive(other)) groups += 1;
  if (groups >= MOST_TP_SL) throw refuse('tooManyAlgos', `At most ${MOST_TP_SL} TP_SL can be open on a symbol.`);
}
