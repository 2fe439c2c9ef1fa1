import fc from 'fast-check';
import { expect, test } from 'vitest';
import { algoDraft, draft, funded, quietVenue, START } from '../../../e2e/rigs/practice/fixtures.ts';
import { balanceOf } from './money/account.ts';
import type { Account, AlgoNode } from './model.ts';
import { advance } from './clock/advance.ts';
import { afterwards } from './afterwards.ts';
import { cancelAlgo, cancelEverything, editAlgo } from './algo/edit.ts';
import { isAlive, treeOf } from './algo/node.ts';
import { placeAlgo } from './algo/place.ts';
import { audit } from './audit.ts';
import { cancel, edit } from './orders/change.ts';
import { armDeadMan } from './orders/dead-man.ts';
import { fixed } from './money/fixed.ts';
import { startFunding } from './money/funding.ts';
import { repayInterest, startInterest } from './money/loans.ts';
import { isOpen } from './orders/order.ts';
import { place } from './orders/place.ts';
import { Refusal } from './refusal.ts';
import { marginState } from './money/margin.ts';
import { checkRisk } from './money/risk.ts';
import { adjustMargin, setAccountMode, setLeverage, setMarginLeverage, setPositionMode } from './settings.ts';
import { instrumentOf } from './symbols.ts';
import { pricesOf, type Venue } from './venue.ts';
import { announceDeposit, cancelWithdrawal, transferFunds, withdrawFunds } from './money/wallet.ts';

/** Types whose own order goes to the market, at once or when triggered. */
const PLACES_ORDER: ReadonlySet<AlgoNode['algoType']> = new Set([
  'STOP',
  'OCO',
  'TRAILING_STOP',
  'BRACKET',
  'STOP_BRACKET',
  'TAKE_PROFIT',
  'STOP_LOSS',
]);

/**
 * Random sequences of everything that can happen. Between any two of them: no money and no lot comes
 * or goes, what is frozen is what open things need, and every algo tree is sound.
 */
interface Act {
  readonly what: (typeof KINDS)[number];
  readonly who: number;
  readonly price: number;
  readonly size: number;
  readonly pick: number;
  readonly a: boolean;
  readonly b: boolean;
}
const KINDS = [
  'limit',
  'limit',
  'market',
  'market',
  'spot',
  'spot',
  'isolated',
  'cancel',
  'edit',
  'stop',
  'trailing',
  'oco',
  'bracket',
  'protect',
  'positional',
  'algoCancel',
  'algoEdit',
  'cancelAll',
  'mark',
  'hours',
  'leverage',
  'modes',
  'transfer',
  'withdraw',
  'deposit',
  'repay',
  'margin',
  'deadMan',
] as const;

const act: fc.Arbitrary<Act> = fc.record({
  what: fc.constantFrom(...KINDS),
  who: fc.nat(3),
  price: fc.integer({ min: 63_000, max: 65_000 }),
  size: fc.integer({ min: 1, max: 2_000 }),
  pick: fc.nat(1_000),
  a: fc.boolean(),
  b: fc.boolean(),
});

const SYMBOL = 'PERP_BTC_USDT';

