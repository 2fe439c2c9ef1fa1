import { expect, test } from 'vitest';
import type { CommandRow } from '../../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { algoRow } from '../../../../shared/testing/algo-row.ts';
import { createFeed } from '../../page/feeds.ts';
import { proofAlgos } from './proof-algos.ts';

const T = 1_760_000_000_000;

function scene() {
  const feed = createFeed<AlgoRow>('id');
  const commands = createFeed<CommandRow>('commandId');
  const reads = { fails: false, count: 0, since: 0 as number | null };
  const proof = proofAlgos(
    {
      feed,
      readAway: async () => {
        reads.count += 1;
        if (reads.fails) throw new Error('no answer');
      },
      knownSince: () => reads.since,
      readEnded: async () => undefined,
    },
    commands,
  );
  const put = ({ id = '', ...part }: Partial<AlgoRow>): void =>
    feed.put(algoRow(id, { algoStatus: 'NEW', updatedAt: T - 60_000, ...part }));
  /** A bracket whose entry is filled: its stop and its target are what is open. */
  const bracket = (): void => {
    put({
      id: '1',
      rootId: '1',
      parentId: null,
      algoType: 'BRACKET',
      triggerPrice: null,
      algoStatus: 'FILLED',
      open: false,
    });
    put({ id: '2', rootId: '1', parentId: '1', algoType: 'TP_SL' });
    put({ id: '3', rootId: '1', parentId: '2', algoType: 'STOP_LOSS', triggerPrice: '62000' as never });
    put({ id: '4', rootId: '1', parentId: '2', algoType: 'TAKE_PROFIT', triggerPrice: '66000' as never });
  };
  return { feed, commands, reads, proof, put, bracket };
}

test('takes a tree for one, with the trigger of its stop', () => {
  const { proof, put, bracket } = scene();
  bracket();
  put({ id: '9', rootId: '9', parentId: null, algoType: 'STOP', triggerPrice: '61000' as never });
  put({ id: '8', rootId: '8', parentId: null, algoType: 'STOP', open: false, algoStatus: 'CANCELLED' });
  expect(proof.openAt(T)).toMatchObject([
    { kind: 'algo', id: '1', type: 'BRACKET', trigger: '62000' },
    { kind: 'algo', id: '9', type: 'STOP', trigger: '61000' },
  ]);
});

test('counts a tree whose end the stream told before the time was certainly over', () => {
  const { proof, put } = scene();
  put({ id: '8', rootId: '8', parentId: null, open: false, algoStatus: 'CANCELLED', updatedAt: T + 10 });
  put({ id: '9', rootId: '9', parentId: null, open: false, algoStatus: 'CANCELLED', updatedAt: T - 10 });
  const [tree, ...more] = proof.openAt(T);
  expect([tree?.id, more]).toEqual(['8', []]);
  expect(tree && proof.endedBy(tree, T)).toBe('switch');
});

test.each([
  ['cancelled at that time', { algoStatus: 'CANCELLED', open: false, updatedAt: T + 10 }, 'switch'],
  ['cancelled before', { algoStatus: 'CANCELLED', open: false, updatedAt: T - 10 }, 'other'],
  ['filled', { algoStatus: 'FILLED', open: false, updatedAt: T + 10 }, 'other'],
  ['open', {}, 'unknown'],
  ['lost', { open: false, odd: 'The exchange no longer lists it.' }, 'unknown'],
])('knows what became of a tree whose stop was %s', (_what, end, by) => {
  const { proof, put, bracket } = scene();
  bracket();
  const [tree] = proof.openAt(T);
  if (tree === undefined) throw new Error('no tree');
  put({ id: '2', rootId: '1', parentId: '1', algoType: 'TP_SL', algoStatus: 'FILLED', open: false });
  put({ id: '4', rootId: '1', parentId: '2', algoType: 'TAKE_PROFIT', algoStatus: 'FILLED', open: false });
  put({ id: '3', rootId: '1', parentId: '2', algoType: 'STOP_LOSS', ...end });
  expect(proof.endedBy(tree, T)).toBe(by);
});

