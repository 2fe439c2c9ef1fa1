import { leverageOf } from '../../engine/money/account.ts';
import type { Account, Position } from '../../engine/model.ts';
import { fixedText } from '../../engine/money/fixed.ts';
import { liquidationTicks } from '../../engine/money/liquidation-price.ts';
import { refuse } from '../../engine/refusal.ts';
import { adjustMargin, setLeverage, setPositionMode, sidesOf } from '../../engine/settings.ts';
import { instrumentOf } from '../../engine/symbols.ts';
import { pricesOf, type Venue } from '../../engine/venue.ts';
import type { SignedRoute } from '../call.ts';
import {
  integer,
  maybeInstrument,
  number,
  paged,
  paging,
  range,
  requiredInstrument,
  requiredWord,
  word,
} from '../fields.ts';
import { bare, priceText, sizeText } from '../../wire/numbers.ts';
import { adlQuantile, averagePrice, isolatedClaims, lastDayOf, returnOf } from '../../wire/figures.ts';
import type { Forms } from '../../wire/forms.ts';

const MARGIN_MODES = ['CROSS', 'ISOLATED'] as const;
const POSITION_MODES = ['ONE_WAY', 'HEDGE_MODE'] as const;
const POSITION_SIDES = ['BOTH', 'LONG', 'SHORT'] as const;

function positionRow(venue: Venue, account: Account, position: Position, forms: Forms): Record<string, unknown> {
  const instrument = instrumentOf(position.symbol);
  const size = (lots: number): string => sizeText(instrument, lots);
  const { profit, fee } = lastDayOf(position, venue.now);
  const claims = isolatedClaims(venue, account, position);
  return {
    symbol: position.symbol,
    holding: size(position.lots),
    positionSide: position.side,
    pendingLongQty: size(position.pendingLong),
    pendingShortQty: size(position.pendingShort),
    settlePrice: fixedText(position.settledAt),
    averageOpenPrice: averagePrice(position),
    pnl24H: fixedText(profit),
    fee24H: fixedText(fee),
    markPrice: priceText(instrument, pricesOf(venue, position.symbol).mark),
    estLiqPrice: priceText(instrument, liquidationTicks(venue, account, position)),
    adlQuantile: adlQuantile(venue, account, position),
    ...(forms === 'live' ? { roi: returnOf(venue, position) } : {}),
    timestamp: position.updatedAt,
    marginMode: position.marginMode,
    isolatedMarginToken: position.marginMode === 'ISOLATED' ? instrument.quote : '',
    isolatedMarginAmount: fixedText(position.margin),
    isolatedFrozenLong: fixedText(claims.long),
    isolatedFrozenShort: fixedText(claims.short),
    leverage: leverageOf(account, position.symbol, position.marginMode, position.side),
  };
}

export const positions: SignedRoute = ({ venue, account, fields, desk }) => {
  const instrument = maybeInstrument(fields);
  const wanted = [...account.positions.values()].filter(
    ({ symbol, lots, pendingLong, pendingShort }) =>
      (instrument === null || symbol === instrument.symbol) && (lots !== 0 || pendingLong !== 0 || pendingShort !== 0),
  );
  return { data: { positions: wanted.map((position) => positionRow(venue, account, position, desk.forms)) } };
};

/** E14. */
export const readLeverage: SignedRoute = ({ account, fields, desk }) => {
  const instrument = requiredInstrument(fields);
  if (instrument.kind === 'spot') throw refuse('invalidParameter', 'Leverage is for perpetuals.');
  const marginMode = requiredWord(fields, 'marginMode', MARGIN_MODES);
  const positionMode = word(fields, 'positionMode', POSITION_MODES) ?? account.positionMode;
  const isHedged = positionMode === 'HEDGE_MODE';
  // Live, the one leverage of one-way mode is said of both sides (protocol.md, 9.3).
  const sides = isHedged || desk.forms === 'live' ? (['LONG', 'SHORT'] as const) : (['BOTH'] as const);
  return {
    data: {
      symbol: instrument.symbol,
      marginMode,
      positionMode,
      details: sides.map((positionSide) => ({
        positionSide,
        leverage: leverageOf(account, instrument.symbol, marginMode, isHedged ? positionSide : 'BOTH'),
      })),
    },
  };
};

