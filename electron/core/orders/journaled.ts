import type { Decimal } from '../../../shared/decimal.ts';
import type { PlaceOrder } from '../../../shared/order-rules.ts';
import type { JournaledCommand } from '../storage/journal.ts';

/** What the journal keeps of each command as JSON: checked before it was written, in a file checked when opened. */
interface JournaledInputs {
  readonly 'orders.place': PlaceOrder & { readonly clientOrderId: string };
  readonly 'orders.edit': {
    readonly orderId: string;
    readonly symbol: string;
    readonly price: Decimal | null;
    readonly quantity: Decimal | null;
    /** What the order had when it was sent. */
    readonly before?: { readonly price: Decimal | null; readonly quantity: Decimal | null } | null;
  };
  readonly 'orders.cancel': { readonly orderId: string; readonly symbol: string };
  readonly 'orders.cancelAll': { readonly symbol: string | null };
}

/** Writes the input of a command as {@link inputOf} reads it. */
export const journaledInput = <Name extends keyof JournaledInputs>(_name: Name, input: JournaledInputs[Name]): string =>
  JSON.stringify(input);

/** Reads it back. */
export function inputOf<Name extends keyof JournaledInputs>(
  _name: Name,
  command: JournaledCommand,
): JournaledInputs[Name] {
  return JSON.parse(command.input) as JournaledInputs[Name]; // written by journaledInput for this name
}
