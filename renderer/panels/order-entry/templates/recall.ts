import type { Template } from '../../../state/kept/template-list.ts';
import { selectSymbol } from '../../../state/kept/symbol.ts';
import { chooseAlgo, recallAlgo } from '../algo/algo-store.ts';
import { edit } from '../ticket/ticket-store.ts';

/**
 * Fills the ticket from a template and sends nothing. What does not fit the symbol any more is filled in
 * as it was saved, and named at its field.
 */
export function recall({ name, order }: Template): void {
  if (order.kind === 'algo') recallAlgo(order.draft, name);
  else {
    chooseAlgo(null);
    edit({ do: 'recall', draft: order.draft, template: name });
  }
  // The ticket is filled first: that of another symbol would be emptied.
  selectSymbol(order.draft.symbol);
}
