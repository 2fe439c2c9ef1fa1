import type { Outcome } from '../../../shared/contract/contract.ts';

/** The exchange has what a command asked for, found out without the words of an answer. */
export const accepted = (clientOrderId: string | null, orderId: string | null): Outcome => ({
  status: 'accepted',
  clientOrderId,
  orderId,
  acknowledgement: null,
});

/** It is over, and nobody will ever know what became of it. */
export const notKnown = (endpoint: string, reason: string): Outcome => ({
  status: 'rejected',
  clientOrderId: null,
  fault: { kind: 'OutcomeUnknown', endpoint, reason },
});
