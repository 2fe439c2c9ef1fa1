import { balanceOf, positionOf } from '../engine/money/account.ts';
import type { Account, Side } from '../engine/model.ts';
import type { AlgoDraft } from '../engine/algo/draft.ts';
import { cancelEverything } from '../engine/algo/edit.ts';
import { placeAlgo } from '../engine/algo/place.ts';
import { afterwards } from '../engine/afterwards.ts';
import { fixed, type Fixed } from '../engine/money/fixed.ts';
import { repayInterest } from '../engine/money/loans.ts';
import { place } from '../engine/orders/place.ts';
import type { Draft } from '../engine/orders/draft.ts';
import { fraction, type Chance } from '../engine/random.ts';
import { INSTRUMENTS, instrumentOf } from '../engine/symbols.ts';
import { pricesOf, type Venue } from '../engine/venue.ts';

/** What the account of a past trades. */

export const order = (symbol: string, side: Side, more: Partial<Draft>): Draft => ({
  symbol,
  side,
  type: 'MARKET',
  clientId: '0',
  tag: 'default',
  positionSide: null,
  marginMode: 'CROSS',
  reduceOnly: false,
  price: null,
  quantity: null,
  amount: null,
  visible: null,
  bidAskLevel: null,
  postOnlyAdjusted: false,
  byHand: false,
  forced: false,
  algoId: '',
  ...more,
});

/** Price of a symbol moved by a share, on its tick. */
function off(venue: Venue, symbol: string, share: number): Fixed {
  const { tick } = instrumentOf(symbol);
  return BigInt(Math.round(pricesOf(venue, symbol).mark * (1 + share))) * tick;
}

/** A quantity worth about so much, on the lot. */
function worth(venue: Venue, symbol: string, money: number): Fixed {
  const { unit, lot } = instrumentOf(symbol);
  const one = Number(BigInt(pricesOf(venue, symbol).mark) * unit) / 1e18;
  return BigInt(Math.max(1, Math.round(money / one))) * lot;
}

/** Days on margin: more BTC and ETH than there is money for, sold again, interest repaid now and then. */
export function borrow(venue: Venue, account: Account, state: Chance, count: number): void {
  const symbol = fraction(state) < 0.6 ? 'SPOT_BTC_USDT' : 'SPOT_ETH_USDT';
  const { base } = instrumentOf(symbol);
  if (count % 16 === 15) {
    for (const { token, interest, holding } of [...account.balances.values()])
      if (interest > 0n && holding > interest) repayInterest(venue, account, token, interest);
  }
  const rich = balanceOf(account, 'USDT').holding > -fixed('60000');
  const side: Side = rich && fraction(state) < 0.7 ? 'BUY' : 'SELL';
  const size = worth(venue, symbol, 4_000 + 20_000 * fraction(state));
  if (side === 'SELL' && balanceOf(account, base).holding < size) return;
  if (fraction(state) < 0.5) place(venue, account, order(symbol, side, { quantity: size }));
  else
    place(
      venue,
      account,
      order(symbol, side, {
        type: 'LIMIT',
        price: off(venue, symbol, side === 'BUY' ? -0.0006 : 0.0006),
        quantity: size,
      }),
    );
  afterwards(venue);
}

const PERPETUALS = INSTRUMENTS.filter((row) => row.kind === 'perpetual').map((row) => row.symbol);

/** Days on futures: positions in all perpetuals, with and without protection. */
export function trade(venue: Venue, account: Account, state: Chance, count: number): void {
  const symbol = PERPETUALS[count % PERPETUALS.length] ?? 'PERP_BTC_USDT';
  const held = positionOf(account, symbol, 'BOTH', 'CROSS').lots;
  const side: Side = held > 0 ? (fraction(state) < 0.6 ? 'SELL' : 'BUY') : fraction(state) < 0.6 ? 'BUY' : 'SELL';
  const quantity = worth(venue, symbol, 1_000 + 5_000 * fraction(state));
  const kind = fraction(state);
  const away = side === 'BUY' ? -1 : 1;
  if (kind < 0.35) place(venue, account, order(symbol, side, { quantity }));
  else if (kind < 0.6)
    place(venue, account, order(symbol, side, { type: 'LIMIT', price: off(venue, symbol, away * 0.0015), quantity }));
  else if (kind < 0.7)
    place(
      venue,
      account,
      order(symbol, side, { type: 'POST_ONLY', price: off(venue, symbol, away * 0.0004), quantity }),
    );
  else placeAlgo(venue, account, algo(venue, symbol, side, quantity, fraction(state)));
  afterwards(venue);
  if (account.open.size + account.algos.roots.size > 12 || fraction(state) < 0.15)
    cancelEverything(venue, account, symbol, 'Cancelled by the user.');
}

const bareAlgo = (symbol: string, more: Partial<AlgoDraft>): AlgoDraft => ({
  symbol,
  algoType: 'STOP',
  type: null,
  side: null,
  positionSide: null,
  marginMode: null,
  clientId: '0',
  tag: 'default',
  reduceOnly: null,
  quantity: null,
  price: null,
  visible: null,
  triggerPrice: null,
  triggerPriceType: null,
  activatedPrice: null,
  callbackRate: null,
  callbackValue: null,
  children: [],
  ...more,
});

function algo(venue: Venue, symbol: string, side: Side, quantity: Fixed, pick: number): AlgoDraft {
  const up = side === 'BUY' ? 1 : -1;
  const at = (share: number): Fixed => off(venue, symbol, share * up);
  if (pick < 0.3) return bareAlgo(symbol, { type: 'MARKET', side, quantity, triggerPrice: at(0.004) });
  if (pick < 0.5)
    return bareAlgo(symbol, {
      algoType: 'TRAILING_STOP',
      type: 'MARKET',
      side,
      quantity,
      callbackRate: fixed('0.005'),
    });
  const legs = (['TAKE_PROFIT', 'STOP_LOSS'] as const).map((algoType) =>
    bareAlgo('', { algoType, type: 'MARKET', triggerPrice: at(algoType === 'TAKE_PROFIT' ? 0.008 : -0.006) }),
  );
  return bareAlgo(symbol, {
    algoType: 'BRACKET',
    type: 'LIMIT',
    side,
    quantity,
    price: at(0.0005),
    children: [bareAlgo('', { algoType: 'TP_SL', children: legs })],
  });
}