test('does not take a tree for its own where a cancel that was not answered may have ended it', () => {
  const { commands, proof, put } = scene();
  put({ id: '9', rootId: '9', parentId: null });
  const [tree] = proof.openAt(T);
  if (tree === undefined) throw new Error('no tree');
  commands.put({ commandId: 'a', name: 'algo.cancel', symbol: tree.symbol, status: 'unconfirmed' } as CommandRow); // no more is read
  put({ id: '9', rootId: '9', parentId: null, algoStatus: 'CANCELLED', open: false, updatedAt: T + 10 });
  expect(proof.endedBy(tree, T)).toBe('unknown');
});

test('waits for a read that fails only while a tree is open by all that is known', async () => {
  const { reads, proof, put } = scene();
  reads.fails = true;
  expect(await proof.readOpen()).toEqual([]);
  reads.since = null;
  await expect(proof.readOpen()).rejects.toThrow('no answer');
  reads.since = 0;
  put({ id: '9', rootId: '9', parentId: null, createdAt: 5 });
  await expect(proof.readOpen()).rejects.toThrow('no answer');
  reads.fails = false;
  expect(await proof.readOpen()).toEqual([{ kind: 'algo', id: '9', createdAt: 5 }]);
});

const LONG = { symbol: 'PERP_BTC_USDT', side: 'LONG' } as const;
const SELL = { symbol: LONG.symbol, side: 'SELL' };

test.each<readonly [string, Partial<AlgoRow>, Partial<AlgoRow>, boolean]>([
  ['its stop and its target', {}, {}, true],
  ['its target alone, since its stop was rejected', { algoStatus: 'REJECTED', open: false }, {}, false],
  ['legs of an entry that was not executed', {}, { executed: decimal('0') }, false],
  ['legs that would close a short', { side: 'BUY' }, {}, false],
  ['legs of another symbol', { symbol: 'PERP_ETH_USDT' }, {}, false],
  ['a stop of the other side in hedge mode', { positionSide: 'SHORT' }, {}, false],
])(
  'says that a position lost its stop, or did not, with a bracket of which was open: %s',
  (_what, stop, root, lost) => {
    const { proof, put } = scene();
    const legs = (part: Partial<AlgoRow>): void => {
      put({
        ...{ id: '1', rootId: '1', algoType: 'BRACKET', symbol: LONG.symbol, side: 'BUY' },
        ...{ algoStatus: 'FILLED', open: false, executed: decimal('1'), ...root },
      });
      put({ ...SELL, id: '2', rootId: '1', parentId: '1', algoType: 'TP_SL', ...part });
      put({ ...SELL, id: '3', rootId: '1', parentId: '2', algoType: 'STOP_LOSS', ...part, ...stop });
      put({ ...SELL, id: '4', rootId: '1', parentId: '2', algoType: 'TAKE_PROFIT', ...part });
    };
    legs({});
    const [tree] = proof.openAt(T);
    if (tree === undefined) throw new Error('no tree');
    legs({ algoStatus: 'CANCELLED', open: false, updatedAt: T + 10 });
    expect(proof.protects(tree, T, LONG)).toBe(lost);
  },
);

test('finds the trees that went while no program ran, with the stop of a position', async () => {
  const { proof, put } = scene();
  put({ ...SELL, id: '7', rootId: '7', createdAt: T - 900, algoStatus: 'CANCELLED', open: false, updatedAt: T + 10 });
  put({ ...SELL, id: '8', rootId: '8', createdAt: T - 900, algoStatus: 'CANCELLED', open: false, updatedAt: T - 10 });
  put({ ...SELL, id: '9', rootId: '9', createdAt: T + 900, algoStatus: 'CANCELLED', open: false, updatedAt: T + 990 });
  const last = { at: T - 1_000, items: [] };
  const { ends, isComplete } = await proof.readEnded(last, T);
  expect(ends).toMatchObject([{ item: { kind: 'algo', id: '7', type: 'STOP' }, by: 'switch', at: T + 10 }]);
  expect(isComplete).toBe(true);
  expect(ends.map(({ item }) => proof.protects(item, T, LONG))).toEqual([true]);
  const lost = { ...last, items: [{ kind: 'algo', id: '5', createdAt: null } as const] };
  expect((await proof.readEnded(lost, T)).isComplete).toBe(false);
  expect((await proof.readEnded(null, T)).isComplete).toBe(false);
});
