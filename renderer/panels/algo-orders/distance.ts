import type { InstrumentRow, MarketRow } from '../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import {
  abs,
  atLeastPlaces,
  compare,
  decimal,
  decimalsOf,
  divide,
  grouped,
  isZero,
  known,
  multiply,
  subtract,
  type Decimal,
} from '../../../shared/decimal.ts';
import { trailingStop } from '../../../shared/rules/account/plan-result.ts';
import { MISSING } from '../../ui/text/format.ts';

/** How far the price is from a node's trigger. */
export interface Distance {
  /** Trigger less market price. */
  readonly price: Decimal;
  /** Of the market price, cut after two digits. */
  readonly percent: Decimal;
  readonly near: 'far' | 'near' | 'close';
}

const NEAR = decimal('1');
const CLOSE = decimal('0.25');

/** The market price that a node's trigger is compared with; null where it is not known. */
export function priceLookedAt(
  { triggerPriceType: kind }: Pick<AlgoRow, 'triggerPriceType'>,
  market: Pick<MarketRow, 'last' | 'mark' | 'index'> | undefined,
): Decimal | null {
  const now = kind === 'MARK_PRICE' ? market?.mark : kind === 'INDEX_PRICE' ? market?.index : market?.last;
  return now === undefined || now === null || isZero(now) ? null : now;
}

/** Where a node triggers: at its own price, or where the best price seen puts a trailing stop; null where neither is known. */
export function triggerOf(
  row: Pick<AlgoRow, 'side' | 'triggerPrice' | 'isActivated' | 'best' | 'callbackRate' | 'callbackValue'>,
): { readonly price: Decimal; readonly trails: boolean } | null {
  const own = known(row.triggerPrice);
  if (own !== null) return { price: own, trails: false };
  if (!row.isActivated || (row.side !== 'BUY' && row.side !== 'SELL')) return null;
  const stop = trailingStop(row.side, row.best, { rate: row.callbackRate, value: row.callbackValue });
  return stop === null ? null : { price: stop, trails: true };
}

/** Null where the node has no trigger that waits, or the price that it looks at is not known. */
export function distanceOf(
  row: AlgoRow,
  market: Pick<MarketRow, 'last' | 'mark' | 'index'> | undefined,
): Distance | null {
  const trigger = triggerOf(row);
  if (!row.open || row.isTriggered || trigger === null) return null;
  const now = priceLookedAt(row, market);
  if (now === null) return null;
  const price = subtract(trigger.price, now);
  const percent = divide(multiply(price, decimal('100')), now, 2);
  if (percent === null) return null;
  const far = abs(percent);
  return { price, percent, near: compare(far, CLOSE) < 0 ? 'close' : compare(far, NEAR) < 0 ? 'near' : 'far' };
}

/**
 * A distance in one line, its parts under those of the lines above and below: the percentage is filled up
 * to three digits with spaces as wide as a digit.
 *
 * @param priceTick of the instrument; undefined while its rules are not known.
 */
export function distanceWords(distance: Distance | null, priceTick: InstrumentRow['priceTick'] | undefined): string {
  if (distance === null) return MISSING;
  const price = signed(atLeastPlaces(distance.price, priceTick === undefined ? 0 : decimalsOf(priceTick)));
  const percent = signed(atLeastPlaces(distance.percent, 2));
  return `${price}${EN_SPACE}${FIGURE_SPACE.repeat(Math.max(0, 3 - percent.indexOf('.') + 1))}${percent} %`;
}

const EN_SPACE = '\u2002';
const FIGURE_SPACE = '\u2007';

const signed = (value: Decimal): string =>
  (value.startsWith('-') ? '−' : '+') + grouped(value.replace('-', '') as Decimal); // its digits
