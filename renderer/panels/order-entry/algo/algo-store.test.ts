import { beforeEach, expect, test } from 'vitest';
import { emptyPlan, type AlgoDraft } from '../../../../shared/contract/algo.ts';
import { FaultError } from '../../../../shared/errors.ts';
import { core } from '../../../testing/core.ts';
import { shownOf } from '../ticket/outcome.ts';
import { emptyTicket } from '../reducer.ts';
import { edit, useTicket } from '../ticket/ticket-store.ts';
import { answerAlgo, askAlgo, changeAlgo, chooseType, recallAlgo, takeSymbol, useAlgoTicket } from './algo-store.ts';

const draft: AlgoDraft = { ...emptyPlan, algoType: 'STOP', symbol: 'PERP_BTC_USDT' };
const WORDS = 'Sell 0.25 BTC at market once the price is 60,000';
const plan = { draft, words: WORDS, subject: draft.symbol };
const first = useAlgoTicket.getState();

beforeEach(async () => {
  useAlgoTicket.setState(first);
  useTicket.setState({ form: emptyTicket(draft.symbol) });
  core.reset();
  await core.account();
});

const shown = () => {
  const { submission } = useAlgoTicket.getState();
  return submission === null ? null : shownOf(submission, undefined);
};

const form = () => useTicket.getState().form;

test('what closes does not stay on a plan that opens, nor the margin mode of one symbol on another', () => {
  chooseType('STOP');
  edit({ do: 'choose', change: { reduceOnly: true, marginMode: 'ISOLATED' } });
  chooseType('TRAILING_STOP');
  expect(form().draft.reduceOnly).toBe(true);
  chooseType('BRACKET');
  expect(form().draft).toMatchObject({ reduceOnly: false, marginMode: 'ISOLATED' });
  takeSymbol('PERP_ETH_USDT');
  expect(form().draft.marginMode).toBe('CROSS');
});

test.each([
  ['LIMIT', 'STOP'],
  ['STOP', 'LIMIT'],
  ['MARKET', 'TP_SL'],
  ['OCO', 'POST_ONLY'],
] as const)('from %s to %s the shared fields stay, and those of one kind alone begin empty', (from, to) => {
  chooseType(from);
  const shared = { side: 'SELL', positionSide: 'SHORT', marginMode: 'ISOLATED', reduceOnly: true } as const;
  edit({ do: 'choose', change: shared });
  edit({ do: 'type', field: 'quantity', text: '5' });
  const mine = { price: '64000', visibleQuantity: '1', clientOrderId: '7' };
  for (const [field, text] of Object.entries(mine)) edit({ do: 'type', field: field as keyof typeof mine, text }); // its keys
  changeAlgo({ price: '63000', triggerPrice: '63100', triggerPriceType: 'MARK_PRICE' });
  chooseType(to);
  expect(form().draft).toMatchObject({ ...shared, quantity: '5', price: '', visibleQuantity: '', clientOrderId: '' });
  expect(useAlgoTicket.getState().own).toMatchObject({
    price: '',
    triggerPrice: '',
    triggerPriceType: 'MARK_PRICE', // how one trades
  });
});

test('a type of the same kind keeps what was typed', () => {
  chooseType('STOP');
  changeAlgo({ price: '63000' });
  chooseType('STOP_BRACKET');
  expect(useAlgoTicket.getState().own.price).toBe('63000');
  chooseType('LIMIT');
  edit({ do: 'type', field: 'price', text: '64000' });
  chooseType('POST_ONLY');
  expect(form().draft.price).toBe('64000');
});

test('a template of a plan fills what orders have too, and is forgotten with the kind', () => {
  recallAlgo({ ...draft, side: 'SELL', quantity: '3', triggerPrice: '63100' }, 'Exit');
  expect(form()).toMatchObject({ template: 'Exit', draft: { side: 'SELL', quantity: '3' } });
  expect(useAlgoTicket.getState().own.triggerPrice).toBe('63100');
  chooseType('LIMIT');
  expect(form()).toMatchObject({ template: null, draft: { side: 'SELL', quantity: '3' } });
});

test('a plan whose answer was lost with the connection is unconfirmed, and never refused', async () => {
  core.answer('algo.place', () => {
    throw new FaultError({ kind: 'OutcomeUnknown', endpoint: 'algo.place', reason: 'It broke.' });
  });
  askAlgo(plan);
  await answerAlgo(true);
  expect(shown()).toMatchObject({ kind: 'unconfirmed', title: 'Unconfirmed' });
});

test('a plan on its way is not forgotten when another type is chosen, and no second one is asked about', async () => {
  let answer = (_outcome: unknown): void => undefined;
  core.answer('algo.place', () => new Promise((resolve) => (answer = resolve)));
  askAlgo(plan);
  const sent = answerAlgo(true);
  chooseType('OCO');
  askAlgo({ ...plan, words: 'another' });
  expect(useAlgoTicket.getState().question).toBeNull();
  expect(shown()?.kind).toBe('sending');
  answer({ status: 'accepted', clientOrderId: '7', orderId: null, acknowledgement: null });
  await sent;
  expect(shown()).toMatchObject({ kind: 'accepted', detail: WORDS });
  expect(core.asked()).toHaveLength(1);
});
