import type { OrderDraft } from '../../../shared/contract/contract.ts';
import { DOUBLE_CLICK_MS } from '../../ui/overlays/answer-guard.ts';

/** What the button remembers of the press before. */
export interface LastPress {
  /** This machine's clock. */
  readonly at: number;
  /** Whether its answer is still awaited. */
  readonly inFlight: boolean;
}

/**
 * Whether a press is a new intent. A second click of a double click, a held key, and anything while an
 * order is on its way are not; an order that was changed since is one however quick it was.
 *
 * @param same whether the order is the one of the press before.
 * @param clicks the event's `detail`: 2 is the second click of a double click, 0 a key.
 */
export function isNewIntent(last: LastPress | null, now: number, same: boolean, clicks: number): boolean {
  if (clicks > 1) return false;
  if (last === null) return true;
  // A clock that was set back says nothing of how long ago it was.
  const over = now < last.at || now - last.at >= DOUBLE_CLICK_MS;
  return !last.inFlight && (!same || over);
}

/** Whether two orders are the same but for their client order id, which is given to one alone. */
export function sameOrder(a: OrderDraft, b: OrderDraft): boolean {
  const { clientOrderId: _a, ...one } = a;
  const { clientOrderId: _b, ...other } = b;
  return JSON.stringify(one) === JSON.stringify(other);
}
