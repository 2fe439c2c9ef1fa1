import { expect, test } from 'vitest';
import { algoDraft, draft, funded, quietVenue } from '../../../../e2e/rigs/practice/fixtures.ts';
import { placeAlgo } from '../algo/place.ts';
import { audit } from '../audit.ts';
import { advance } from '../clock/advance.ts';
import type { Account, Position } from '../model.ts';
import { place } from '../orders/place.ts';
import { INSTRUMENTS } from '../symbols.ts';
import { pricesOf, type Venue } from '../venue.ts';
import { balanceOf, positionOf } from './account.ts';
import { fixed, fixedText } from './fixed.ts';
import { liquidationTicks } from './liquidation-price.ts';
import { available, marginState } from './margin.ts';
import { checkRisk } from './risk.ts';
import { transferFunds, withdrawFunds } from './wallet.ts';

const SYMBOL = 'PERP_BTC_USDT';

/** Sets the marks of BTC without anybody looking at the risk. */
function mark(venue: Venue, price: number): void {
  for (const { symbol, base, tick } of INSTRUMENTS)
    if (base === 'BTC') Object.assign(pricesOf(venue, symbol), { mark: Math.round(price / (Number(tick) / 1e18)) });
}

/** A trader with money, and somebody rich who sells and buys at 64,000, or only sells. */
function scene(funds: Readonly<Record<string, string>>, bids = true) {
  const venue = quietVenue();
  const trader = funded(venue, funds);
  const rich = funded(venue, { USDT: '900000000', BTC: '1000' });
  for (const symbol of [SYMBOL, 'SPOT_BTC_USDT']) {
    place(venue, rich, draft({ symbol, side: 'SELL', price: '64000', quantity: '60' }));
    if (bids) place(venue, rich, draft({ symbol, side: 'BUY', price: '63990', quantity: '60' }));
  }
  return { venue, trader, rich };
}
const held = (account: Account, token = 'USDT'): string => fixedText(balanceOf(account, token).holding);

/** The highest or lowest mark in ticks at which an account is below its maintenance, found by trying. */
function found(venue: Venue, account: Account, from: number, to: number): number {
  let [safe, lost] = [from, to];
  const isLost = (at: number): boolean => {
    mark(venue, at / 10);
    const { totalCollateral, maintenance } = marginState(venue, account);
    return totalCollateral < maintenance;
  };
  expect([isLost(safe), isLost(lost)]).toEqual([false, true]);
  while (Math.abs(safe - lost) > 1) {
    const middle = Math.round((safe + lost) / 2);
    if (isLost(middle)) lost = middle;
    else safe = middle;
  }
  mark(venue, 64_000);
  return lost;
}

test.each([
  ['a long with BTC and ETH as collateral', { USDT: '100000', BTC: '2', ETH: '20' }, 30, 0, 400_000],
  ['a small long with BTC as collateral', { USDT: '100000', BTC: '2' }, 3, 0, 1],
  ['a short against BTC', { USDT: '50000', BTC: '1' }, -5, 0, 5_000_000],
  ['both legs of a hedge', { USDT: '150000', BTC: '0.5' }, 3, -5, 9_900_000],
])('the liquidation price of %s is the one at which it happens', (_name, funds, first, second, limit) => {
  const { venue, trader } = scene(funds);
  if (second !== 0) trader.positionMode = 'HEDGE_MODE';
  const legs: Position[] = [];
  for (const size of [first, second]) {
    if (size === 0) continue;
    const side = size > 0 ? 'BUY' : 'SELL';
    const positionSide = second === 0 ? 'BOTH' : size > 0 ? 'LONG' : 'SHORT';
    place(venue, trader, draft({ side, type: 'MARKET', quantity: String(Math.abs(size)), positionSide }));
    legs.push(positionOf(trader, SYMBOL, positionSide, 'CROSS'));
  }
  const lost = found(venue, trader, 640_000, limit);
  for (const leg of legs) expect(Math.abs(liquidationTicks(venue, trader, leg) - lost)).toBeLessThanOrEqual(1);
});

test('a price that the symbol cannot have is no liquidation price', () => {
  const { venue, trader } = scene({ USDT: '10000000' });
  place(venue, trader, draft({ side: 'SELL', type: 'MARKET', quantity: '0.0002' }));
  expect(liquidationTicks(venue, trader, positionOf(trader, SYMBOL, 'BOTH', 'CROSS'))).toBe(0);
});