/** E13. Without positionMode the account's own; in hedge mode positionSide may choose one of the two. */
export const writeLeverage: SignedRoute = ({ venue, account, fields }) => {
  const instrument = requiredInstrument(fields);
  const marginMode = requiredWord(fields, 'marginMode', MARGIN_MODES);
  const leverage = integer(fields, 'leverage', 1, 1_000);
  if (leverage === null) throw refuse('invalidParameter', 'Missing required parameter: leverage');
  const positionMode = word(fields, 'positionMode', POSITION_MODES) ?? account.positionMode;
  const side = word(fields, 'positionSide', POSITION_SIDES);
  const sides = positionMode === 'HEDGE_MODE' ? (['LONG', 'SHORT'] as const) : (['BOTH'] as const);
  if (side !== null && !sides.some((known) => known === side))
    throw refuse('wrongPositionSide', `positionSide ${side} does not go with ${positionMode}.`);
  setLeverage(venue, account, instrument, marginMode, leverage, side === null ? sides : [side]);
  return {};
};

/** E15. */
export const writePositionMode: SignedRoute = ({ venue, account, fields }) => {
  setPositionMode(venue, account, requiredWord(fields, 'positionMode', POSITION_MODES));
  return {};
};

/** E16: fundingRate is a JSON number here, the money is text. */
export const fundingFeeHistory: SignedRoute = ({ account, fields }) => {
  const instrument = maybeInstrument(fields);
  const { from, to } = range(fields);
  const page = paging(fields);
  const wanted = account.histories.funding
    .filter((row) => (instrument === null || row.symbol === instrument.symbol) && row.at >= from && row.at <= to)
    .reverse();
  const { rows, meta } = paged(wanted, page);
  return {
    data: {
      meta,
      rows: rows.map(({ id, symbol, rate, mark, fee, pays, at }) => ({
        id: bare(id),
        symbol,
        fundingRate: bare(fixedText(rate)),
        markPrice: priceText(instrumentOf(symbol), mark),
        fundingFee: fixedText(fee),
        fundingIntervalHours: instrumentOf(symbol).fundingIntervalHours,
        paymentType: pays ? 'Pay' : 'Receive',
        status: 'COMPLETED',
        createdTime: at,
        updatedTime: at,
      })),
    },
  };
};

export const readDefaultMarginMode: SignedRoute = ({ account }) => ({
  data: { defaultMarginMode: account.defaultMarginMode },
});

/** The name of the field is not known: both likely ones are taken. */
export const writeDefaultMarginMode: SignedRoute = ({ account, fields, venue }) => {
  account.defaultMarginMode =
    word(fields, 'defaultMarginMode', MARGIN_MODES) ?? requiredWord(fields, 'marginMode', MARGIN_MODES);
  venue.outlet.onAccount(account);
  return {};
};

/** Our choice: back to CROSS (protocol.md, 9.21 names the path alone). */
export const resetDefaultMarginMode: SignedRoute = ({ account, venue }) => {
  account.defaultMarginMode = 'CROSS';
  venue.outlet.onAccount(account);
  return {};
};

/** Names by the older twin of the operation (protocol.md, 3.4). */
export const isolatedMargin: SignedRoute = ({ venue, account, fields }) => {
  const instrument = requiredInstrument(fields);
  const side = word(fields, 'positionSide', POSITION_SIDES) ?? 'BOTH';
  if (!sidesOf(account).includes(side)) throw refuse('wrongPositionSide', 'positionSide does not go with the mode.');
  const amount = number(fields, 'adjustAmount');
  if (amount === null || amount <= 0n) throw refuse('invalidParameter', 'adjustAmount must be above zero.');
  const action = requiredWord(fields, 'action', ['ADD', 'REDUCE'] as const);
  adjustMargin(venue, account, instrument.symbol, side, action === 'ADD' ? amount : -amount);
  return {};
};
