import type { InstrumentRow } from '../contract/contract.ts';
import type { AlgoDraft } from '../contract/algo.ts';
import { abs, compare, decimal, grouped, isPositive, multiply, toDecimal, ZERO, type Decimal } from '../decimal.ts';
import { rewardByRisk, tripResult } from './account/plan-result.ts';
import { checkPrice, checkQuantity } from './order-checks.ts';
import { createProblems, type Problem, type Say } from './problem.ts';
import type { EndpointInput } from '../v3/endpoints.ts';

/** Prices that a plan is measured by; null where they are not known, and then their rule is left to the exchange. */
export interface AlgoContext {
  readonly last: Decimal | null;
  readonly mark: Decimal | null;
  /** Shares of the value that fills pay, such as 0.0005; left out where they do not matter. */
  readonly fees?: { readonly maker: Decimal | null; readonly taker: Decimal | null };
  /** The position that a closing plan is of, `holding` signed; left out or null where there is none or it is not known. */
  readonly position?: { readonly holding: Decimal; readonly entry: Decimal | null } | null;
}

export type AlgoBody = EndpointInput<'trade.placeAlgoOrder'>;
type Field = keyof AlgoDraft;

/** Which number fields a type has; `needs` must be filled in. */
interface Shape {
  readonly needs: readonly Field[];
  readonly takes: readonly Field[];
}
const LEGS = ['takeProfitTrigger', 'takeProfitPrice', 'stopLossTrigger', 'stopLossPrice'] as const;
const SHAPES: Readonly<Record<AlgoDraft['algoType'], Shape>> = {
  STOP: { needs: ['quantity', 'triggerPrice'], takes: ['price'] },
  TRAILING_STOP: { needs: ['quantity'], takes: ['activatedPrice', 'callbackRate', 'callbackValue'] },
  OCO: { needs: ['quantity', 'price', 'stopLossTrigger'], takes: ['stopLossPrice'] },
  BRACKET: { needs: ['quantity'], takes: ['price', ...LEGS] },
  STOP_BRACKET: { needs: ['quantity', 'triggerPrice'], takes: ['price', ...LEGS] },
  TP_SL: { needs: ['quantity'], takes: LEGS },
  POSITIONAL_TP_SL: { needs: [], takes: ['takeProfitTrigger', 'stopLossTrigger'] },
};
/** Types whose own order may be LIMIT or MARKET. */
const TYPED: ReadonlySet<AlgoDraft['algoType']> = new Set(['STOP', 'BRACKET', 'STOP_BRACKET']);

export const TRAILS_LAST = 'A trailing stop follows the last price.';

/** Whether a field of numbers, its type or its kind of price means something for the plan's type. */
export function takesField(draft: Pick<AlgoDraft, 'algoType' | 'type'>, field: Field): boolean {
  const { needs, takes } = SHAPES[draft.algoType];
  if (field === 'type') return TYPED.has(draft.algoType);
  // A trailing stop has no kind of price in the interface: it follows the last one.
  if (field === 'triggerPriceType') return draft.algoType !== 'TRAILING_STOP';
  if (field === 'price' && TYPED.has(draft.algoType)) return draft.type === 'LIMIT';
  return needs.includes(field) || takes.includes(field);
}

const NAMES: Readonly<Partial<Record<Field, string>>> = {
  quantity: 'quantity',
  price: 'price',
  triggerPrice: 'trigger price',
  stopLossTrigger: 'stop price',
};

/** A plan that was read: its numbers, and what it risks for what. */
export interface AlgoPlan {
  readonly body: AlgoBody;
  /** Where the entry is expected; null where there is none or it is not known. */
  readonly entry: Decimal | null;
  readonly takeProfit: Decimal | null;
  readonly stopLoss: Decimal | null;
  /** Null where nothing of it can be said. */
  readonly result: PlanResult | null;
}

/** What a plan brings. */
export interface PlanResult {
  /** Quote currency after fees, negative is a loss: at the take profit and at the stop loss; null without that leg. */
  readonly atProfit: Decimal | null;
  readonly atStop: Decimal | null;
  /** Reward by risk, cut after two digits; null where the plan gains nothing or its stop loses nothing. */
  readonly ratio: Decimal | null;
  /** From where it is measured. */
  readonly from: 'entry' | 'position' | 'market';
  /** Whether fees are in it: they are not where the exchange has not said them. */
  readonly afterFees: boolean;
}

/**
 * Checks a plan as typed: fields of its type, the instrument's grid, and whether it contradicts itself.
 *
 * @returns the body to send with its measures, or every problem by field.
 */
