import { expect, test } from 'vitest';
import { algoDraft, draft, funded, quietVenue, START } from '../../../e2e/rigs/practice/fixtures.ts';
import { balanceOf, positionOf } from './money/account.ts';
import type { Account } from './model.ts';
import { advance } from './clock/advance.ts';
import { afterwards } from './afterwards.ts';
import { placeAlgo } from './algo/place.ts';
import { armDeadMan } from './orders/dead-man.ts';
import { fixed, fixedText } from './money/fixed.ts';
import { estimatedRate, nextFunding, startFunding } from './money/funding.ts';
import { repayInterest, startInterest } from './money/loans.ts';
import { marginState } from './money/margin.ts';
import { place } from './orders/place.ts';
import { liquidationTicks } from './money/liquidation-price.ts';
import { checkRisk } from './money/risk.ts';
import { adjustMargin, setAccountMode, setLeverage, setMarginLeverage, setPositionMode } from './settings.ts';
import { instrumentOf } from './symbols.ts';
import { deaf, pricesOf, type Venue } from './venue.ts';
import { announceDeposit, cancelWithdrawal, transferFunds, withdrawFunds } from './money/wallet.ts';

const SYMBOL = 'PERP_BTC_USDT';
const HOUR = 3_600_000;
const held = (account: Account, token = 'USDT'): string => fixedText(balanceOf(account, token).holding);

/** A trader and somebody rich who quotes both sides around a price. */
function scene(funds: Readonly<Record<string, string>> = { USDT: '10000' }) {
  const venue = quietVenue();
  const trader = funded(venue, funds);
  const rich = funded(venue, { USDT: '900000000', BTC: '1000' });
  place(venue, rich, draft({ side: 'SELL', price: '64000', quantity: '50' }));
  place(venue, rich, draft({ side: 'BUY', price: '63990', quantity: '50' }));
  return { venue, trader, rich };
}

/** Moves the marks of BTC, with what follows from it. */
function mark(venue: Venue, price: number): void {
  for (const symbol of [SYMBOL, 'SPOT_BTC_USDT']) {
    const ticks = Number(fixed(String(price)) / instrumentOf(symbol).tick);
    Object.assign(pricesOf(venue, symbol), { mark: ticks, index: ticks });
  }
  afterwards(venue);
  checkRisk(venue);
}

test('margin: an order may claim what is free, by leverage, and what it adds only', () => {
  const { venue, trader } = scene();
  const buys = (quantity: string) => () => place(venue, trader, draft({ side: 'BUY', price: '64000', quantity }));
  // 10,000 at leverage 10 carries 100,000: 1.5625 BTC, less the fee.
  expect(buys('1.56')).toThrow('margin');
  setLeverage(venue, trader, instrumentOf(SYMBOL), 'CROSS', 20, ['BOTH']);
  buys('1.56')();
  expect(fixedText(marginState(venue, trader).initial)).toBe('4992');
  expect(() => place(venue, trader, draft({ side: 'SELL', price: '63990', quantity: '3' }))).not.toThrow();
});

test('leverage cannot fall below what the open positions need, nor leave the range of the symbol', () => {
  const { venue, trader } = scene();
  const set = (leverage: number) => () => setLeverage(venue, trader, instrumentOf(SYMBOL), 'CROSS', leverage, ['BOTH']);
  place(venue, trader, draft({ side: 'BUY', price: '64000', quantity: '1' }));
  expect(set(5)).toThrow('Not enough margin');
  expect(trader.leverages.get(`${SYMBOL}/CROSS/BOTH`)).toBeUndefined();
  expect(set(51)).toThrow('from 1 to 50');
  set(50)();
  expect(trader.leverages.get(`${SYMBOL}/CROSS/BOTH`)).toBe(50);
});

