import { create } from 'zustand';
import type { OrderType } from '../../../../shared/contract/contract.ts';
import { algoDraftTypes, emptyPlan, type AlgoDraft } from '../../../../shared/contract/algo.ts';
import { faultOf } from '../../../../shared/errors.ts';
import { newPress, type Press } from '../../../state/commands/press.ts';
import { isDeclined, sendCommand } from '../../../state/commands/send-command.ts';
import { ORDER_TYPES } from '../fields/fields.ts';
import type { Sent } from '../ticket/outcome.ts';
import { emptyTicket } from '../reducer.ts';
import { edit, useTicket } from '../ticket/ticket-store.ts';

/** A plan as it is parted: what orders have too stands in the ticket's form, so that both kinds show the same. */
function parted({
  side,
  positionSide,
  marginMode,
  reduceOnly,
  quantity,
  ...own
}: Omit<AlgoDraft, 'symbol' | 'algoType'>) {
  return { shared: { side, positionSide, marginMode, reduceOnly, quantity }, own };
}
/** What a plan has and an order has not. */
export type OwnPlan = ReturnType<typeof parted>['own'];

interface AlgoTicket {
  /** Null while the ticket is for ordinary orders. */
  readonly algoType: AlgoDraft['algoType'] | null;
  readonly own: OwnPlan;
  /** The last plan that was pressed, and what became of it. */
  readonly submission: Sent | null;
  /** A press found something missing. */
  readonly pressed: boolean;
  /** The plan that waits for an answer to a question. */
  readonly question: {
    readonly press: Press;
    readonly plan: WrittenPlan;
    readonly reasons: readonly string[];
  } | null;
}

/** A plan as it stood on the screen. */
export interface WrittenPlan {
  readonly draft: AlgoDraft;
  /** The sentence on the button. */
  readonly words: string;
  /** What it is about: the whole symbol, and the position where that is what gives it side and size. */
  readonly subject: string;
}

/** Outside the components, so that a plan on its way is not forgotten when the panel is closed. */
export const useAlgoTicket = create<AlgoTicket>(() => ({
  algoType: null,
  own: parted(emptyPlan).own,
  submission: null,
  pressed: false,
  question: null,
}));

/** A plan whose answer is awaited is not forgotten for another one. */
const underWay = (submission: Sent | null): Sent | null => (submission?.state.kind === 'sending' ? submission : null);

const OPENS: ReadonlySet<AlgoDraft['algoType']> = new Set(['BRACKET', 'STOP_BRACKET']);

/** Begins anew; how one trades stays. */
const emptied = ({ type, triggerPriceType }: OwnPlan): OwnPlan => ({
  ...parted(emptyPlan).own,
  type,
  triggerPriceType,
});

/** Turns the ticket to a type of plan, or to ordinary orders by null. */
export function chooseAlgo(algoType: AlgoDraft['algoType'] | null): void {
  const turns = (useAlgoTicket.getState().algoType === null) !== (algoType === null);
  useAlgoTicket.setState(({ submission, own }) => ({
    algoType,
    submission: underWay(submission),
    pressed: false,
    own: turns ? emptied(own) : own,
  }));
  if (turns) edit({ do: 'other-kind' });
  // What was meant for a stop must not stay on a plan that opens.
  if (algoType !== null && OPENS.has(algoType)) edit({ do: 'choose', change: { reduceOnly: false } });
}

/** Turns the ticket to a type of either kind. */
export function chooseType(type: OrderType | AlgoDraft['algoType']): void {
  const algo = algoDraftTypes.find((each) => each === type) ?? null;
  chooseAlgo(algo);
  const ordinary = ORDER_TYPES.find((each) => each === type);
  if (ordinary !== undefined) edit({ do: 'choose', change: { type: ordinary } });
}
export function changeAlgo(change: Partial<OwnPlan>): void {
  useAlgoTicket.setState(({ own }) => ({ own: { ...own, ...change } }));
}
/** Prices and sizes of one symbol mean nothing for another. */
export function takeSymbol(symbol: string): void {
  if (useTicket.getState().form.draft.symbol === symbol) return;
  edit({ do: 'symbol', symbol });
  useAlgoTicket.setState(({ own }) => ({ own: emptied(own), pressed: false }));
}

/** Fills everything at once, from a template of that name. */
export function recallAlgo({ algoType, symbol, ...draft }: AlgoDraft, template: string): void {
  const { shared, own } = parted(draft);
  edit({ do: 'recall', draft: { ...emptyTicket(symbol).draft, ...shared }, template });
  useAlgoTicket.setState(({ submission }) => ({ algoType, own, submission: underWay(submission), pressed: false }));
}
export function nameMissing(): void {
  useAlgoTicket.setState({ pressed: true });
}

/**
 * Asks; a plan is more than one order, and always asked about.
 *
 * @param reasons what else should be known before the answer.
 */
export function askAlgo(plan: WrittenPlan, reasons: readonly string[] = []): void {
  const { question, submission } = useAlgoTicket.getState();
  if (question !== null || underWay(submission) !== null) return;
  try {
    const press = newPress(useTicket.getState().form.template === null ? undefined : 'template');
    useAlgoTicket.setState({ question: { press, plan, reasons } });
  } catch (thrown) {
    show({ commandId: '', words: plan.words, state: { kind: 'failed', fault: faultOf(thrown) } });
  }
}

/** The press that asked is the one that is sent. */
export async function answerAlgo(yes: boolean): Promise<void> {
  const { question } = useAlgoTicket.getState();
  useAlgoTicket.setState({ question: null });
  if (!yes || question === null) return;
  const { press, plan, reasons } = question;
  const { draft, words } = plan;
  const end = (state: Sent['state']): void => show({ commandId: press.commandId, words, state });
  end({ kind: 'sending' });
  try {
    const outcome = await sendCommand('algo.place', { ...press, draft, answered: [...reasons] });
    if (outcome.status === 'accepted') useAlgoTicket.setState({ pressed: false });
    end({ kind: 'answered', outcome });
  } catch (thrown) {
    const fault = faultOf(thrown);
    if (isDeclined(fault)) dismissAlgo();
    else end({ kind: 'failed', fault });
  }
}

const show = (submission: Sent): void => useAlgoTicket.setState({ submission });
export const dismissAlgo = (): void => useAlgoTicket.setState({ submission: null });