export function checkAlgo(
  draft: AlgoDraft,
  instrument: InstrumentRow,
  context: AlgoContext,
): { readonly ok: true; readonly plan: AlgoPlan } | { readonly ok: false; readonly problems: readonly Problem[] } {
  const { problems, say, sayMissing } = createProblems();
  if (draft.symbol !== instrument.symbol) say('symbol', `This plan is for ${draft.symbol}, not ${instrument.symbol}.`);
  if (instrument.status !== 'TRADING') say('symbol', `${instrument.symbol} is not trading (${instrument.status}).`);
  if (draft.algoType === 'POSITIONAL_TP_SL' && instrument.kind !== 'perpetual')
    say('algoType', 'POSITIONAL_TP_SL closes a position; spot has none.');
  for (const field of SHAPES[draft.algoType].needs)
    if (draft[field] === '') sayMissing(field, `Enter the ${NAMES[field] ?? 'value'}.`);
  if (draft.triggerPriceType !== 'MARKET_PRICE' && !takesField(draft, 'triggerPriceType'))
    say('triggerPriceType', TRAILS_LAST);
  if (draft.type === 'LIMIT' && TYPED.has(draft.algoType) && draft.price === '')
    sayMissing('price', 'Enter the price.');

  /** A price at its own field; the same grid for all of them. */
  const priceOf = (field: Field): Decimal | null =>
    takesField(draft, field) && typeof draft[field] === 'string'
      ? checkPrice(draft[field], instrument, (_path, reason, suggestion) => say(field, reason, suggestion))
      : null;
  const quantity = takesField(draft, 'quantity') ? checkQuantity('quantity', draft.quantity, instrument, say) : null;
  const price = priceOf('price');
  const trigger = priceOf('triggerPrice');
  const activated = priceOf('activatedPrice');
  const takeProfit = priceOf('takeProfitTrigger');
  const takeProfitPrice = priceOf('takeProfitPrice');
  const stopLoss = priceOf('stopLossTrigger');
  const stopLossPrice = priceOf('stopLossPrice');
  const callback = draft.algoType === 'TRAILING_STOP' ? readCallback(draft, instrument, say, sayMissing) : null;

  if (takesField(draft, 'takeProfitTrigger') && draft.takeProfitTrigger === '' && draft.stopLossTrigger === '')
    sayMissing('takeProfitTrigger', 'Give a take profit, a stop loss, or both.');
  if (draft.takeProfitPrice !== '' && draft.takeProfitTrigger === '' && takesField(draft, 'takeProfitPrice'))
    say('takeProfitTrigger', 'A take profit price needs its trigger.');
  if (draft.stopLossPrice !== '' && draft.stopLossTrigger === '' && takesField(draft, 'stopLossPrice'))
    say('stopLossTrigger', 'A stop loss price needs its trigger.');

  const market = draft.triggerPriceType === 'MARK_PRICE' ? (context.mark ?? context.last) : context.last;
  const closes = draft.algoType === 'TP_SL' || draft.algoType === 'POSITIONAL_TP_SL';
  const entry =
    draft.algoType === 'STOP_BRACKET'
      ? entryAt(draft.side, price, trigger, trigger)
      : draft.algoType === 'BRACKET'
        ? entryAt(draft.side, price, context.last, market)
        : closes
          ? market
          : draft.algoType === 'TRAILING_STOP'
            ? null // where it goes to is not known
            : (price ?? trigger ?? market);
  // A plan that closes a position is of the side that closes it.
  const long = closes ? draft.side === 'SELL' : draft.side === 'BUY';
  if (draft.algoType === 'OCO') checkOco(draft, price, stopLoss, stopLossPrice, market, say);
  else {
    checkLegs(long, entry, takeProfit, stopLoss, closes, say);
    checkLegLimits(long, entry, { takeProfitPrice, stopLoss, stopLossPrice }, closes, say);
  }
  if (quantity !== null && instrument.minNotional !== null) {
    const at = price ?? trigger ?? market;
    if (at !== null && compare(multiply(at, quantity), instrument.minNotional) < 0)
      say('quantity', `The order must be worth at least ${grouped(instrument.minNotional)} ${instrument.quote}.`);
  }
  if (problems.length > 0) return { ok: false, problems };

  const body = bodyOf(draft, instrument, {
    quantity,
    price,
    trigger,
    activated,
    takeProfit,
    takeProfitPrice,
    stopLoss,
    stopLossPrice,
    callback,
  });
  const legs = { takeProfit, takeProfitPrice, stopLoss, stopLossPrice };
  const measured = measuredFrom(draft, context, closes, entry, price, quantity);
  const result = draft.algoType === 'OCO' || measured === null ? null : resultOf(long, measured, legs, context.fees);
  return { ok: true, plan: { body, entry: closes ? null : entry, takeProfit, stopLoss, result } };
}