test('a liquidation goes step by step, each with a fee to the insurance fund, until the account is safe again', () => {
  const { venue, trader } = scene({ USDT: '8000' });
  place(venue, trader, draft({ type: 'MARKET', quantity: '1' }));
  const position = positionOf(trader, SYMBOL, 'BOTH', 'CROSS');
  mark(venue, 56_600);
  const fund = balanceOf(venue.houses.insurance, 'USDT').holding;
  checkRisk(venue);
  expect(position.lots).toBe(7_500);
  const steps = [...trader.finished.values()].filter(({ forced }) => forced);
  expect(steps.map(({ quantity, tag, status }) => [quantity, tag, status])).toEqual([[2_500, 'liquidation', 'FILLED']]);
  // 0.5 % of 0.25 BTC at the mark.
  const fee = fixed('70.75');
  expect(balanceOf(venue.houses.insurance, 'USDT').holding - fund).toBe(fee);
  expect(trader.histories.moves.filter(({ type }) => type === 'LIQUIDATION').map(({ amount }) => amount)).toEqual([
    -fee,
  ]);
  const { totalCollateral, maintenance } = marginState(venue, trader);
  expect(totalCollateral * 4n).toBeGreaterThanOrEqual(maintenance * 5n);
  checkRisk(venue);
  expect(position.lots).toBe(7_500);
});

test('a margin call comes before: what would add to the risk is cancelled once, protection stays', () => {
  const { venue, trader } = scene({ USDT: '8000' });
  place(venue, trader, draft({ type: 'MARKET', quantity: '1' }));
  const entry = place(venue, trader, draft({ price: '60000', quantity: '0.01' }));
  const exit = place(venue, trader, draft({ side: 'SELL', price: '70000', quantity: '0.1', reduceOnly: true }));
  const leg = algoDraft({ symbol: '', algoType: 'STOP_LOSS', type: 'MARKET', triggerPrice: '50000' });
  const stop = placeAlgo(venue, trader, algoDraft({ algoType: 'TP_SL', side: 'SELL', quantity: '1', children: [leg] }));
  mark(venue, 56_800);
  checkRisk(venue);
  expect([entry.status, entry.reason]).toEqual(['CANCELLED', 'Cancelled: margin call.']);
  expect([exit.status, stop.status, trader.calledAt]).toEqual(['NEW', 'NEW', venue.now]);
  expect(positionOf(trader, SYMBOL, 'BOTH', 'CROSS').lots).toBe(10_000);
  mark(venue, 64_000);
  checkRisk(venue);
  expect(trader.calledAt).toBe(0);
});

test.each([
  ['a book that takes them', true],
  ['an empty book', false],
])(
  'no debt stays behind a liquidation with %s: collateral is sold, and what is missing is the fund’s',
  (_name, bids) => {
    const { venue, trader, rich } = scene({ USDT: '100000', BTC: '2', ETH: '20' }, false);
    place(venue, trader, draft({ type: 'MARKET', quantity: '30' }));
    const before = audit(venue).money;
    mark(venue, 52_000);
    if (bids)
      for (const symbol of [SYMBOL, 'SPOT_BTC_USDT'])
        place(venue, rich, draft({ symbol, side: 'BUY', price: '51990', quantity: '60' }));
    checkRisk(venue);
    expect(positionOf(trader, SYMBOL, 'BOTH', 'CROSS').lots).toBe(0);
    // 360,000 are lost, and 100,000 were there: all coins are sold, and the fund pays the rest.
    expect([held(trader), held(trader, 'BTC'), held(trader, 'ETH')]).toEqual(['0', '0', '0']);
    expect(trader.histories.moves.at(-1)).toMatchObject({ type: 'LIQUIDATION', token: 'USDT' });
    expect(audit(venue).money).toEqual(before);
  },
);

test('a debt in futures mode holds collateral back, and is called when that is no longer worth as much', () => {
  const { venue, trader, rich } = scene({ USDT: '1000', BTC: '2' }, false);
  const savings = funded(venue, {}, { ownerId: trader.id });
  place(venue, trader, draft({ type: 'MARKET', quantity: '1' }));
  mark(venue, 30_000);
  place(venue, rich, draft({ side: 'BUY', price: '29990', quantity: '1' }));
  place(venue, trader, draft({ side: 'SELL', type: 'MARKET', quantity: '1', reduceOnly: true }));
  // 1,000 - 34,010 - fees of 19.2 and 8.997
  expect(held(trader)).toBe('-33038.197');
  // (2 BTC at 30,000 and 95 % - the debt) / 28,500
  expect(fixedText(available(venue, trader, 'BTC')).slice(0, 6)).toBe('0.8407');
  const move = (amount: string) => () => transferFunds(venue, trader, 'BTC', fixed(amount), trader.id, savings.id);
  expect(move('2')).toThrow('Not enough BTC');
  move('0.1')();
  checkRisk(venue);
  expect(held(trader)).toBe('-33038.197');
  mark(venue, 18_000);
  checkRisk(venue);
  expect(balanceOf(trader, 'USDT').holding).toBeGreaterThanOrEqual(0n);
  expect(balanceOf(trader, 'BTC').holding).toBeGreaterThan(0n);
});

