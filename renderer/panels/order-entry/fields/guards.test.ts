import { describe, expect, it } from 'vitest';
import type { Environment } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { firstSettings, reasonsToAsk, SAME_ORDER_MS, settingsOf, type ConfirmSettings, type Placed } from './guards.ts';
import { summaryOf, type Surroundings } from '../ticket/summary.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { LIMIT } from '../testing/samples.ts';

const AROUND: Surroundings = {
  bid: decimal('64210.4'),
  ask: decimal('64210.5'),
  old: false,
  makerFee: null,
  takerFee: null,
  holding: null,
};
function reasons(
  change: Partial<typeof LIMIT>,
  settings: ConfirmSettings = firstSettings('practice'),
  environment: Environment = 'practice',
  last: Placed | null = null,
  outOfProportion: readonly string[] = [],
): readonly string[] {
  const draft = { ...LIMIT, price: '64000', ...change };
  return reasonsToAsk(draft, summaryOf(draft, PERP, AROUND), environment, settings, last, 10_000, outOfProportion);
}

describe('a question before an order leaves', () => {
  it('does not come for an ordinary order on the practice exchange', () => {
    expect(reasons({})).toEqual([]);
  });

  it('always comes on the live account until that is changed', () => {
    expect(reasons({}, firstSettings('live'), 'live')).toEqual(['This is the live account.']);
    expect(reasons({}, { mode: 'off', largeFrom: '50000' }, 'live')).toEqual([]);
  });

  it('comes from the large value on, and not when it is turned off', () => {
    expect(reasons({ quantity: '1' })).toEqual(['It is worth 50,000 or more.']);
    expect(reasons({ quantity: '1' }, { mode: 'off', largeFrom: '50000' })).toEqual([]);
    expect(reasons({ quantity: '1' }, { mode: 'large', largeFrom: '100000' })).toEqual([]);
  });

  it('comes for a slip of the finger whatever the settings are', () => {
    const off: ConfirmSettings = { mode: 'off', largeFrom: '50000' };
    expect(reasons({ quantity: '10' }, off)[0]).toContain('ten times');
    expect(reasons({ price: '74210.5' }, off)[0]).toContain('above the market: it would fill there');
    expect(reasons({ price: '54210.5', side: 'SELL' }, off)[0]).toContain('below the market');
    expect(reasons({ price: '54210.5' }, off)).toEqual([]);
  });

  it('comes for the same order within three seconds, but not for another or a later one', () => {
    const off: ConfirmSettings = { mode: 'off', largeFrom: '50000' };
    const draft = { ...LIMIT, price: '64000' };
    const at = 10_000 - SAME_ORDER_MS + 1;
    expect(reasons({}, off, 'practice', { draft, at })).toEqual(['The same order was placed a moment ago.']);
    expect(reasons({ clientOrderId: '8' }, off, 'practice', { draft, at })).toHaveLength(1);
    expect(reasons({ quantity: '0.3' }, off, 'practice', { draft, at })).toEqual([]);
    expect(reasons({}, off, 'practice', { draft, at: at - 1 })).toEqual([]);
  });

  it('comes for what is out of proportion to the position whatever the settings are, and once', () => {
    const off: ConfirmSettings = { mode: 'off', largeFrom: '50000' };
    const turned = ['It turns the position around: 0.1 → -0.2 BTC.'];
    expect(reasons({}, off, 'practice', null, turned)).toEqual(turned);
    expect(reasons({}, firstSettings('live'), 'live', null, turned)).toEqual(turned);
  });

  it('comes for an order that nothing is known to value by: it cannot be called small', () => {
    const off: ConfirmSettings = { mode: 'off', largeFrom: '50000' };
    const market = { ...LIMIT, type: 'MARKET', price: '', quantity: '100' } as const;
    const blind = { ...AROUND, bid: null, ask: null };
    const asked = (draft: typeof LIMIT): readonly string[] =>
      reasonsToAsk(draft, summaryOf(draft, PERP, blind), 'practice', off, null, 10_000, []);
    expect(asked(market)).toEqual(['What it is worth is not known: there is no quote.']);
    expect(asked({ ...market, side: 'SELL', reduceOnly: true })).toEqual([]);
  });

  it('stays as at first where what is stored of it cannot be read', () => {
    expect(settingsOf(undefined, 'live')).toEqual(firstSettings('live'));
    expect(settingsOf({ mode: 'Off', largeFrom: '1' } as never, 'live')).toEqual(firstSettings('live'));
    expect(settingsOf({ mode: 'off', largeFrom: 1 } as never, 'live')).toEqual(firstSettings('live'));
    expect(settingsOf({ mode: 'off', largeFrom: '1' }, 'live')).toEqual({ mode: 'off', largeFrom: '1' });
  });

  it('keeps its limit when what was typed there is no number', () => {
    expect(reasons({ quantity: '1' }, { mode: 'large', largeFrom: 'much' })).toHaveLength(1);
    expect(reasons({ quantity: '1' }, { mode: 'large', largeFrom: '0' })).toHaveLength(1);
  });
});