test('modes change only while nothing is open', () => {
  const { venue, trader } = scene();
  const order = place(venue, trader, draft({ side: 'BUY', price: '60000', quantity: '0.01' }));
  expect(() => setPositionMode(venue, trader, 'HEDGE_MODE')).toThrow('while futures orders');
  expect(() => setAccountMode(venue, trader, 'MARGIN')).toThrow('while orders');
  place(venue, trader, draft({ side: 'BUY', price: '64000', quantity: '0.01' }));
  expect(order.status).toBe('NEW');
  setPositionMode(venue, trader, 'ONE_WAY');
  expect(trader.positionMode).toBe('ONE_WAY');
});

test('hedge mode holds a long and a short beside each other, and closing is reduce only', () => {
  const { venue, trader } = scene();
  setPositionMode(venue, trader, 'HEDGE_MODE');
  expect(() => place(venue, trader, draft({ side: 'BUY', price: '64000', quantity: '0.1' }))).toThrow('LONG or SHORT');
  place(venue, trader, draft({ side: 'BUY', positionSide: 'LONG', price: '64000', quantity: '0.2' }));
  place(venue, trader, draft({ side: 'SELL', positionSide: 'SHORT', price: '63990', quantity: '0.1' }));
  expect(positionOf(trader, SYMBOL, 'LONG', 'CROSS').lots).toBe(2_000);
  expect(positionOf(trader, SYMBOL, 'SHORT', 'CROSS').lots).toBe(-1_000);
  expect(() =>
    place(venue, trader, draft({ side: 'SELL', positionSide: 'LONG', price: '63990', quantity: '0.3' })),
  ).toThrow('more than');
  place(venue, trader, draft({ side: 'SELL', positionSide: 'LONG', price: '63990', quantity: '0.2' }));
  expect(positionOf(trader, SYMBOL, 'LONG', 'CROSS').lots).toBe(0);
});

test('a cross position is liquidated from its liquidation price on and not one tick before', () => {
  const { venue, trader } = scene({ USDT: '4000' });
  setLeverage(venue, trader, instrumentOf(SYMBOL), 'CROSS', 50, ['BOTH']);
  place(venue, trader, draft({ side: 'BUY', price: '64000', quantity: '1' }));
  const position = positionOf(trader, SYMBOL, 'BOTH', 'CROSS');
  const at = liquidationTicks(venue, trader, position);
  // 4000 - 19.2 fee + P - 64000 = 0.012 P
  expect(at).toBe(Math.floor((64_000 - 3_980.8) / 0.988 / 0.1));
  mark(venue, (at + 1) / 10);
  expect(position.lots).toBe(10_000);
  mark(venue, at / 10);
  expect(position.lots).toBe(7_500);
  expect(trader.fills.at(-1)?.order.forced).toBe(true);
});

test('an isolated position costs its margin and no more; margin can be added and taken', () => {
  const { venue, trader } = scene();
  place(venue, trader, draft({ side: 'BUY', price: '64000', quantity: '0.5', marginMode: 'ISOLATED' }));
  const position = positionOf(trader, SYMBOL, 'BOTH', 'ISOLATED');
  expect([fixedText(position.margin), held(trader)]).toEqual(['3200', '6790.4']);
  adjustMargin(venue, trader, SYMBOL, 'BOTH', fixed('100'));
  expect([fixedText(position.margin), held(trader)]).toEqual(['3300', '6690.4']);
  expect(() => adjustMargin(venue, trader, SYMBOL, 'BOTH', -fixed('200'))).toThrow('needs its margin');
  adjustMargin(venue, trader, SYMBOL, 'BOTH', -fixed('100'));
  mark(venue, 50_000);
  expect(position.lots).toBe(0);
  // 9990.4 came back at 63,990 less the fee of 9.5985, and 0.5 % of 25,000 is the liquidation's.
  expect(held(trader)).toBe('9850.8015');
});

