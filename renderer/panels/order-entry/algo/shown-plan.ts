import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import type { AlgoDraft } from '../../../../shared/contract/algo.ts';
import { algoFields } from '../../../../shared/words/algo-fields.ts';
import { takesField } from '../../../../shared/rules/algo-rules.ts';
import { abs, grouped, isNegative, isZero, type Decimal } from '../../../../shared/decimal.ts';
import { shownSide } from '../fields/fields.ts';
import type { OwnPlan } from './algo-store.ts';

/** What closes a position and opens none. */
const CLOSES: ReadonlySet<string> = new Set(['TP_SL', 'POSITIONAL_TP_SL']);

/** The plan as the screen shows it: what does not apply is empty there and in what is sent, whatever it held before. */
export function shownPlan(
  form: OrderDraft,
  own: OwnPlan,
  algoType: AlgoDraft['algoType'],
  kind: InstrumentRow['kind'],
  positionMode: string | null,
): AlgoDraft {
  const { symbol, side, quantity, marginMode } = form;
  const perpetual = kind === 'perpetual';
  const type = { algoType, type: own.type };
  const reduceOnly = perpetual && form.reduceOnly;
  const off = algoFields.filter(([field]) => !takesField(type, field));
  return {
    ...own,
    symbol,
    algoType,
    side,
    quantity,
    ...Object.fromEntries(off.map(([field]) => [field, ''])),
    positionSide: perpetual
      ? shownSide({ ...form, reduceOnly: reduceOnly || CLOSES.has(algoType) }, positionMode)
      : 'BOTH',
    marginMode: perpetual ? marginMode : 'CROSS',
    reduceOnly: reduceOnly && algoType !== 'POSITIONAL_TP_SL',
    triggerPriceType: takesField(type, 'triggerPriceType') ? own.triggerPriceType : 'MARKET_PRICE',
  };
}

/** What a plan protects that names no size of its own. */
interface Protected {
  /** The side that closes it; null where that is not known, and then it is the chosen one. */
  readonly exit: AlgoDraft['side'] | null;
  /** Why no other side can be chosen: one-way mode holds one position, and there is one way out of it. */
  readonly whyOtherSide: string | undefined;
  /** "long of 5 ETH". */
  readonly words: string;
  /** Why there is nothing to protect, or null. */
  readonly nothing: string | null;
}

/**
 * The position that a plan protects; null for a plan of another type.
 *
 * @param holding of the position that the plan names; null while it is not known.
 */
export function protectedBy(
  { algoType, symbol, positionSide, marginMode }: AlgoDraft,
  { base, kind }: Pick<InstrumentRow, 'base' | 'kind'>,
  holding: Decimal | null,
): Protected | null {
  if (algoType !== 'POSITIONAL_TP_SL' || kind !== 'perpetual') return null;
  const held = holding === null || isZero(holding) ? null : isNegative(holding) ? 'short' : 'long';
  const named = positionSide === 'BOTH' ? held : positionSide === 'LONG' ? 'long' : 'short';
  const exit = named === null ? null : named === 'long' ? 'SELL' : 'BUY';
  const position = named ?? 'position';
  return {
    exit,
    whyOtherSide:
      exit === null || positionSide !== 'BOTH'
        ? undefined
        : `The position is ${position}: a ${exit.toLowerCase()} closes it.`,
    words:
      holding === null ? `${position}, whose size is not known yet` : `${position} of ${grouped(abs(holding))} ${base}`,
    nothing:
      holding !== null && held === null
        ? `There is no ${marginMode.toLowerCase()} ${position} in ${symbol} to protect.`
        : null,
  };
}
