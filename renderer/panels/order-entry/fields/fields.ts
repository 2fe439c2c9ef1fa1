import type { InstrumentRow, OrderDraft, OrderType } from '../../../../shared/contract/contract.ts';
import {
  applicability,
  type Applicability,
  type DraftField,
  type OrderContext,
} from '../../../../shared/rules/order-rules.ts';
import { grouped } from '../../../../shared/decimal.ts';
import { readNumberText } from '../../../ui/text/number-text.ts';
import type { NumberField, TextField } from '../types.ts';

export const ORDER_TYPES: readonly OrderType[] = ['LIMIT', 'MARKET', 'IOC', 'FOK', 'POST_ONLY', 'ASK', 'BID', 'RPI'];

/** Names of the fields, exactly as people and tests find them. */
export const FIELD_LABELS: Readonly<Record<DraftField, string>> = {
  price: 'Price',
  quantity: 'Quantity',
  amount: 'Amount',
  visibleQuantity: 'Visible quantity',
  positionSide: 'Position side',
  marginMode: 'Margin mode',
  bidAskLevel: 'Bid/ask level',
  reduceOnly: 'Reduce only',
  clientOrderId: 'Client order ID',
  orderTag: 'Order tag',
};

export const NUMBER_FIELDS: readonly NumberField[] = ['price', 'quantity', 'amount', 'visibleQuantity', 'bidAskLevel'];
const TEXT_FIELDS: readonly TextField[] = [...NUMBER_FIELDS, 'clientOrderId', 'orderTag'];
/** Fields that stand below the fold. */
export const ADVANCED_FIELDS: readonly DraftField[] = [
  'visibleQuantity',
  'bidAskLevel',
  'positionSide',
  'marginMode',
  'clientOrderId',
  'orderTag',
];

export type Fields = Readonly<Record<DraftField, Applicability>>;

export const fieldsOf = (
  draft: Pick<OrderDraft, 'type' | 'side'>,
  instrument: Pick<InstrumentRow, 'kind'>,
  context: OrderContext,
): Fields => applicability(draft, instrument.kind, context);

/** Why a field is off, or undefined while it can be filled in. */
export function whyOff(fields: Fields, field: DraftField): string | undefined {
  const rule = fields[field];
  return rule.applies ? undefined : rule.why;
}

/** The currency that a number field counts in; "" for a plain count. */
export function unitOf(field: NumberField, instrument: Pick<InstrumentRow, 'base' | 'quote'>): string {
  switch (field) {
    case 'price':
    case 'amount':
      return instrument.quote;
    case 'quantity':
    case 'visibleQuantity':
      return instrument.base;
    case 'bidAskLevel':
      return '';
  }
}

/**
 * The position side that an order has. One-way mode has one only, whatever was chosen in hedge mode; there an order
 * without a choice is of the side that it opens, or closes if it reduces only.
 */
export function shownSide(
  { side, positionSide, reduceOnly }: Pick<OrderDraft, 'side' | 'positionSide' | 'reduceOnly'>,
  positionMode: string | null,
): OrderDraft['positionSide'] {
  if (positionMode === 'ONE_WAY') return 'BOTH';
  if (positionMode !== 'HEDGE_MODE' || positionSide !== 'BOTH') return positionSide;
  return (side === 'BUY') === reduceOnly ? 'SHORT' : 'LONG';
}

/** The position sides that can be chosen; all while the account's mode is not known. */
export const sidesOf = (positionMode: string | null): readonly OrderDraft['positionSide'][] =>
  positionMode === 'HEDGE_MODE' ? ['LONG', 'SHORT'] : positionMode === 'ONE_WAY' ? ['BOTH'] : ['BOTH', 'LONG', 'SHORT'];

/**
 * The order that the texts stand for: a number in the form in which this program writes numbers itself, such as
 * 64,000.5, is that number. Where a comma could be a decimal one, it stays as it is and is refused.
 */
export function readDraft(draft: OrderDraft, instrument: Pick<InstrumentRow, 'base' | 'quote'>): OrderDraft {
  const read = NUMBER_FIELDS.flatMap((field) => {
    const text = draft[field].trim();
    const reading = readNumberText(text, unitOf(field, instrument));
    return reading.kind === 'readable' && grouped(reading.value) === text ? [[field, reading.value]] : [];
  });
  return read.length === 0 ? draft : { ...draft, ...Object.fromEntries(read) };
}

/**
 * The order as the screen shows it: a field that is off is empty there, whatever it held before, and
 * so it is in what is sent.
 */
export function shownDraft(draft: OrderDraft, fields: Fields, positionMode: string | null = null): OrderDraft {
  const off = TEXT_FIELDS.filter((field) => !fields[field].applies);
  return {
    ...draft,
    ...Object.fromEntries(off.map((field) => [field, ''])),
    positionSide: fields.positionSide.applies ? shownSide(draft, positionMode) : 'BOTH',
    marginMode: fields.marginMode.applies ? draft.marginMode : 'CROSS',
    reduceOnly: fields.reduceOnly.applies && draft.reduceOnly,
  };
}
