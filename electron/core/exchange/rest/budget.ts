/**
 * The budget of one endpoint for one address, user or symbol: at most so many requests in any window.
 * Pure arithmetic of monotonic milliseconds; the queues that wait for it are in limiter.ts.
 *
 * The exchange counts a request when it arrives. A slot is held while its request is on the way, and
 * then until one window after the latest instant in which it may have been counted, less what the next
 * request needs at least to arrive (transit.ts): no jitter of the way puts one too many into a window.
 */

/** A slot that is in use. `freeAt` is Infinity while its request is on the way. */
export interface HeldSlot {
  readonly takenAt: number;
  freeAt: number;
}

export interface Budget {
  readonly requests: number;
  readonly windowMs: number;
  /** What we allow ourselves: fewer than `requests` once the exchange counted more than we did. */
  allowed: number;
  /** When `allowed` last changed. */
  allowedSince: number;
  /** Nothing is sent before. */
  pausedUntil: number;
  readonly held: Set<HeldSlot>;
}

export const newBudget = (requests: number, windowMs: number): Budget => ({
  requests,
  windowMs,
  allowed: requests,
  allowedSince: 0,
  pausedUntil: 0,
  held: new Set(),
});

/** Forgets slots that are free again, and takes back what was given up: one request a quiet window. */
function refresh(budget: Budget, now: number): void {
  for (const slot of budget.held) if (slot.freeAt <= now) budget.held.delete(slot);
  if (budget.allowed === budget.requests || now < budget.pausedUntil) return;
  const quiet = Math.floor((now - budget.allowedSince) / budget.windowMs);
  if (quiet < 1) return;
  budget.allowed = Math.min(budget.requests, budget.allowed + quiet);
  budget.allowedSince += quiet * budget.windowMs;
}

/** How many slots are in use. */
export function usedOf(budget: Budget, now: number): number {
  refresh(budget, now);
  return budget.held.size;
}

/**
 * Takes a slot, or says when to ask again.
 *
 * @param leave slots that must stay free for others who may come.
 * @returns the slot; else the monotonic instant when there may be one, Infinity while that hangs on
 * answers alone.
 */
export function takeSlot(budget: Budget, now: number, leave: number): HeldSlot | number {
  refresh(budget, now);
  if (now < budget.pausedUntil) return budget.pausedUntil;
  const room = Math.max(1, budget.allowed - leave);
  const excess = budget.held.size - room;
  if (excess < 0) {
    const slot = { takenAt: now, freeAt: Infinity };
    budget.held.add(slot);
    return slot;
  }
  const frees = [...budget.held].map((slot) => slot.freeAt).sort((a, b) => a - b);
  return frees[excess] ?? Infinity;
}

/**
 * The exchange refused for rate: somebody else spends the same budget, or our count is off. The budget
 * rests for one window and then tries with half; protocol.md, section 5, says to wait for the next window.
 */
export function takeRefusal(budget: Budget, now: number): void {
  // Requests that left together are refused together: that is one piece of news.
  if (now >= budget.pausedUntil) budget.allowed = Math.max(1, Math.floor(budget.allowed / 2));
  budget.pausedUntil = now + budget.windowMs;
  budget.allowedSince = budget.pausedUntil;
}
