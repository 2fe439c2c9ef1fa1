import { expect, test } from 'vitest';
import { emptyPlan, type AlgoDraft } from '../../../shared/contract/algo.ts';
import { faultOf } from '../../../shared/errors.ts';
import { algoOrderRecord } from '../../../shared/v3/records.ts';
import { createFeed } from '../page/feeds.ts';
import { createAlgoBook } from './algo-book.ts';
import { checkCaps } from './caps.ts';
import { factsOfRecord } from './node.ts';

const SYMBOL = 'PERP_BTC_USDT';
interface Root {
  readonly algoType: string;
  readonly count: number;
  readonly symbol?: string;
  readonly part?: object;
  /** With a TP_SL group below it. */
  readonly group?: boolean;
}

/** Whether a plan is refused beside these open trees. */
function refused(roots: readonly Root[], plan: Partial<AlgoDraft>): string | null {
  const book = createAlgoBook(createFeed('id'));
  let id = 0;
  for (const { algoType, count, symbol = SYMBOL, part = {}, group = false } of roots)
    for (let nth = 0; nth < count; nth += 1) {
      id += 2;
      const root = { algoOrderId: id, rootAlgoOrderId: id, parentAlgoOrderId: 0, symbol, algoType, algoStatus: 'NEW' };
      const below = { ...root, algoOrderId: id + 1, parentAlgoOrderId: id, algoType: 'TP_SL' };
      const record = { ...root, ...part, ...(group ? { childOrders: [below] } : {}) };
      book.take(factsOfRecord(algoOrderRecord.parse(record)));
    }
  try {
    checkCaps({ ...emptyPlan, symbol: SYMBOL, algoType: 'STOP', ...plan }, book.open());
    return null;
  } catch (thrown) {
    const fault = faultOf(thrown);
    return fault.kind === 'InvalidInput' ? (fault.problems[0]?.reason ?? '') : fault.kind;
  }
}

const nine: Root = { algoType: 'TP_SL', count: 9 };
const bracket: Root = { algoType: 'BRACKET', count: 1, group: true };
const long: Root = { algoType: 'POSITIONAL_TP_SL', count: 1, part: { positionSide: 'LONG', side: 'SELL' } };

test.each<[string, readonly Root[], Partial<AlgoDraft>, RegExp | null]>([
  ['a tenth TP_SL', [nine], { algoType: 'TP_SL' }, null],
  ['an eleventh TP_SL, one of them below a bracket', [nine, bracket], { algoType: 'TP_SL' }, /10 TP_SL/],
  ['a bracket that would bring the eleventh', [nine, bracket], { algoType: 'BRACKET' }, /10 TP_SL/],
  ['a stop beside ten TP_SL', [nine, bracket], { algoType: 'STOP' }, null],
  ['a TP_SL of another symbol', [nine, { ...nine, count: 1, symbol: 'PERP_ETH_USDT' }], { algoType: 'TP_SL' }, null],
  ['the 101st of a symbol', [{ algoType: 'STOP', count: 100 }], { algoType: 'STOP' }, /100 algo orders/],
  ['a second of one position', [long], { algoType: 'POSITIONAL_TP_SL', positionSide: 'LONG', side: 'SELL' }, /is open/],
  ['one of the other position', [long], { algoType: 'POSITIONAL_TP_SL', positionSide: 'SHORT', side: 'BUY' }, null],
])('%s', (_what, roots, plan, words) => {
  const said = refused(roots, plan);
  if (words === null) expect(said).toBeNull();
  else expect(said).toMatch(words);
});
