import { create } from 'zustand';
import { emptyPlan, type AlgoDraft } from '../../../../shared/contract/algo.ts';
import { faultOf } from '../../../../shared/errors.ts';
import { newPress, type Press } from '../../../state/press.ts';
import { sendCommand } from '../../../state/send-command.ts';
import type { Sent } from '../outcome.ts';

interface AlgoTicket {
  /** Null while the ticket is for ordinary orders. */
  readonly algoType: AlgoDraft['algoType'] | null;
  readonly draft: Omit<AlgoDraft, 'algoType' | 'symbol'>;
  /** What the draft's prices and sizes are for; "" before the first. */
  readonly symbol: string;
  /** Name of the template that it was filled from; null for one that was not. */
  readonly template: string | null;
  /** The last plan that was pressed, and what became of it. */
  readonly submission: Sent | null;
  /** A press found something missing. */
  readonly pressed: boolean;
  /** The plan that waits for an answer to a question. */
  readonly question: {
    readonly press: Press;
    readonly draft: AlgoDraft;
    readonly words: string;
    readonly reasons: readonly string[];
  } | null;
}

/** Outside the components, so that a plan on its way is not forgotten when the panel is closed. */
export const useAlgoTicket = create<AlgoTicket>(() => ({
  algoType: null,
  draft: emptyPlan,
  symbol: '',
  template: null,
  submission: null,
  pressed: false,
  question: null,
}));

/** A plan whose answer is awaited is not forgotten for another one. */
const underWay = (submission: Sent | null): Sent | null => (submission?.state.kind === 'sending' ? submission : null);

const OPENS: ReadonlySet<AlgoDraft['algoType']> = new Set(['BRACKET', 'STOP_BRACKET']);

export function chooseAlgo(algoType: AlgoDraft['algoType'] | null): void {
  useAlgoTicket.setState(({ submission, draft }) => ({
    algoType,
    submission: underWay(submission),
    pressed: false,
    // What was meant for a stop must not stay on a plan that opens.
    draft: algoType !== null && OPENS.has(algoType) ? { ...draft, reduceOnly: false } : draft,
  }));
}
export function changeAlgo(change: Partial<AlgoTicket['draft']>): void {
  useAlgoTicket.setState(({ draft }) => ({ draft: { ...draft, ...change } }));
}
/** Prices and sizes of one symbol mean nothing for another. */
export function takeSymbol(symbol: string): void {
  useAlgoTicket.setState(({ symbol: before, draft }) => {
    const { side, type, positionSide, triggerPriceType } = draft;
    if (before === symbol) return {};
    return {
      symbol,
      template: null,
      draft: { ...emptyPlan, side, type, positionSide, triggerPriceType },
      pressed: false,
    };
  });
}

/** Fills everything at once, from a template of that name. */
export function recallAlgo({ algoType, symbol, ...draft }: AlgoDraft, template: string): void {
  useAlgoTicket.setState(({ submission }) => ({
    algoType,
    symbol,
    draft,
    template,
    submission: underWay(submission),
    pressed: false,
  }));
}
export const forgetAlgoTemplate = (): void => useAlgoTicket.setState({ template: null });
export function nameMissing(): void {
  useAlgoTicket.setState({ pressed: true });
}

/**
 * Asks; a plan is more than one order, and always asked about.
 *
 * @param reasons what else should be known before the answer.
 */
export function askAlgo(draft: AlgoDraft, words: string, reasons: readonly string[] = []): void {
  const { question, submission, template } = useAlgoTicket.getState();
  if (question !== null || underWay(submission) !== null) return;
  try {
    const press = newPress(template === null ? undefined : 'template');
    useAlgoTicket.setState({ question: { press, draft, words, reasons } });
  } catch (thrown) {
    show({ commandId: '', words, state: { kind: 'failed', fault: faultOf(thrown) } });
  }
}

/** The press that asked is the one that is sent. */
export async function answerAlgo(yes: boolean): Promise<void> {
  const { question } = useAlgoTicket.getState();
  useAlgoTicket.setState({ question: null });
  if (!yes || question === null) return;
  const { press, draft, words } = question;
  const end = (state: Sent['state']): void => show({ commandId: press.commandId, words, state });
  end({ kind: 'sending' });
  try {
    const outcome = await sendCommand('algo.place', { ...press, draft });
    if (outcome.status === 'accepted') useAlgoTicket.setState({ pressed: false });
    end({ kind: 'answered', outcome });
  } catch (thrown) {
    end({ kind: 'failed', fault: faultOf(thrown) });
  }
}

const show = (submission: Sent): void => useAlgoTicket.setState({ submission });
export const dismissAlgo = (): void => useAlgoTicket.setState({ submission: null });
