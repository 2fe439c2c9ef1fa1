import { holdingOf, leverageOf, positionOf } from '../../../electron/practice/engine/money/account.ts';
import { fixed, fixedText, type Fixed } from '../../../electron/practice/engine/money/fixed.ts';
import { available, marginState, tokenPrice } from '../../../electron/practice/engine/money/margin.ts';
import type { Account, Position } from '../../../electron/practice/engine/model.ts';
import { bestShown, ladderOf } from '../../../electron/practice/engine/orders/book.ts';
import { remaining } from '../../../electron/practice/engine/orders/order.ts';
import { instrumentOf, TOKENS } from '../../../electron/practice/engine/symbols.ts';
import { bookOf, pricesOf, type Venue } from '../../../electron/practice/engine/venue.ts';
import { averagePrice } from '../../../electron/practice/wire/figures.ts';
import type { Means } from '../../../renderer/panels/order-entry/available/available.ts';
import type { InstrumentRow, OrderDraft } from '../../../shared/contract/contract.ts';
import { decimal, known, type Decimal } from '../../../shared/decimal.ts';
import type { CrossAccount } from '../../../shared/rules/account/liquidation.ts';

/* What the practice exchange answers about an account, without a wire between. */

export const money = (value: Fixed): Decimal => decimal(fixedText(value));

/** The rules of a symbol as the terminal has them. */
export function instrumentRow(symbol: string): InstrumentRow {
  const of = instrumentOf(symbol);
  return {
    symbol,
    kind: of.kind,
    base: of.base,
    quote: of.quote,
    status: 'TRADING',
    priceTick: decimal(of.quoteTick),
    priceMin: decimal(of.quoteMin),
    priceMax: decimal(of.quoteMax),
    quantityStep: decimal(of.baseTick),
    quantityMin: decimal(of.baseMin),
    quantityMax: decimal(of.baseMax),
    minNotional: decimal(of.minNotional),
    bidCapRatio: null,
    bidFloorRatio: null,
    askCapRatio: null,
    askFloorRatio: null,
    rpiAllowed: of.isAllowedRpi,
    fundingIntervalHours: null,
    initialMarginRatio: null,
    maintenanceMarginRatio: decimal(of.baseMMR ?? '0'),
  };
}

export const markOf = (venue: Venue, symbol: string): Decimal =>
  money(BigInt(pricesOf(venue, symbol).mark) * instrumentOf(symbol).tick);
export const holding = ({ symbol, lots }: Position): Decimal => money(BigInt(lots) * instrumentOf(symbol).lot);
export const entryOf = (position: Position): Decimal | null => known(decimal(averagePrice(position)));

/** What is left of an account's open orders of a side of a position, in base currency. */
function leftOf(account: Account, draft: OrderDraft, sameSide: boolean, reduces: boolean): Decimal {
  let lots = 0;
  for (const order of account.open.values())
    if (
      order.symbol === draft.symbol &&
      (order.side === draft.side) === sameSide &&
      order.positionSide === draft.positionSide &&
      order.marginMode === draft.marginMode &&
      order.reduceOnly === reduces
    )
      lots += remaining(order);
  return money(BigInt(lots) * instrumentOf(draft.symbol).lot);
}

/** What the ticket knows of the account and the market, read this instant. */
export function meansFor(venue: Venue, account: Account, draft: OrderDraft): Means {
  const instrument = instrumentOf(draft.symbol);
  const { base, quote } = instrument;
  const best = bestShown(ladderOf(bookOf(venue, draft.symbol), draft.side === 'BUY' ? 'SELL' : 'BUY', false));
  const free = marginState(venue, account).freeCollateral;
  const own = (token: string): Decimal => money(available(venue, account, token));
  const loan = (token: string): Decimal => {
    const price = tokenPrice(venue, token);
    const lends = account.mode === 'MARGIN' && TOKENS.some((each) => each.token === token && each.canShort);
    const power = free * BigInt(account.marginLeverage - 1);
    return lends && power > 0n ? money((power * fixed('1')) / price) : decimal('0');
  };
  const perpetual = instrument.kind === 'perpetual';
  return {
    quoteAvailable: own(quote),
    baseAvailable: own(base),
    quoteLoan: loan(quote),
    baseLoan: loan(base),
    loanLeverage: account.marginLeverage,
    quoteMark: money(tokenPrice(venue, quote)),
    baseMark: money(tokenPrice(venue, base)),
    freeCollateral: money(free),
    freeCollateralAt: 0,
    leverage: perpetual ? leverageOf(account, draft.symbol, draft.marginMode, draft.positionSide) : null,
    holding: perpetual ? holding(positionOf(account, draft.symbol, draft.positionSide, draft.marginMode)) : null,
    price:
      known(decimal(draft.price === '' ? '0' : draft.price)) ??
      (best === null ? null : money(BigInt(best.price) * instrument.tick)),
    ownPrice: draft.price !== '',
    mark: markOf(venue, draft.symbol),
    takerFee: money(instrument.takerRate),
    resting: leftOf(account, draft, true, false),
    restingOther: leftOf(account, draft, false, false),
    reducing: leftOf(account, draft, true, true),
    taken: decimal('0'),
    changedAt: null,
  };
}

/** The cross positions of an account and what carries them. */
export function crossFacts(venue: Venue, account: Account): CrossAccount {
  const weights = new Map<string, Decimal>();
  for (const { token, canCollateral, collateralRatio } of TOKENS) {
    const held = holdingOf(account, token).holding;
    const weight = held < 0n ? held : canCollateral ? (held * collateralRatio) / fixed('1') : 0n;
    weights.set(token, money(weight));
  }
  return {
    collateral: money(marginState(venue, account).totalCollateral),
    positions: [...account.positions.values()]
      .filter(({ lots, marginMode }) => lots !== 0 && marginMode === 'CROSS')
      .map((position) => ({
        id: `${position.symbol} ${position.side}`,
        symbol: position.symbol,
        base: instrumentOf(position.symbol).base,
        holding: holding(position),
        mark: markOf(venue, position.symbol),
        maintenanceRatio: money(instrumentOf(position.symbol).maintenanceRate),
      })),
    weights,
  };
}