function perform(venue: Venue, accounts: readonly Account[], { what, who, price, size, pick, a, b }: Act): void {
  const account = accounts[who];
  if (account === undefined) return;
  const side = a ? 'BUY' : 'SELL';
  const at = (ticks: number): string => String(price + ticks);
  const quantity = (size / 1_000).toFixed(3);
  const hedge =
    account.positionMode === 'HEDGE_MODE' ? { positionSide: b ? ('LONG' as const) : ('SHORT' as const) } : {};
  const chosen = <Row>(rows: Iterable<Row>): Row | undefined => {
    const all = [...rows];
    return all[pick % Math.max(1, all.length)];
  };
  const order = chosen(account.open.values());
  const node = chosen(account.algos.nodes.values());
  const leg = (algoType: 'TAKE_PROFIT' | 'STOP_LOSS', up: number, type: 'MARKET' | 'CLOSE_POSITION' = 'MARKET') =>
    algoDraft({ symbol: '', algoType, type, triggerPrice: at(algoType === 'TAKE_PROFIT' ? up : -up) });
  switch (what) {
    case 'limit':
      place(venue, account, draft({ side, price: at(0), quantity, ...hedge }));
      return;
    case 'market':
      place(venue, account, draft({ side, type: 'MARKET', quantity, reduceOnly: b && pick % 2 === 0, ...hedge }));
      return;
    case 'spot':
      place(
        venue,
        account,
        draft({ symbol: 'SPOT_BTC_USDT', side, type: b ? 'LIMIT' : 'IOC', price: at(0), quantity }),
      );
      return;
    case 'isolated':
      place(venue, account, draft({ side, price: at(0), quantity, marginMode: 'ISOLATED', ...hedge }));
      return;
    case 'cancel':
      if (order !== undefined) cancel(venue, order, 'test');
      return;
    case 'edit':
      if (order !== undefined) edit(venue, order, fixed(at(0)), b ? fixed(quantity) : null);
      return;
    case 'stop':
      placeAlgo(
        venue,
        account,
        algoDraft({ type: b ? 'MARKET' : 'LIMIT', side, price: at(5), quantity, triggerPrice: at(0), ...hedge }),
      );
      return;
    case 'trailing':
      placeAlgo(
        venue,
        account,
        algoDraft({ algoType: 'TRAILING_STOP', side, quantity, callbackValue: '50', ...hedge }),
      );
      return;
    case 'oco':
      placeAlgo(
        venue,
        account,
        algoDraft({
          algoType: 'OCO',
          side,
          quantity,
          price: at(0),
          ...hedge,
          children: [algoDraft({ symbol: '', type: 'MARKET', triggerPrice: at(a ? 60 : -60) })],
        }),
      );
      return;
    case 'bracket':
      placeAlgo(
        venue,
        account,
        algoDraft({
          algoType: b ? 'BRACKET' : 'STOP_BRACKET',
          type: 'LIMIT',
          side,
          quantity,
          price: at(0),
          triggerPrice: at(3),
          ...hedge,
          children: [
            pick % 3 === 0
              ? algoDraft({
                  symbol: '',
                  algoType: 'POSITIONAL_TP_SL',
                  children: [leg('STOP_LOSS', 40, 'CLOSE_POSITION')],
                })
              : algoDraft({ symbol: '', algoType: 'TP_SL', children: [leg('TAKE_PROFIT', 40), leg('STOP_LOSS', 40)] }),
          ],
        }),
      );
      return;
    case 'protect':
      placeAlgo(
        venue,
        account,
        algoDraft({
          algoType: 'TP_SL',
          side,
          quantity,
          ...hedge,
          children: [leg('TAKE_PROFIT', 30), leg('STOP_LOSS', 30)],
        }),
      );
      return;
    case 'positional':
      placeAlgo(
        venue,
        account,
        algoDraft({
          algoType: 'POSITIONAL_TP_SL',
          side,
          ...hedge,
          children: [leg('TAKE_PROFIT', 30, 'CLOSE_POSITION')],
        }),
      );
      return;
    case 'algoCancel':
      if (node !== undefined) cancelAlgo(venue, node, 'test');
      return;
    case 'algoEdit': {
      if (node === undefined) return;
      const none = {
        quantity: null,
        visible: null,
        price: null,
        triggerPrice: null,
        triggerPriceType: null,
        activatedPrice: null,
        callbackRate: null,
        callbackValue: null,
      };
      editAlgo(venue, node, b ? { ...none, triggerPrice: fixed(at(0)) } : { ...none, quantity: fixed(quantity) }, []);
      return;
    }
    case 'cancelAll':
      cancelEverything(venue, account, b ? null : SYMBOL, 'test');
      return;
    case 'mark': {
      // Now and then a crash or a rally, so that liquidations happen.
      const factor = pick % 9 === 0 ? (a ? 0.6 : 1.6) : 1;
      for (const symbol of [SYMBOL, 'SPOT_BTC_USDT']) {
        const { tick } = instrumentOf(symbol);
        const ticks = Number((fixed(String(Math.round(price * factor))) as bigint) / tick);
        const prices = pricesOf(venue, symbol);
        prices.mark = ticks;
        prices.index = ticks;
      }
      venue.pending.marks.add(SYMBOL);
      afterwards(venue);
      checkRisk(venue);
      return;
    }
    case 'hours':
      advance(venue, venue.now + (1 + (pick % 9)) * 3_600_000);
      return;
    case 'leverage':
      if (b) setMarginLeverage(venue, account, [1, 3, 5, 10][pick % 4] ?? 3);
      else
        setLeverage(
          venue,
          account,
          instrumentOf(SYMBOL),
          a ? 'CROSS' : 'ISOLATED',
          1 + (pick % 50),
          account.positionMode === 'HEDGE_MODE' ? ['LONG', 'SHORT'] : ['BOTH'],
        );
      return;
    case 'modes':
      if (b) setPositionMode(venue, account, a ? 'ONE_WAY' : 'HEDGE_MODE');
      else setAccountMode(venue, account, a ? 'FUTURES' : pick % 2 === 0 ? 'MARGIN' : 'PURE_SPOT');
      return;
    case 'transfer':
      transferFunds(venue, account, a ? 'USDT' : 'BTC', fixed(quantity), account.id, accounts[(who + 1) % 4]?.id ?? '');
      return;
    case 'withdraw': {
      const record = withdrawFunds(venue, account, {
        token: 'BTC',
        network: 'BTC',
        amount: fixed(quantity),
        address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT',
        extra: '',
      });
      if (b) cancelWithdrawal(venue, account, record.id);
      return;
    }
    case 'deposit':
      announceDeposit(venue, account, 'USDT', 'TRX', fixed(quantity), b);
      return;
    case 'repay':
      // Whoever owes interest pays some of it as soon as there is money for it.
      for (const debtor of accounts) {
        const { interest, holding, frozen } = balanceOf(debtor, 'USDT');
        if (interest > 0n && holding - frozen > 0n) repayInterest(venue, debtor, 'USDT', interest / 2n + 1n);
      }
      return;
    case 'margin':
      adjustMargin(
        venue,
        account,
        SYMBOL,
        account.positionMode === 'HEDGE_MODE' ? 'LONG' : 'BOTH',
        (a ? 1n : -1n) * fixed(quantity),
      );
      return;
    case 'deadMan':
      armDeadMan(venue, account, b ? 0 : 1 + pick);
  }
}

