import { invalid } from '../../../shared/errors.ts';
import type { AlgoDraft } from '../../../shared/contract/algo.ts';
import type { AlgoNode } from './node.ts';

/** The most open algo orders of one symbol, and the most groups of a kind (protocol.md, 3.3). */
const MOST_ROOTS = 100;
const MOST_TP_SL = 10;

/** Types whose tree has a TP_SL group: the exchange counts it while it is still attached. */
const HAS_TP_SL: ReadonlySet<AlgoDraft['algoType']> = new Set(['TP_SL', 'BRACKET', 'STOP_BRACKET']);

/**
 * Refuses a plan that the exchange takes no more of.
 *
 * @param open all open nodes, with the legs of trees.
 * @throws FaultError InvalidInput for `algoType`.
 */
export function checkCaps({ symbol, algoType, positionSide, side }: AlgoDraft, open: readonly AlgoNode[]): void {
  const here = open.filter(({ reported }) => reported.symbol === symbol);
  const roots = here.filter(({ reported }) => reported.parentId === null);
  if (roots.length >= MOST_ROOTS)
    throw invalid(
      'algoType',
      `${MOST_ROOTS} algo orders of ${symbol} are open: the exchange takes no more. Cancel one first.`,
    );
  const groups = here.filter(({ reported }) => reported.algoType === 'TP_SL').length;
  if (HAS_TP_SL.has(algoType) && groups >= MOST_TP_SL)
    throw invalid(
      'algoType',
      `${MOST_TP_SL} TP_SL of ${symbol} are open, those of brackets included: the exchange takes no more. Cancel one first.`,
    );
  const isSameSide = ({ reported }: AlgoNode): boolean =>
    reported.algoType === 'POSITIONAL_TP_SL' &&
    (reported.positionSide ?? 'BOTH') === positionSide &&
    (reported.side === null || reported.side === side);
  if (algoType === 'POSITIONAL_TP_SL' && roots.some(isSameSide))
    throw invalid(
      'algoType',
      `A POSITIONAL_TP_SL of this position of ${symbol} is open: change it or cancel it first.`,
    );
}
