import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkAlgo } from '../../../shared/rules/algo-rules.ts';
import type { InstrumentRow, PositionRow } from '../../../shared/contract/contract.ts';
import type { AlgoDraft } from '../../../shared/contract/algo.ts';
import { decimal, type Decimal } from '../../../shared/decimal.ts';
import { noLimits } from '../../../shared/rules/risk-limit-rules.ts';
import type { AlgoNode, ReportedFields } from '../algo/node.ts';
import { createNotices } from '../commands/notices.ts';
import { refusal } from '../../../e2e/rigs/core/scenes/guard-refusal.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { COARSE_PERP } from '../../../shared/testing/instrument.ts';
import { sameClock, scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { createRiskLimits } from './risk-limits.ts';
import { limitsFile } from './kept.ts';
import { editForLimits, planForLimits } from './plans.ts';
import { createRealised } from './realised.ts';

const SPOT: InstrumentRow = { ...COARSE_PERP, symbol: 'SPOT_BTC_USDT', kind: 'spot' };
const DRAFT: AlgoDraft = {
  ...{ symbol: COARSE_PERP.symbol, algoType: 'STOP', side: 'BUY', type: 'MARKET', positionSide: 'BOTH' },
  ...{ marginMode: 'CROSS', reduceOnly: false, triggerPriceType: 'MARKET_PRICE', quantity: '1', price: '' },
  ...{ triggerPrice: '', activatedPrice: '', callbackRate: '', callbackValue: '' },
  ...{ takeProfitTrigger: '', takeProfitPrice: '', stopLossTrigger: '', stopLossPrice: '' },
};

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-plans-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function desk(largestOrder: string, held = '0') {
  const clock = new ManualClock();
  const price = decimal('60000');
  const { client } = scriptedClient(() => ({ rows: [], meta: null }));
  const position = { symbol: COARSE_PERP.symbol, positionSide: 'BOTH', holding: decimal(held) };
  const guard = createRiskLimits({
    clock,
    notices: createNotices(clock),
    kept: limitsFile(join(folder, 'guard')),
    realised: createRealised(client, sameClock(clock), clock, () => 'USDT'),
    instrument: (symbol) => [COARSE_PERP, SPOT].find((each) => each.symbol === symbol),
    quote: () => ({ bid: price, ask: price, mark: price, last: price, state: 'live' }),
    positions: () => [position as PositionRow], // what the guard reads of it
    balance: () => undefined,
    orders: () => [],
  });
  guard.set({ limits: { ...noLimits, largestOrder: decimal(largestOrder) } });
  return {
    place(change: Partial<AlgoDraft>): string | null {
      const draft = { ...DRAFT, ...change };
      const check = checkAlgo(draft, draft.symbol === SPOT.symbol ? SPOT : COARSE_PERP, { last: price, mark: price });
      if (!check.ok) expect.fail(JSON.stringify(check.problems));
      return refusal(() => guard.plan(planForLimits(draft, check.plan), 'place'));
    },
    edit(said: Partial<ReportedFields>, change: Readonly<Record<string, Decimal>>): string | null {
      const whole = { symbol: COARSE_PERP.symbol, side: 'BUY', positionSide: 'BOTH', parentId: null, ...said };
      const plan = editForLimits({ reported: whole } as AlgoNode, change); // what the guard reads of it
      return plan?.grows === true ? refusal(() => guard.plan(plan.after, 'edit')) : null;
    },
  };
}

describe('a plan is held to a limit', () => {
  it('on spot, where “reduce only” is left over in the form and is not sent', () => {
    const { place } = desk('1000');
    const left = { symbol: SPOT.symbol, reduceOnly: true, triggerPrice: '61000' } as const;
    expect(place(left)).toContain('61,000');
    expect(place({ ...left, symbol: COARSE_PERP.symbol })).toBeNull();
  });

  it('where it would close more than is held, or of the other side', () => {
    const { place } = desk('1000', '1');
    const stop = { algoType: 'TP_SL', side: 'SELL', stopLossTrigger: '59000' } as const;
    expect(place(stop)).toBeNull();
    expect(place({ ...stop, quantity: '2' })).toContain('118,000');
    expect(place({ ...stop, quantity: '2', reduceOnly: true })).toBeNull();
    expect(place({ ...stop, positionSide: 'SHORT' })).toContain('59,000');
    expect(place({ ...stop, side: 'BUY', stopLossTrigger: '61000' })).toContain('61,000');
    expect(place({ algoType: 'POSITIONAL_TP_SL', side: 'SELL', stopLossTrigger: '59000' })).toBeNull();
  });

  it('by what it can come to be worth, however low the price is that it sells at', () => {
    const { place } = desk('1000');
    const cheap = { side: 'SELL', type: 'LIMIT', price: '1' } as const;
    expect(place({ ...cheap, triggerPrice: '59000' })).toContain('59,000');
    expect(place({ ...cheap, algoType: 'BRACKET', takeProfitTrigger: '0.5' })).toContain('60,000');
    expect(place({ ...cheap, algoType: 'STOP_BRACKET', triggerPrice: '59000', takeProfitTrigger: '0.5' })).toContain(
      '59,000',
    );
    expect(place({ algoType: 'OCO', price: '59000', stopLossTrigger: '70000' })).toContain('70,000');
    expect(place({ algoType: 'OCO', side: 'SELL', price: '70000', stopLossTrigger: '59000' })).toContain('70,000');
  });
});

describe('an edit of a plan is held to a limit', () => {
  const [one, trigger] = [decimal('1'), decimal('900')];

  it('where its trigger makes it dearer', () => {
    const { edit } = desk('1000');
    const stop = { algoType: 'STOP', type: 'MARKET', quantity: one, price: null, triggerPrice: trigger };
    expect(edit(stop, { triggerPrice: decimal('60000') })).toContain('60,000');
    expect(edit(stop, { triggerPrice: decimal('800') })).toBeNull();
    expect(edit({ ...stop, side: 'SELL', price: one }, { triggerPrice: decimal('60000') })).toContain('60,000');
    expect(edit({ ...stop, price: trigger }, { triggerPrice: decimal('60000') })).toBeNull();
  });

  it('on the other half of an OCO and on the legs of a plan for what is held; below a bracket it is not', () => {
    const { edit } = desk('1000', '1');
    const stop = { algoType: 'STOP', quantity: one, price: null, triggerPrice: trigger, parentId: '1', rootId: '1' };
    expect(edit(stop, { quantity: decimal('2') })).toContain('1,800');
    const leg = { ...stop, algoType: 'STOP_LOSS', side: 'SELL' };
    expect(edit(leg, { quantity: decimal('1') })).toBeNull();
    expect(edit(leg, { quantity: decimal('2') })).toContain('1,800');
    expect(edit({ ...leg, parentId: '2' }, { quantity: decimal('2') })).toBeNull();
  });

  it.each(['TAKE_PROFIT', 'STOP_LOSS', 'STOP'])('on a stop entry that the exchange lists as a root %s', (algoType) => {
    const { edit } = desk('1000', '1');
    const entry = { algoType, type: 'MARKET', side: 'SELL', quantity: one, price: null, triggerPrice: trigger };
    expect(edit(entry, { quantity: decimal('10') })).toContain('9,000');
    expect(edit({ ...entry, reduceOnly: true }, { quantity: decimal('10') })).toBeNull();
  });
});