function checkTree(root: AlgoNode, account: Account): void {
  for (const node of treeOf(root)) {
    // A triggered leg places exactly one order; no node ever places two.
    expect(node.placed).toBeLessThanOrEqual(1);
    if (node.isTriggered && node.status !== 'REJECTED' && node.stage !== 'armed' && node.orderId !== '')
      expect(node.placed).toBe(1);
    // No orphan, and no child alive under a dead parent.
    for (const child of node.children) {
      expect(child.parent).toBe(node);
      if (!isAlive(node)) expect(isAlive(child)).toBe(false);
    }
    const order = account.open.get(node.orderId);
    // An order in the market belongs to a working node, and a working node has one.
    if (order !== undefined) expect(node.stage).toBe('working');
    if (node.stage === 'working') expect(order !== undefined && PLACES_ORDER.has(node.algoType)).toBe(true);
    if (node.stage === 'holding') expect(node.children.some(isAlive)).toBe(true);
  }
}

type Given = ReadonlyMap<Account, ReadonlyMap<string, bigint>>;

function check(venue: Venue, accounts: readonly Account[]): void {
  for (const account of accounts) {
    const { roots, nodes } = account.algos;
    const living = new Set<AlgoNode>();
    for (const root of roots.values()) {
      expect(isAlive(root)).toBe(true);
      checkTree(root, account);
      for (const node of treeOf(root)) {
        expect(nodes.get(node.id)).toBe(node);
        living.add(node);
      }
    }
    expect(nodes.size).toBe(living.size);
    for (const root of account.algos.finished.values()) {
      expect(isAlive(root)).toBe(false);
      checkTree(root, account);
    }
    for (const order of account.open.values()) {
      expect(isOpen(order)).toBe(true);
      if (order.algoId !== '') expect(nodes.get(order.algoId)?.orderId).toBe(order.id);
    }
    for (const { token, frozen, leaving, holding, bought, spent } of account.balances.values()) {
      let kept = 0n;
      for (const order of account.open.values()) {
        if (order.symbol.startsWith('SPOT') && token === (order.side === 'BUY' ? 'USDT' : 'BTC')) kept += order.frozen;
      }
      for (const row of account.histories.wallet) {
        if (
          row.token === token &&
          row.tokenSide === 'WITHDRAW' &&
          row.status !== 'COMPLETED' &&
          row.status !== 'CANCELED'
        )
          kept += row.amount + row.fee;
      }
      expect(frozen).toBe(kept);
      const left = account.histories.wallet.filter(
        (row) => row.token === token && row.tokenSide === 'WITHDRAW' && !['COMPLETED', 'CANCELED'].includes(row.status),
      );
      expect(leaving).toBe(left.reduce((sum, row) => sum + row.amount + row.fee, 0n));
      expect(bought <= (holding > 0n ? holding : 0n) && bought > 0n === spent > 0n).toBe(true);
    }
  }
  for (const watchers of venue.watched.values()) for (const node of watchers) expect(node.stage).toBe('armed');
}