test('an isolated loss beyond the margin is the insurance fund’s', () => {
  const venue = quietVenue();
  const [trader, rich] = [funded(venue, { USDT: '10000' }), funded(venue, { USDT: '900000000' })];
  place(venue, rich, draft({ side: 'SELL', price: '64000', quantity: '0.5' }));
  place(venue, trader, draft({ side: 'BUY', price: '64000', quantity: '0.5', marginMode: 'ISOLATED' }));
  mark(venue, 40_000);
  expect(positionOf(trader, SYMBOL, 'BOTH', 'ISOLATED').lots).toBe(0);
  // 10000 less the fee of 9.6 and the margin of 3200.
  expect(held(trader)).toBe('6790.4');
  expect(positionOf(venue.houses.insurance, SYMBOL, 'BOTH', 'CROSS').lots).toBe(5_000);
  expect(trader.histories.moves.at(-1)?.type).toBe('LIQUIDATION');
});

test('funding: longs pay shorts the rate of the mark, at whole intervals, and the history says which way', () => {
  const { venue, trader, rich } = scene();
  startFunding(venue);
  place(venue, trader, draft({ side: 'BUY', price: '64000', quantity: '1' }));
  const [before, other] = [balanceOf(trader, 'USDT').holding, balanceOf(rich, 'USDT').holding];
  const rate = estimatedRate(venue, instrumentOf(SYMBOL));
  expect(fixedText(rate)).toBe('0.0001');
  advance(venue, nextFunding(instrumentOf(SYMBOL), venue.now));
  expect(venue.now % (8 * HOUR)).toBe(0);
  expect(fixedText(balanceOf(trader, 'USDT').holding - before)).toBe('-6.4');
  expect(fixedText(balanceOf(rich, 'USDT').holding - other)).toBe('6.4');
  expect([trader.histories.funding[0]?.pays, rich.histories.funding[0]?.pays]).toEqual([true, false]);
});

test('spot margin: a loan accrues interest by the hour, is capped by leverage, and interest is repaid', () => {
  const { venue, trader, rich } = scene();
  trader.mode = 'MARGIN';
  setMarginLeverage(venue, trader, 3);
  place(venue, rich, draft({ symbol: 'SPOT_BTC_USDT', side: 'SELL', price: '64000', quantity: '5' }));
  const buys = (quantity: string) => () =>
    place(venue, trader, draft({ symbol: 'SPOT_BTC_USDT', side: 'BUY', price: '64000', quantity }));
  expect(buys('0.6')).toThrow('Not enough USDT');
  buys('0.3')();
  expect(held(trader)).toBe('-9200');
  startInterest(venue);
  advance(venue, START + 3 * HOUR);
  const { interest } = balanceOf(trader, 'USDT');
  const [loan] = trader.histories.interest;
  expect(trader.histories.interest.map((row) => row.side)).toEqual(['LOAN', 'LOAN', 'LOAN']);
  // 9200 at 12 % a year, by the hour; the rate is cut after 18 decimals.
  expect(interest).toBe(3n * ((fixed('9200') * (fixed('0.12') / 8_760n)) / 10n ** 18n));
  expect(fixedText(loan?.loan ?? 0n)).toBe('9200');
  expect(() => setAccountMode(venue, trader, 'FUTURES')).toThrow('loans');
  expect(() => repayInterest(venue, trader, 'USDT', interest)).toThrow('Not enough');
});

test('transfers go between accounts of one owner only', () => {
  const venue = quietVenue();
  const main = funded(venue);
  const sub = funded(venue, {}, { ownerId: main.id });
  const stranger = funded(venue);
  transferFunds(venue, main, 'USDT', fixed('5'), main.id, sub.id);
  expect([held(main), held(sub)]).toEqual(['999995', '5']);
  expect(main.histories.transfers).toEqual(sub.histories.transfers);
  expect(() => transferFunds(venue, main, 'USDT', fixed('5'), main.id, stranger.id)).toThrow('no such account');
  expect(() => transferFunds(venue, sub, 'USDT', fixed('5'), main.id, sub.id)).toThrow('its own');
  expect(() => transferFunds(venue, main, 'USDT', fixed('5'), main.id, main.id)).toThrow('two accounts');
  expect(() => transferFunds(venue, main, 'USDT', fixed('5'), venue.houses.fees.id, main.id)).toThrow(
    'no such account',
  );
  expect(() => transferFunds(venue, main, 'USDT', fixed('5000000'), main.id, sub.id)).toThrow('Not enough');
});

