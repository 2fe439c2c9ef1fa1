import { describe, expect, test } from 'vitest';
import { emptyPlan, type AlgoDraft } from '../contract/algo.ts';
import { decimal } from '../decimal.ts';
import { COARSE_PERP, PERP } from '../testing/instrument.ts';
import { orderDraft } from '../testing/order-draft.ts';
import { checkAlgo, checkAlgoEdit } from './algo-rules.ts';
import { entryProblems, transferProblems } from './asset-rules.ts';
import { checkDraft, checkEdit } from './order-rules.ts';
import type { Problem } from './problem.ts';

const kindsOf = (checked: { readonly ok: boolean; readonly problems?: readonly Problem[] }): string[] =>
  (checked.problems ?? []).map(({ path, kind }) => `${path} ${kind}`);

describe('a field that is only not filled in yet is missing', () => {
  const MARKET = orderDraft({ type: 'MARKET', price: '', quantity: '' });
  test.each([
    [orderDraft({ price: '', quantity: '0.25' }), ['price missing']],
    [orderDraft({ price: '64210.57', quantity: '' }), ['quantity missing', 'price wrong']],
    [MARKET, ['quantity missing']],
    [{ ...MARKET, quantity: '1', amount: '100' }, ['amount wrong']],
  ])('in the order %j', (draft, kinds) => {
    expect(kindsOf(checkDraft(draft, PERP))).toEqual(kinds);
  });

  const row = {
    type: 'LIMIT',
    side: 'BUY',
    positionSide: 'BOTH',
    reduceOnly: false,
    price: decimal('1'),
    quantity: decimal('1'),
    executed: decimal('0'),
  };
  test.each([
    [{}, ['price missing']],
    [{ price: '' }, ['price missing']],
    [{ quantity: '-1' }, ['quantity wrong']],
  ])('in the edit %j of an order', (edit, kinds) => {
    expect(kindsOf(checkEdit(edit, row, PERP))).toEqual(kinds);
  });

  const plan = (change: Partial<AlgoDraft>): AlgoDraft => ({
    ...emptyPlan,
    symbol: orderDraft().symbol,
    algoType: 'TRAILING_STOP',
    type: 'MARKET',
    quantity: '2',
    ...change,
  });
  test.each([
    [{}, ['callbackRate missing']],
    [{ callbackRate: '1', callbackValue: '5' }, ['callbackRate wrong']],
    [{ callbackRate: '0' }, ['callbackRate wrong']],
    [{ algoType: 'STOP' }, ['triggerPrice missing']],
    [{ algoType: 'TP_SL' }, ['takeProfitTrigger missing']],
    [{ algoType: 'TP_SL', takeProfitPrice: '120' }, ['takeProfitTrigger missing', 'takeProfitTrigger wrong']],
  ] as const)('in the plan %j', (change, kinds) => {
    expect(kindsOf(checkAlgo(plan(change), COARSE_PERP, { last: null, mark: null }))).toEqual(kinds);
  });

  test('in the edit of an algo order', () => {
    expect(kindsOf(checkAlgoEdit({ price: '', quantity: '' }, PERP))).toEqual(['price missing', 'quantity missing']);
    expect(kindsOf(checkAlgoEdit({}, PERP))).toEqual([' missing']);
  });

  test('in a transfer', () => {
    const draft = { token: '', amount: ' ', typedAmount: '', from: '1', to: '' };
    const kinds = (change: Partial<typeof draft>): string[] =>
      transferProblems({ ...draft, ...change }, decimal('5')).map(({ path, kind }) => `${path} ${kind}`);
    expect(kinds({})).toEqual(['token missing', 'to missing', 'amount missing']);
    expect(kinds({ token: 'USDT', to: '1', amount: '9' })).toEqual(['to wrong', 'amount wrong']);
    expect(kinds({ token: 'USDT', to: '2', amount: '2' })).toEqual(['typedAmount missing']);
    expect(kinds({ token: 'USDT', to: '2', amount: '2', typedAmount: '3' })).toEqual(['typedAmount wrong']);
  });

  test('in an address', () => {
    const problems = entryProblems({ id: null, name: '', network: '', address: '', memo: '' }, []);
    expect(new Set(problems.map(({ kind }) => kind))).toEqual(new Set(['missing']));
    expect(problems.map(({ path }) => path)).toEqual(['name', 'network', 'address']);
    const typed = entryProblems({ id: null, name: 'x'.repeat(41), network: 'ETH', address: '0x1', memo: '' }, []);
    expect(typed.map(({ path, kind }) => `${path} ${kind}`)).toEqual(['name wrong', 'address wrong']);
  });
});