/** The history of token changes is a whole ledger, from what the account was given on. */
function checkLedger(account: Account, given: Given): void {
  const sums = new Map(given.get(account));
  for (const { token, amount } of account.histories.moves) sums.set(token, (sums.get(token) ?? 0n) + amount);
  for (const { token, holding } of account.balances.values())
    expect([account.name, token, sums.get(token) ?? 0n]).toEqual([account.name, token, holding]);
}

const owes = (account: Account): boolean => [...account.balances.values()].some(({ holding }) => holding < 0n);
const hasPosition = (account: Account): boolean =>
  [...account.positions.values()].some(({ lots, marginMode }) => lots !== 0 && marginMode === 'CROSS');

test('nothing is lost and every tree stays sound over random sequences of all operations', () => {
  const happened = new Map<string, number>();
  let liquidations = 0;
  let repaid = 0;
  let triggered = 0;
  fc.assert(
    fc.property(fc.array(act, { minLength: 300, maxLength: 400 }), (steps) => {
      const venue = quietVenue();
      startFunding(venue);
      startInterest(venue);
      const main = funded(venue, { USDT: '60000', BTC: '2' }, { vip: true });
      const accounts = [
        main,
        funded(venue, { USDT: '60000', BTC: '2' }, { ownerId: main.id, vip: true }),
        funded(venue, { USDT: '20000', BTC: '1' }, { ownerId: main.id, vip: true }),
        funded(venue, { USDT: '400000', BTC: '5' }, { ownerId: main.id }),
      ];
      const [, , borrower] = accounts;
      if (borrower !== undefined) borrower.mode = 'MARGIN';
      const given: Given = new Map(
        accounts.map((account) => [
          account,
          new Map([...account.balances.values()].map(({ token, holding }) => [token, holding])),
        ]),
      );
      const before = audit(venue);
      for (const [i, step] of steps.entries()) {
        try {
          perform(venue, accounts, step);
          happened.set(step.what, (happened.get(step.what) ?? 0) + 1);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        afterwards(venue);
        if (i % 10 === 0) check(venue, accounts);
      }
      check(venue, accounts);
      for (const account of accounts) checkLedger(account, given);
      // Whoever is looked at stands above the maintenance afterwards, and no debt is left that nothing backs.
      checkRisk(venue);
      for (const account of accounts) {
        const { totalCollateral, maintenance } = marginState(venue, account);
        if (owes(account) || hasPosition(account)) expect(totalCollateral).toBeGreaterThanOrEqual(maintenance);
      }
      const after = audit(venue);
      for (const [token, sum] of after.money) expect([token, sum]).toEqual([token, before.money.get(token) ?? 0n]);
      for (const [symbol, sum] of after.lots) expect([symbol, sum]).toEqual([symbol, 0]);
      for (const account of accounts) {
        repaid += account.histories.interest.filter((row) => row.side !== 'LOAN').length;
        liquidations += account.histories.moves.filter((row) => row.type === 'LIQUIDATION').length;
        for (const root of account.algos.finished.values())
          for (const node of treeOf(root)) if (node.isTriggered) triggered += 1;
      }
      expect(venue.now).toBeGreaterThanOrEqual(START);
    }),
    { numRuns: 100, seed: 11, endOnFailure: true },
  );
  // The sequences reached what they are about.
  for (const kind of new Set(KINDS)) expect([kind, happened.get(kind) ?? 0]).not.toEqual([kind, 0]);
  expect(liquidations).toBeGreaterThan(0);
  expect(repaid).toBeGreaterThan(0);
  expect(triggered).toBeGreaterThan(50);
});
