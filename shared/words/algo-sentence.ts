import type { InstrumentRow } from '../contract/contract.ts';
import type { AlgoDraft } from '../contract/algo.ts';
import { grouped, toDecimal } from '../decimal.ts';
import { positionWords } from './order-sentence.ts';

const read = (text: string): string => {
  const value = toDecimal(text);
  return value === null ? '…' : grouped(value);
};

/**
 * The plan in one sentence, as it stands on the button, with all that decides what is traded.
 *
 * @param draft texts as typed, those that do not apply empty; unreadable ones are shown as "…".
 */
export function algoSentence(draft: AlgoDraft, instrument: Pick<InstrumentRow, 'base' | 'kind'>): string {
  const verb = draft.side === 'BUY' ? 'Buy' : 'Sell';
  const size = `${read(draft.quantity)} ${instrument.base}`;
  const marked = draft.triggerPriceType === 'MARK_PRICE';
  const legs = [
    legWords('take profit', draft.takeProfitTrigger, draft.takeProfitPrice),
    legWords('stop', draft.stopLossTrigger, draft.stopLossPrice),
  ].filter((words) => words !== null);
  const by = marked ? ' by the mark price' : '';
  const end = `${legs.length === 0 ? '…' : legs.join(', ')}${by}`;
  const limit = draft.type === 'LIMIT' ? ` at ${read(draft.price)}` : ' at market';
  const once = ` once the ${marked ? 'mark price' : 'price'} is ${read(draft.triggerPrice)}`;
  const position = positionWords(draft, instrument.kind);
  switch (draft.algoType) {
    case 'STOP':
      return `${verb} ${size}${limit}${once}${position}`;
    case 'TRAILING_STOP': {
      const callback = draft.callbackRate === '' ? read(draft.callbackValue) : `${draft.callbackRate} %`;
      const from = draft.activatedPrice === '' ? '' : ` from ${read(draft.activatedPrice)}`;
      return `${verb} ${size} trailing by ${callback}${from}${position}`;
    }
    case 'OCO':
      return `${verb} ${size} at ${read(draft.price)}, or ${legWords('stop at', draft.stopLossTrigger, draft.stopLossPrice) ?? 'stop at …'}${by}${position}`;
    case 'BRACKET':
      return `${verb} ${size}${limit}, ${end}${position}`;
    case 'STOP_BRACKET':
      return `${verb} ${size}${limit}${once}, ${end}${position}`;
    case 'TP_SL':
      return `${verb} ${size}: ${end}${position}`;
    case 'POSITIONAL_TP_SL':
      return `Close the position: ${end}${position}`;
  }
}

const legWords = (name: string, trigger: string, limit: string): string | null =>
  trigger === '' ? null : `${name} ${read(trigger)}${limit === '' ? '' : ` with a limit at ${read(limit)}`}`;
