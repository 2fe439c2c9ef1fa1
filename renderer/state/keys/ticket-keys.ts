/** What a key asks of the ticket on the screen. */
export type TicketKey = 'send' | 'buy' | 'sell' | 'bid' | 'ask';

const listeners = new Set<(key: TicketKey) => void>();

/** Hands a key to the ticket. @returns whether one is on the screen. */
export function pressTicket(key: TicketKey): boolean {
  for (const listener of [...listeners]) listener(key);
  return listeners.size > 0;
}

/** Takes keys while a ticket is on the screen. @returns the unsubscribe. */
export function onTicketKey(listener: (key: TicketKey) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
