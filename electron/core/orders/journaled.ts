import { z } from 'zod';
import { orderDraftSchema } from '../../../shared/contract/contract.ts';
import { decimalText, maybeDecimal } from '../../../shared/contract-kit.ts';
import type { JournaledCommand } from '../storage/journal.ts';

const { symbol, side, type, positionSide, marginMode } = orderDraftSchema.shape;
const priceAndQuantity = { price: maybeDecimal, quantity: maybeDecimal };

/** The journaled JSON of each command. Another version may have written it. */
const schemas = {
  'orders.place': z.object({
    symbol,
    side,
    type,
    clientOrderId: z.string(),
    orderTag: z.string().optional(),
    positionSide: positionSide.optional(),
    price: decimalText.optional(),
    quantity: decimalText.optional(),
    amount: decimalText.optional(),
    reduceOnly: z.boolean().optional(),
    visibleQuantity: decimalText.optional(),
    marginMode: marginMode.optional(),
    bidAskLevel: z.number().optional(),
  }),
  'orders.edit': z.object({
    orderId: z.string(),
    symbol,
    ...priceAndQuantity,
    /** The order's values when it was sent. */
    before: z.object(priceAndQuantity).nullish(),
  }),
  'orders.cancel': z.object({ orderId: z.string(), symbol }),
  'orders.cancelAll': z.object({ symbol: symbol.nullable() }),
};
type Name = keyof typeof schemas;
type JournaledInput<Of extends Name> = z.output<(typeof schemas)[Of]>;

/** Writes the input of a command as {@link inputOf} reads it. */
export const journaledInput = <Of extends Name>(_name: Of, input: JournaledInput<Of>): string => JSON.stringify(input);

/** Reads it back. Throws Error where it cannot be read. */
export const inputOf = <Of extends Name>(name: Of, { input }: JournaledCommand): JournaledInput<Of> =>
  schemas[name].parse(JSON.parse(input)) as JournaledInput<Of>; // the schema of this name