/** From where a plan's result is counted, and for how much. */
interface Measured {
  readonly from: PlanResult['from'];
  readonly price: Decimal;
  readonly quantity: Decimal;
  /** How the way in pays: as a maker, as a taker, or before. */
  readonly entered: 'maker' | 'taker' | 'before';
}

/** A closing plan is measured from the position that it closes, where that is known; another one from its entry. */
function measuredFrom(
  draft: AlgoDraft,
  { position = null }: AlgoContext,
  closes: boolean,
  entry: Decimal | null,
  price: Decimal | null,
  quantity: Decimal | null,
): Measured | null {
  if (closes && position !== null && position.entry !== null) {
    const held = isPositive(position.holding) === (draft.side === 'SELL') ? abs(position.holding) : null;
    const size = quantity ?? held;
    return size === null || held === null
      ? null
      : { from: 'position', price: position.entry, quantity: size, entered: 'before' };
  }
  if (entry === null || quantity === null) return null;
  if (closes) return { from: 'market', price: entry, quantity, entered: 'before' };
  const rests = price !== null && compare(price, entry) === 0;
  return { from: 'entry', price: entry, quantity, entered: rests ? 'maker' : 'taker' };
}

/** What both legs bring. A leg with a limit beyond its trigger rests; any other one takes. */
function resultOf(
  long: boolean,
  { from, price: entry, quantity, entered }: Measured,
  legs: {
    readonly takeProfit: Decimal | null;
    readonly takeProfitPrice: Decimal | null;
    readonly stopLoss: Decimal | null;
    readonly stopLossPrice: Decimal | null;
  },
  fees: AlgoContext['fees'],
): PlanResult | null {
  const maker = fees?.maker ?? null;
  const taker = fees?.taker ?? null;
  const afterFees = maker !== null && taker !== null;
  const rate = (role: 'maker' | 'taker' | 'before'): Decimal =>
    (role === 'before' || !afterFees ? null : role === 'maker' ? maker : taker) ?? ZERO;
  const at = (trigger: Decimal | null, limit: Decimal | null): Decimal | null => {
    if (trigger === null) return null;
    const rests = limit !== null && compare(limit, trigger) === (long ? 1 : -1);
    const exitFee = rate(rests ? 'maker' : 'taker');
    return tripResult({ long, quantity, entry, exit: limit ?? trigger, entryFee: rate(entered), exitFee });
  };
  const atProfit = at(legs.takeProfit, legs.takeProfitPrice);
  const atStop = at(legs.stopLoss, legs.stopLossPrice);
  if (atProfit === null && atStop === null) return null;
  return { atProfit, atStop, ratio: rewardByRisk(atProfit, atStop), from, afterFees };
}

/**
 * The limit of a take profit gains against the entry, and that of a stop loss does not wait for a better price than its
 * trigger: such a stop would not stop.
 */
function checkLegLimits(
  long: boolean,
  entry: Decimal | null,
  legs: {
    readonly takeProfitPrice: Decimal | null;
    readonly stopLoss: Decimal | null;
    readonly stopLossPrice: Decimal | null;
  },
  closes: boolean,
  say: Say,
): void {
  const { takeProfitPrice, stopLoss, stopLossPrice } = legs;
  const good = long ? 1 : -1;
  const of = closes ? 'the market' : 'the entry';
  if (takeProfitPrice !== null && entry !== null && compare(takeProfitPrice, entry) !== good)
    say(
      'takeProfitPrice',
      `A limit of ${grouped(takeProfitPrice)} takes no profit: it has to be ${long ? 'above' : 'below'} ${of} (${grouped(entry)}).`,
    );
  if (stopLossPrice !== null && stopLoss !== null && compare(stopLossPrice, stopLoss) === good)
    say(
      'stopLossPrice',
      `The limit of this stop has to be ${long ? 'at or below' : 'at or above'} its trigger (${grouped(stopLoss)}), or it does not stop.`,
    );
}