test('a withdrawal walks through its states with confirmations counting up, its money kept back, then gone', () => {
  const venue = quietVenue();
  const trader = funded(venue, { USDT: '100' });
  const ask = {
    token: 'USDT',
    network: 'TRX',
    amount: fixed('50'),
    address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
    extra: '',
  };
  const record = withdrawFunds(venue, trader, ask);
  const seen: string[] = [];
  for (let i = 0; i < 400; i += 1) {
    const state = `${record.status} ${record.confirmed}`;
    if (seen.at(-1) !== state) seen.push(state);
    advance(venue, venue.now + 250);
  }
  expect(seen[0]).toBe('NEW 0');
  expect(seen.slice(1, -2)).toEqual(Array.from({ length: 20 }, (_value, i) => `CONFIRMING ${i}`));
  expect(seen.slice(-2)).toEqual(['PROCESSING 20', 'COMPLETED 20']);
  expect([held(trader), fixedText(balanceOf(trader, 'USDT').frozen)]).toEqual(['49', '0']);
  const second = withdrawFunds(venue, trader, { ...ask, amount: fixed('48') });
  expect(() => withdrawFunds(venue, trader, { ...ask, amount: fixed('10') })).toThrow('Not enough');
  cancelWithdrawal(venue, trader, second.id);
  expect([second.status, fixedText(balanceOf(trader, 'USDT').frozen)]).toEqual(['CANCELED', '0']);
  expect(() => cancelWithdrawal(venue, trader, record.id)).toThrow('COMPLETED already');
});

test('a deposit counts once it is completed; one that the network takes back never does', () => {
  const venue = quietVenue();
  const trader = funded(venue, {});
  const good = announceDeposit(venue, trader, 'USDT', 'ETH', fixed('7'));
  const bad = announceDeposit(venue, trader, 'USDT', 'ETH', fixed('9'), true);
  expect(held(trader)).toBe('0');
  advance(venue, venue.now + 120_000);
  expect([good.status, bad.status, held(trader)]).toEqual(['COMPLETED', 'CANCELED', '7']);
});

test('dead-man: a countdown is replaced, cancelled by 0, and at zero cancels ordinary and algo orders and reports them', () => {
  const { venue } = scene();
  const trader = funded(venue, { USDT: '10000' }, { vip: true });
  const reports: string[] = [];
  venue.outlet = {
    ...deaf,
    onReport: (order, _fill, status) => reports.push(`${order.type} ${status}`),
    onAlgo: (nodes) => reports.push(...nodes.map((node) => `${node.algoType} ${node.status}`)),
  };
  place(venue, trader, draft({ side: 'BUY', price: '60000', quantity: '0.01' }));
  placeAlgo(venue, trader, algoDraft({ type: 'MARKET', side: 'BUY', quantity: '0.01', triggerPrice: '66000' }));
  reports.length = 0;
  expect(armDeadMan(venue, trader, 5_000)).toBe(venue.now + 5_000);
  advance(venue, venue.now + 4_000);
  armDeadMan(venue, trader, 5_000);
  advance(venue, venue.now + 4_000);
  expect(reports).toEqual([]);
  armDeadMan(venue, trader, 0);
  advance(venue, venue.now + 60_000);
  expect(reports).toEqual([]);
  armDeadMan(venue, trader, 900_000);
  advance(venue, venue.now + 899_999);
  expect(trader.open.size).toBe(1);
  advance(venue, venue.now + 1);
  expect(reports).toEqual(['STOP CANCELLED', 'LIMIT CANCELLED']);
  expect([trader.open.size, trader.algos.roots.size, trader.deadManAt]).toEqual([0, 0, 0]);
  expect(() => armDeadMan(venue, trader, 900_001)).toThrow('0 to 900000');
  expect(() => armDeadMan(venue, funded(venue), 1_000)).toThrow('VIP');
});
