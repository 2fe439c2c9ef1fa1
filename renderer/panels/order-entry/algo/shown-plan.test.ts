import { describe, expect, it, test } from 'vitest';
import { emptyPlan, type AlgoDraft } from '../../../../shared/contract/algo.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { PERP } from '../../../../shared/testing/instrument.ts';
import { LIMIT, SPOT } from '../testing/samples.ts';
import { protectedBy, shownPlan } from './shown-plan.ts';

describe('a plan on the screen', () => {
  const filled = { ...emptyPlan, price: '64000', triggerPrice: '64100', takeProfitTrigger: '65000' };
  const form = { ...LIMIT, positionSide: 'SHORT', marginMode: 'ISOLATED', reduceOnly: true } as const;

  it('has the shared fields of the ticket, and of its own those of its type', () => {
    expect(shownPlan(form, filled, 'STOP', 'perpetual', 'HEDGE_MODE')).toMatchObject({
      ...{ symbol: PERP.symbol, algoType: 'STOP', side: 'BUY', quantity: '0.25', price: '64000' },
      ...{ positionSide: 'SHORT', marginMode: 'ISOLATED', reduceOnly: true, takeProfitTrigger: '' },
    });
    const positional = shownPlan(form, filled, 'POSITIONAL_TP_SL', 'perpetual', 'HEDGE_MODE');
    expect(positional).toMatchObject({ quantity: '', price: '', reduceOnly: false, takeProfitTrigger: '65000' });
  });

  it('has the position side of the account’s mode, whatever was chosen in the other one', () => {
    expect(shownPlan(form, filled, 'STOP', 'perpetual', 'ONE_WAY').positionSide).toBe('BOTH');
    const open = { ...LIMIT, side: 'SELL' } as const;
    expect(shownPlan(open, filled, 'STOP', 'perpetual', 'HEDGE_MODE').positionSide).toBe('SHORT');
    expect(shownPlan(open, filled, 'TP_SL', 'perpetual', 'HEDGE_MODE').positionSide).toBe('LONG');
  });

  it('has nothing of perpetuals on spot', () => {
    expect(shownPlan({ ...form, symbol: SPOT.symbol }, filled, 'STOP', 'spot', 'HEDGE_MODE')).toMatchObject({
      ...{ positionSide: 'BOTH', marginMode: 'CROSS', reduceOnly: false },
    });
  });
});

describe('the position that a plan protects', () => {
  const plan: AlgoDraft = { ...emptyPlan, algoType: 'POSITIONAL_TP_SL', symbol: PERP.symbol };
  const of = (holding: string | null, change: Partial<AlgoDraft> = {}) =>
    protectedBy({ ...plan, ...change }, PERP, holding === null ? null : decimal(holding));

  test.each([
    ['5', 'SELL', 'long of 5 BTC'],
    ['-0.25', 'BUY', 'short of 0.25 BTC'],
  ] as const)('of %s in one-way mode is left by a %s', (holding, exit, words) => {
    expect(of(holding)).toMatchObject({
      exit,
      words,
      nothing: null,
      whyOtherSide: expect.stringContaining('closes it'),
    });
  });

  it('of hedge mode is the one of the chosen side, and the other side may be chosen', () => {
    const long = { positionSide: 'LONG', side: 'BUY' } as const;
    expect(of('5', long)).toMatchObject({ exit: 'SELL', words: 'long of 5 BTC', whyOtherSide: undefined });
    expect(of('0', long)?.nothing).toBe('There is no cross long in PERP_BTC_USDT to protect.');
    expect(of(null, { positionSide: 'SHORT' })).toMatchObject({ exit: 'BUY', nothing: null });
  });

  it('is said to be none where none is held, and not while that is not known', () => {
    expect(of('0', { marginMode: 'ISOLATED' })?.nothing).toBe(
      'There is no isolated position in PERP_BTC_USDT to protect.',
    );
    expect(of(null)).toMatchObject({ exit: null, nothing: null });
  });

  it('is none for a plan with a size of its own, or on spot', () => {
    expect(of('5', { algoType: 'TP_SL' })).toBeNull();
    expect(protectedBy(plan, SPOT, null)).toBeNull();
  });
});