test('a loan’s maintenance is part of the margin figures', () => {
  const { venue, trader } = scene({ USDT: '100000' });
  trader.mode = 'MARGIN';
  place(venue, trader, draft({ symbol: 'SPOT_BTC_USDT', side: 'SELL', type: 'MARKET', quantity: '2' }));
  // 3 % of 2 BTC at the mark.
  expect(fixedText(marginState(venue, trader).maintenance)).toBe('3840');
});

test('money that is being withdrawn backs nothing, and does again when the withdrawal is taken back', () => {
  const { venue, trader } = scene({ USDT: '1000', ETH: '20' });
  const free = (): string => fixedText(marginState(venue, trader).freeCollateral);
  expect(free()).toBe('55000');
  const target = { token: 'ETH', network: 'ETH', address: `0x${'a'.repeat(40)}`, extra: '' };
  const record = withdrawFunds(venue, trader, { ...target, amount: fixed('19.9') });
  // 0.1 ETH less the fee of 0.001 at 3,000 and 90 %.
  expect(free()).toBe('1267.3');
  expect(() => place(venue, trader, draft({ type: 'MARKET', quantity: '1' }))).toThrow('margin');
  expect([held(trader, 'ETH'), fixedText(balanceOf(trader, 'ETH').leaving)]).toEqual(['20', '19.901']);
  record.doomed = true;
  for (let i = 0; i < 40 && record.status !== 'CANCELED'; i += 1) advance(venue, venue.now + 5_000);
  expect([record.status, free(), held(trader, 'ETH')]).toEqual(['CANCELED', '55000', '20']);
});

test('the average open price is of what is held: sales leave it, a clean start begins anew', () => {
  const { venue, trader, rich } = scene({ USDT: '1000000' });
  const savings = funded(venue, {}, { ownerId: trader.id });
  const spot = { symbol: 'SPOT_BTC_USDT', type: 'MARKET' } as const;
  const average = (): number => {
    const { spent, bought } = balanceOf(trader, 'BTC');
    return bought === 0n ? 0 : Number((spent * 10_000n) / bought) / 10_000;
  };
  place(venue, trader, draft({ ...spot, quantity: '2' }));
  expect(average()).toBe(64_000);
  place(venue, trader, draft({ ...spot, side: 'SELL', quantity: '1' }));
  expect(average()).toBe(64_000);
  expect(balanceOf(trader, 'BTC').bought).toBeLessThan(fixed('1.01'));
  place(venue, rich, draft({ symbol: 'SPOT_BTC_USDT', side: 'SELL', price: '63995', quantity: '1' }));
  place(venue, trader, draft({ ...spot, quantity: '1' }));
  expect(average()).toBeGreaterThan(63_997);
  expect(average()).toBeLessThan(63_998);
  transferFunds(venue, trader, 'BTC', balanceOf(trader, 'BTC').holding, trader.id, savings.id);
  expect(average()).toBe(0);
  place(venue, rich, draft({ symbol: 'SPOT_BTC_USDT', side: 'SELL', price: '63994', quantity: '1' }));
  place(venue, trader, draft({ ...spot, quantity: '1' }));
  expect(average()).toBe(63_994);
});

test('what is sold is taken from all that is held, so that what came by deposit counts for nothing', () => {
  const { venue, trader, rich } = scene({ USDT: '1000000', BTC: '2' });
  const spot = { symbol: 'SPOT_BTC_USDT', type: 'MARKET' } as const;
  place(venue, trader, draft({ ...spot, quantity: '2' }));
  place(venue, trader, draft({ ...spot, side: 'SELL', quantity: '1.9994' }));
  const { bought, spent, holding } = balanceOf(trader, 'BTC');
  // 3.9988 were held after the fee, and a half of it was sold: of the 2 that were bought a half is left.
  expect([fixedText(holding), fixedText(bought), fixedText(spent)]).toEqual(['1.9994', '1', '64000']);
  place(venue, rich, draft({ symbol: 'SPOT_BTC_USDT', side: 'SELL', price: '63995', quantity: '1' }));
  place(venue, trader, draft({ ...spot, quantity: '1' }));
  expect(fixedText(balanceOf(trader, 'BTC').spent)).toBe('127995');
  expect(fixedText(balanceOf(trader, 'BTC').bought)).toBe('2');
});