/** Percent as typed becomes a fraction; the two ways exclude each other. */
function readCallback(
  draft: AlgoDraft,
  instrument: InstrumentRow,
  say: Say,
  sayMissing: Say,
): { readonly callbackRate: Decimal } | { readonly callbackValue: Decimal } | null {
  if ((draft.callbackRate === '') === (draft.callbackValue === '')) {
    const tell = draft.callbackRate === '' ? sayMissing : say;
    tell('callbackRate', 'Give the callback in percent or as a value, one of the two.');
    return null;
  }
  if (draft.callbackValue !== '') {
    const value = checkPrice(draft.callbackValue, instrument, (_path, reason, suggestion) =>
      say('callbackValue', reason.replace('price', 'callback'), suggestion),
    );
    return value === null ? null : { callbackValue: value };
  }
  const percent = toDecimal(draft.callbackRate);
  if (percent === null || !isPositive(percent) || compare(percent, decimal('100')) >= 0) {
    say('callbackRate', 'The callback is above 0 and below 100 percent.');
    return null;
  }
  return { callbackRate: multiply(percent, decimal('0.01')) };
}

/**
 * Where an entry is expected.
 *
 * @param price its limit; null at market.
 * @param trades where the market trades when it arrives.
 * @param market the price by which its legs are triggered then.
 */
function entryAt(
  side: AlgoDraft['side'],
  price: Decimal | null,
  trades: Decimal | null,
  market: Decimal | null,
): Decimal | null {
  if (price === null) return market;
  if (trades === null) return price;
  const fillsAtOnce = side === 'BUY' ? compare(price, trades) > 0 : compare(price, trades) < 0;
  return fillsAtOnce ? market : price;
}

/** One leg waits on the good side of the entry, the other on the bad one; of an unknown entry, apart from each other. */
function checkLegs(
  long: boolean,
  entry: Decimal | null,
  takeProfit: Decimal | null,
  stopLoss: Decimal | null,
  closes: boolean,
  say: Say,
): void {
  const what = long ? 'a long' : 'a short';
  if (entry === null) {
    if (takeProfit === null || stopLoss === null || compare(stopLoss, takeProfit) === (long ? -1 : 1)) return;
    say('stopLossTrigger', `The stop loss of ${what} is ${long ? 'below' : 'above'} its take profit.`);
    return;
  }
  const of = closes ? `the market (${grouped(entry)})` : `the entry (${grouped(entry)})`;
  const above = (value: Decimal): boolean => compare(value, entry) > 0;
  const below = (value: Decimal): boolean => compare(value, entry) < 0;
  if (takeProfit !== null && !(long ? above(takeProfit) : below(takeProfit)))
    say('takeProfitTrigger', `The take profit of ${what} is ${long ? 'above' : 'below'} ${of}.`);
  if (stopLoss !== null && !(long ? below(stopLoss) : above(stopLoss)))
    say('stopLossTrigger', `The stop loss of ${what} is ${long ? 'below' : 'above'} ${of}.`);
}

function checkOco(
  draft: AlgoDraft,
  price: Decimal | null,
  stop: Decimal | null,
  limit: Decimal | null,
  market: Decimal | null,
  say: Say,
): void {
  if (price === null || stop === null) return;
  const sells = draft.side === 'SELL';
  const apart = sells ? compare(price, stop) > 0 : compare(price, stop) < 0;
  if (limit !== null && compare(limit, stop) === (sells ? 1 : -1))
    say(
      'stopLossPrice',
      `The limit of this stop has to be ${sells ? 'at or below' : 'at or above'} its trigger (${grouped(stop)}), or it does not stop.`,
    );
  if (!apart)
    say('stopLossTrigger', `To ${sells ? 'sell, the stop is below' : 'buy, the stop is above'} the limit price.`);
  if (market === null) return;
  const rests = sells ? compare(price, market) > 0 : compare(price, market) < 0;
  if (!rests)
    say(
      'price',
      `The limit price is ${sells ? 'above' : 'below'} the market (${grouped(market)}), or it fills at once.`,
    );
  const waits = sells ? compare(stop, market) < 0 : compare(stop, market) > 0;
  if (!waits)
    say(
      'stopLossTrigger',
      `The stop is ${sells ? 'below' : 'above'} the market (${grouped(market)}), or it triggers at once.`,
    );
}

interface Numbers {
  readonly quantity: Decimal | null;
  readonly price: Decimal | null;
  readonly trigger: Decimal | null;
  readonly activated: Decimal | null;
  readonly takeProfit: Decimal | null;
  readonly takeProfitPrice: Decimal | null;
  readonly stopLoss: Decimal | null;
  readonly stopLossPrice: Decimal | null;
  readonly callback: ReturnType<typeof readCallback>;
}

