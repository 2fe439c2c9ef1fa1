import type { InstrumentRow, OrderDraft, OrderType } from '../contract/contract.ts';
import { grouped, toDecimal } from '../decimal.ts';
import { PRICED } from '../rules/order-fields.ts';

/**
 * The order in one sentence, as it stands on the button: "Buy 0.25 BTC at 64,210.5".
 *
 * @param draft texts as typed; unreadable ones are shown as "…".
 */
export function sentence(draft: OrderDraft, instrument: Pick<InstrumentRow, 'base' | 'quote' | 'kind'>): string {
  const verb = draft.side === 'BUY' ? 'Buy' : 'Sell';
  const read = (text: string): string | null => {
    const value = toDecimal(text);
    return value === null ? null : grouped(value);
  };
  const amount = PRICED.has(draft.type) ? null : read(draft.amount);
  const size =
    amount !== null && draft.quantity === ''
      ? `${instrument.base} for ${amount} ${instrument.quote}`
      : `${read(draft.quantity) ?? '…'} ${instrument.base}`;
  const level = draft.bidAskLevel === '' || draft.bidAskLevel === '1' ? '' : ` level ${draft.bidAskLevel}`;
  const where = PRICED.has(draft.type)
    ? ` at ${read(draft.price) ?? '…'}`
    : draft.type === 'MARKET'
      ? ' at market'
      : ` at the best ${draft.type === 'ASK' ? 'ask' : 'bid'}${level}`;
  const kindWord: Partial<Record<OrderType, string>> = {
    IOC: ', IOC',
    FOK: ', FOK',
    POST_ONLY: ', post only',
    RPI: ', RPI',
  };
  return `${verb} ${size}${where}${kindWord[draft.type] ?? ''}${positionWords(draft, instrument.kind)}`;
}

/** What an order of a perpetual does to its position, as the end of a sentence: ", closes long, reduce only". */
export function positionWords(
  {
    side,
    positionSide,
    reduceOnly,
    marginMode,
  }: Pick<OrderDraft, 'side' | 'positionSide' | 'reduceOnly'> & Partial<Pick<OrderDraft, 'marginMode'>>,
  kind: InstrumentRow['kind'],
): string {
  if (kind !== 'perpetual') return '';
  const opens = (side === 'BUY') === (positionSide === 'LONG');
  const hedge = positionSide === 'BOTH' ? '' : `, ${opens ? 'opens' : 'closes'} ${positionSide.toLowerCase()}`;
  return `${hedge}${marginMode === 'ISOLATED' ? ', isolated' : ''}${reduceOnly ? ', reduce only' : ''}`;
}
