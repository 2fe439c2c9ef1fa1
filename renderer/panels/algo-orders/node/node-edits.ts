import type { InstrumentRow, MarketRow } from '../../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import { algoFieldLabel } from '../../../../shared/words/algo-fields.ts';
import { checkAlgoEdit } from '../../../../shared/rules/algo-rules.ts';
import { compare, grouped, isZero, toDecimal } from '../../../../shared/decimal.ts';
import { priceLookedAt } from '../distance.ts';
import { textProblem, type ValueProblem } from '../../../ui/grid/value-problem.ts';

/** The cells of a node that can be edited where they stand; the rest is in its details. */
export type NodeField = 'quantity' | 'triggerPrice' | 'price';

/** The value of a node as an edit begins with it. */
export const valueOf = (row: AlgoRow, field: NodeField): string => row[field] ?? '';

/** Why nothing of a node can be changed now, or null. */
export function whyNodeIsClosed(row: AlgoRow, instrument: InstrumentRow | undefined): string | null {
  if (!row.open) return `It is ${row.algoStatus}.`;
  if (!/^\d+$/.test(row.id)) return 'The exchange has not given it an id yet.';
  if (row.isTriggered) return 'It was triggered already.';
  if (row.pending !== 'none') return 'A change of it is on its way.';
  return instrument === undefined ? `The rules of ${row.symbol} are not known.` : null;
}

/** Why a cell cannot be edited now, or null. */
export function whyCellIsClosed(row: AlgoRow, field: NodeField, instrument: InstrumentRow | undefined): string | null {
  const closed = whyNodeIsClosed(row, instrument);
  if (closed !== null) return closed;
  const value = row[field];
  if (value === null || isZero(value))
    return `${row.algoType} has no ${algoFieldLabel(field).toLowerCase()} of its own.`;
  // The exchange refuses legs of different sizes.
  return field === 'quantity' && row.parentId !== null ? 'The size of a leg is that of its tree.' : null;
}

/** What is wrong with a new text of a cell, or null when it can be sent. */
export function nodeProblem(
  row: AlgoRow,
  field: NodeField,
  text: string,
  instrument: InstrumentRow | undefined,
  market?: Quoted,
): ValueProblem | null {
  const closed = whyCellIsClosed(row, field, instrument);
  if (closed !== null || instrument === undefined) return { reason: closed ?? '' };
  const unread = textProblem(text, field === 'quantity' ? instrument.base : instrument.quote);
  if (unread !== null) return unread;
  const checked = checkAlgoEdit({ [field]: text }, instrument);
  if (!checked.ok) return checked.problems[0] ?? null;
  const atOnce = field === 'triggerPrice' ? whyAtOnce(row, text, market) : null;
  return atOnce === null ? null : { reason: atOnce };
}

type Quoted = Pick<MarketRow, 'last' | 'mark' | 'index' | 'state'> | undefined;

/**
 * Why a new trigger of a leg that waits would end the wait at once, as no plan is placed either. Legs below a
 * bracket are left alone, whose entry may be anywhere, and so is what an old price says.
 */
export function whyAtOnce(row: AlgoRow, text: string, market: Quoted): string | null {
  const { algoType, side, parentId, rootId } = row;
  const stops = algoType === 'STOP_LOSS' || algoType === 'STOP';
  const isLeg = (stops || algoType === 'TAKE_PROFIT') && parentId !== null && parentId === rootId;
  const trigger = toDecimal(text);
  const now = market?.state === 'stale' ? null : priceLookedAt(row, market);
  if (!isLeg || side === null || trigger === null || now === null) return null;
  const below = stops === (side === 'SELL');
  if (compare(trigger, now) === (below ? -1 : 1)) return null;
  return `It would trigger at once: it waits ${below ? 'below' : 'above'} the market (${grouped(now)}).`;
}
