import type { AlgoDesk, AlgoNode } from '../model.ts';

export const newAlgoDesk = (): AlgoDesk => ({
  roots: new Map(),
  nodes: new Map(),
  byClient: new Map(),
  finished: new Map(),
});

export const isAlive = (node: AlgoNode): boolean => node.stage !== 'ended';

export function rootOf(node: AlgoNode): AlgoNode {
  let root = node;
  while (root.parent !== null) root = root.parent;
  return root;
}

/** The node and everything below it, parents before children. */
export function treeOf(node: AlgoNode): AlgoNode[] {
  const nodes = [node];
  for (let i = 0; i < nodes.length; i += 1) nodes.push(...(nodes[i]?.children ?? []));
  return nodes;
}