/** The tree as the interface wants it (protocol.md, 3.3). */
function bodyOf(draft: AlgoDraft, instrument: InstrumentRow, numbers: Numbers): AlgoBody {
  const { algoType, triggerPriceType } = draft;
  const perpetual = instrument.kind === 'perpetual';
  const positional = algoType === 'POSITIONAL_TP_SL';
  const leg = (
    of: 'TAKE_PROFIT' | 'STOP_LOSS' | 'STOP',
    trigger: Decimal | null,
    limit: Decimal | null,
  ): NonNullable<AlgoBody['childOrders']> =>
    trigger === null
      ? []
      : [
          {
            algoType: of,
            type: positional ? 'CLOSE_POSITION' : limit === null ? 'MARKET' : 'LIMIT',
            triggerPrice: trigger,
            triggerPriceType,
            ...(limit === null ? {} : { price: limit }),
          },
        ];
  const legs = [
    ...leg('TAKE_PROFIT', numbers.takeProfit, numbers.takeProfitPrice),
    ...leg('STOP_LOSS', numbers.stopLoss, numbers.stopLossPrice),
  ];
  const childOrders =
    algoType === 'OCO'
      ? leg('STOP', numbers.stopLoss, numbers.stopLossPrice)
      : algoType === 'BRACKET' || algoType === 'STOP_BRACKET'
        ? [{ algoType: 'TP_SL' as const, childOrders: legs }]
        : legs;
  return {
    symbol: draft.symbol,
    algoType,
    side: draft.side,
    ...(algoType === 'OCO'
      ? { type: 'LIMIT' as const }
      : algoType === 'TRAILING_STOP'
        ? { type: 'MARKET' as const }
        : TYPED.has(algoType)
          ? { type: draft.type }
          : {}),
    ...(perpetual ? { positionSide: draft.positionSide, marginMode: draft.marginMode } : {}),
    ...(perpetual && draft.reduceOnly && !positional ? { reduceOnly: true } : {}),
    ...(numbers.quantity === null ? {} : { quantity: numbers.quantity }),
    ...(numbers.price === null ? {} : { price: numbers.price }),
    ...(numbers.trigger === null ? {} : { triggerPrice: numbers.trigger, triggerPriceType }),
    ...(numbers.activated === null ? {} : { activatedPrice: numbers.activated }),
    ...numbers.callback,
    ...(childOrders.length === 0 ? {} : { childOrders }),
  };
}

/** New values of a node. */
export interface AlgoEdit {
  readonly triggerPrice?: string | undefined;
  readonly price?: string | undefined;
  readonly quantity?: string | undefined;
  readonly activatedPrice?: string | undefined;
  /** In percent. */
  readonly callbackRate?: string | undefined;
  readonly callbackValue?: string | undefined;
}

/** Checks new values of a node; absent ones stay. */
export function checkAlgoEdit(
  edit: AlgoEdit,
  instrument: InstrumentRow,
):
  | { readonly ok: true; readonly change: Readonly<Partial<Record<keyof AlgoEdit, Decimal>>> }
  | { readonly ok: false; readonly problems: readonly Problem[] } {
  const { problems, say, sayMissing } = createProblems();
  const change: Partial<Record<keyof AlgoEdit, Decimal>> = {};
  for (const field of ['triggerPrice', 'price', 'activatedPrice', 'callbackValue'] as const) {
    const text = edit[field];
    if (text === undefined) continue;
    if (text === '') sayMissing(field, 'Enter a value.');
    const value = checkPrice(text, instrument, (_path, reason, suggestion) => say(field, reason, suggestion));
    if (value !== null) change[field] = value;
  }
  if (edit.quantity !== undefined) {
    if (edit.quantity === '') sayMissing('quantity', 'Enter the quantity.');
    const value = checkQuantity('quantity', edit.quantity, instrument, say);
    if (value !== null) change.quantity = value;
  }
  if (edit.callbackRate !== undefined) {
    const percent = toDecimal(edit.callbackRate);
    if (percent === null || !isPositive(percent) || compare(percent, decimal('100')) >= 0)
      say('callbackRate', 'The callback is above 0 and below 100 percent.');
    else change.callbackRate = multiply(percent, decimal('0.01'));
  }
  if (problems.length === 0 && Object.keys(change).length === 0) sayMissing('', 'Nothing is changed.');
  return problems.length > 0 ? { ok: false, problems } : { ok: true, change };
}
