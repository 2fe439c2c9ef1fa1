import type { Outcome } from '../../../shared/contract/contract.ts';

/** The command took effect, as proved without its answer. */
export const accepted = (clientOrderId: string | null, orderId: string | null): Outcome => ({
  status: 'accepted',
  clientOrderId,
  orderId,
  acknowledgement: null,
});

/** The command ended with an unknown outcome. */
export const notKnown = (endpoint: string, reason: string): Outcome => ({
  status: 'rejected',
  clientOrderId: null,
  fault: { kind: 'OutcomeUnknown', endpoint, reason },
});
