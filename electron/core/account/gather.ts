/** Fills come in bursts: what follows a change is read once for all that come in so many ms. */
export const GATHER_MS = 100;
