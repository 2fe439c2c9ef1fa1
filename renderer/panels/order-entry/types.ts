import type { OrderDraft } from '../../../shared/contract/contract.ts';
import type { DraftField } from '../../../shared/rules/order-rules.ts';

/** Fields that hold a number as text. */
export type NumberField = 'price' | 'quantity' | 'amount' | 'visibleQuantity' | 'bidAskLevel';
/** Fields that hold text as typed. */
export type TextField = NumberField | 'clientOrderId' | 'orderTag';

/** What stands in the ticket. Texts of fields that are off are kept for when they are on again, and never sent. */
export interface TicketForm {
  readonly draft: OrderDraft;
  /** What was done to a field's text other than typing: "Read from “$64,210.5”." */
  readonly notes: Readonly<Partial<Record<TextField, string>>>;
  /** A press found something missing: from then on empty fields are named too. */
  readonly pressed: boolean;
  /** Name of the template that it was filled from; null for one that was not. */
  readonly template: string | null;
}

/** A problem at its place. `whole` stands beside the button. */
export interface FieldProblem {
  readonly field: DraftField | 'type' | 'whole';
  readonly reason: string;
  readonly suggestion?: string;
}
