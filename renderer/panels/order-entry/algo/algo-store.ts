import { create } from 'zustand';
import type { Outcome } from '../../../../shared/contract.ts';
import type { AlgoDraft } from '../../../../shared/contract/algo.ts';
import { faultOf } from '../../../../shared/errors.ts';
import { describeFault } from '../../../../shared/fault-words.ts';
import { ask } from '../../../bridge.ts';
import { newPress, type Press } from '../../../state/press.ts';

/** What became of the last plan. */
export interface AlgoOutcome {
  readonly tone: 'sending' | 'accepted' | 'rejected' | 'unconfirmed';
  readonly title: string;
  readonly detail: string;
}

interface AlgoTicket {
  /** Null while the ticket is for ordinary orders. */
  readonly algoType: AlgoDraft['algoType'] | null;
  readonly draft: Omit<AlgoDraft, 'algoType' | 'symbol'>;
  /** What the draft's prices and sizes are for; "" before the first. */
  readonly symbol: string;
  /** Name of the template that it was filled from; null for one that was not. */
  readonly template: string | null;
  readonly outcome: AlgoOutcome | null;
  /** A press found something missing. */
  readonly pressed: boolean;
  /** The plan that waits for an answer to a question. */
  readonly question: { readonly press: Press; readonly draft: AlgoDraft; readonly words: string } | null;
}

const empty: AlgoTicket['draft'] = {
  side: 'BUY',
  type: 'LIMIT',
  positionSide: 'BOTH',
  marginMode: 'CROSS',
  reduceOnly: false,
  triggerPriceType: 'MARKET_PRICE',
  quantity: '',
  price: '',
  triggerPrice: '',
  activatedPrice: '',
  callbackRate: '',
  callbackValue: '',
  takeProfitTrigger: '',
  takeProfitPrice: '',
  stopLossTrigger: '',
  stopLossPrice: '',
};

/** Outside the components, so that a plan on its way is not forgotten when the panel is closed. */
export const useAlgoTicket = create<AlgoTicket>(() => ({
  algoType: null,
  draft: empty,
  symbol: '',
  template: null,
  outcome: null,
  pressed: false,
  question: null,
}));

export function chooseAlgo(algoType: AlgoDraft['algoType'] | null): void {
  useAlgoTicket.setState({ algoType, outcome: null, pressed: false });
}
export function changeAlgo(change: Partial<AlgoTicket['draft']>): void {
  useAlgoTicket.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}
/** Prices and sizes of one symbol mean nothing for another. */
export function takeSymbol(symbol: string): void {
  useAlgoTicket.setState(({ symbol: before, draft }) => {
    const { side, type, positionSide, marginMode, triggerPriceType } = draft;
    if (before === symbol) return {};
    return {
      symbol,
      template: null,
      draft: { ...empty, side, type, positionSide, marginMode, triggerPriceType },
      pressed: false,
    };
  });
}

/** Fills everything at once, from a template of that name. */
export function recallAlgo({ algoType, symbol, ...draft }: AlgoDraft, template: string): void {
  useAlgoTicket.setState({ algoType, symbol, draft, template, outcome: null, pressed: false });
}
export const forgetAlgoTemplate = (): void => useAlgoTicket.setState({ template: null });
export function nameMissing(): void {
  useAlgoTicket.setState({ pressed: true });
}

/** Asks; a plan is more than one order, and always asked about. */
export function askAlgo(draft: AlgoDraft, words: string): void {
  const { question, outcome, template } = useAlgoTicket.getState();
  if (question !== null || outcome?.tone === 'sending') return;
  try {
    useAlgoTicket.setState({ question: { press: newPress(template === null ? undefined : 'template'), draft, words } });
  } catch (thrown) {
    tell('rejected', describeFault(faultOf(thrown)).title, '');
  }
}

/** The press that asked is the one that is sent. */
export async function answerAlgo(yes: boolean): Promise<void> {
  const { question } = useAlgoTicket.getState();
  useAlgoTicket.setState({ question: null });
  if (!yes || question === null) return;
  const { press, draft, words } = question;
  tell('sending', 'Sending', words);
  try {
    show(await ask('algo.place', { ...press, draft }), words);
  } catch (thrown) {
    const said = describeFault(faultOf(thrown));
    tell('rejected', said.title, `${said.detail} ${said.advice}`.trim());
  }
}

function show(outcome: Outcome, words: string): void {
  if (outcome.status === 'accepted') {
    tell('accepted', 'Accepted', words);
    useAlgoTicket.setState({ pressed: false });
  } else if (outcome.status === 'unconfirmed')
    tell('unconfirmed', 'Unconfirmed', `${outcome.reason}. The exchange is asked what became of it.`);
  else {
    const said = describeFault(outcome.fault);
    tell('rejected', said.title, `${said.detail} ${said.advice}`.trim());
  }
}

function tell(tone: AlgoOutcome['tone'], title: string, detail: string): void {
  useAlgoTicket.setState({ outcome: { tone, title, detail } });
}
export const dismissAlgo = (): void => useAlgoTicket.setState({ outcome: null });
