import { describe, expect, it } from 'vitest';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import type { TreeView } from './flatten.ts';
import { createTreeFlow, type TreeFlow } from './tree-flow.ts';
import { algoRow } from '../../../../shared/testing/algo-row.ts';

const all = { wanted: () => true, collapsed: new Set<string>() };
const openOnly = { ...all, wanted: ({ open }: AlgoRow) => open };
const ROOT = algoRow('1', { algoType: 'BRACKET' });
const LEG = algoRow('2', { parentId: '1' });

function flowOf(view: TreeView = all): TreeFlow {
  const flow = createTreeFlow(view);
  flow.take({ fresh: true, put: [ROOT, LEG], drop: [] }, false);
  return flow;
}
const put = (flow: TreeFlow, row: AlgoRow, held = false) => flow.take({ fresh: false, put: [row], drop: [] }, held);
const shown = (flow: TreeFlow): string[] => [...flow.lines()].map(({ id }) => id);
const ids = (rows: readonly AlgoRow[] | null): string[] | null => rows?.map(({ id }) => id) ?? null;

describe('the forest in a grid', () => {
  it('has every row in the order of the tree, the closed ones too', () => {
    const flow = createTreeFlow({ ...all, collapsed: new Set(['1']) });
    const { rows } = flow.take({ fresh: true, put: [LEG, ROOT], drop: [] }, false);
    expect([ids(rows), shown(flow), flow.parents()]).toEqual([['1', '2'], ['1'], ['1']]);
    flow.view(all);
    expect(shown(flow)).toEqual(['1', '2']);
  });

  it('draws a change of a value where it stands, and nothing else', () => {
    const after = { ...LEG, algoStatus: 'PARTIAL_FILLED' };
    expect(put(flowOf(), after)).toEqual({ rows: null, shown: false, changed: [after] });
  });

  it('shows other lines, in the same order, where a row is not wanted any more', () => {
    const flow = flowOf(openOnly);
    expect(put(flow, { ...LEG, open: false })).toMatchObject({ rows: null, shown: true });
    expect(shown(flow)).toEqual(['1']);
  });

  it('orders anew what comes, goes, or hangs elsewhere', () => {
    const flow = flowOf();
    expect(ids(put(flow, algoRow('3', { parentId: '1' })).rows)).toEqual(['1', '2', '3']);
    expect(ids(put(flow, { ...LEG, parentId: '3' }).rows)).toEqual(['1', '3', '2']);
    expect(ids(flow.take({ fresh: false, put: [], drop: ['2'] }, false).rows)).toEqual(['1', '3']);
  });

  it('moves nothing while someone aims, tells new values, and shows the rest when let go', () => {
    const flow = flowOf(openOnly);
    const ended = { ...LEG, open: false };
    expect(put(flow, ended, true)).toEqual({ rows: null, shown: false, changed: [ended] });
    expect(put(flow, algoRow('3', { createdAt: 9 }), true)).toMatchObject({ rows: null, shown: false });
    expect(shown(flow)).toEqual(['1', '2']);
    expect(ids(flow.release()?.rows ?? null)).toEqual(['3', '1', '2']);
    expect(shown(flow)).toEqual(['3', '1']);
    expect(flow.release()).toBeNull();
  });

  it('takes a snapshot though someone aims: the rows of before may be another profile’s', () => {
    const flow = flowOf();
    expect(ids(flow.take({ fresh: true, put: [algoRow('9')], drop: [] }, true).rows)).toEqual(['9']);
  });
});
