import { beforeEach, expect, test } from 'vitest';
import type { AlgoDraft } from '../../../../shared/contract/algo.ts';
import { FaultError } from '../../../../shared/errors.ts';
import { core } from '../../../testing/core.ts';
import { shownOf } from '../outcome.ts';
import { answerAlgo, askAlgo, changeAlgo, chooseAlgo, takeSymbol, useAlgoTicket } from './algo-store.ts';

const draft: AlgoDraft = { ...useAlgoTicket.getState().draft, algoType: 'STOP', symbol: 'PERP_BTC_USDT' };
const WORDS = 'Sell 0.25 BTC at market once the price is 60,000';
const first = useAlgoTicket.getState();

beforeEach(async () => {
  useAlgoTicket.setState(first);
  core.reset();
  await core.account();
});

const shown = () => {
  const { submission } = useAlgoTicket.getState();
  return submission === null ? null : shownOf(submission, undefined);
};

test('what closes does not stay on a plan that opens, nor the margin mode of one symbol on another', () => {
  chooseAlgo('STOP');
  changeAlgo({ reduceOnly: true, marginMode: 'ISOLATED' });
  chooseAlgo('TRAILING_STOP');
  expect(useAlgoTicket.getState().draft.reduceOnly).toBe(true);
  chooseAlgo('BRACKET');
  expect(useAlgoTicket.getState().draft).toMatchObject({ reduceOnly: false, marginMode: 'ISOLATED' });
  takeSymbol('PERP_ETH_USDT');
  expect(useAlgoTicket.getState().draft.marginMode).toBe('CROSS');
});

test('a plan whose answer was lost with the connection is unconfirmed, and never refused', async () => {
  core.answer('algo.place', () => {
    throw new FaultError({ kind: 'OutcomeUnknown', endpoint: 'algo.place', reason: 'It broke.' });
  });
  askAlgo(draft, WORDS);
  await answerAlgo(true);
  expect(shown()).toMatchObject({ kind: 'unconfirmed', title: 'Unconfirmed' });
});

test('a plan on its way is not forgotten when another type is chosen, and no second one is asked about', async () => {
  let answer = (_outcome: unknown): void => undefined;
  core.answer('algo.place', () => new Promise((resolve) => (answer = resolve)));
  askAlgo(draft, WORDS);
  const sent = answerAlgo(true);
  chooseAlgo('OCO');
  askAlgo({ ...draft, algoType: 'OCO' }, 'another');
  expect(useAlgoTicket.getState().question).toBeNull();
  expect(shown()?.kind).toBe('sending');
  answer({ status: 'accepted', clientOrderId: '7', orderId: null, acknowledgement: null });
  await sent;
  expect(shown()).toMatchObject({ kind: 'accepted', detail: WORDS });
  expect(core.asked()).toHaveLength(1);
});
