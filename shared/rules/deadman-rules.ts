/** The timeouts that E12 takes, in ms (interface-v3.md, E12), and the least that makes sense. */
export const MOST_TIMEOUT_MS = 900_000;
const LEAST_ONCE_MS = 1_000;
/** A renewal goes out at a quarter of it, and needs time for its answer. */
const LEAST_RENEWED_MS = 8_000;

/** `once` counts down and fires; `renew` is renewed while the terminal is alive and connected. */
export type DeadManMode = 'once' | 'renew';

export type TimeoutCheck =
  | { readonly ok: true; readonly timeoutMs: number }
  | { readonly ok: false; readonly reason: string };

export const leastTimeout = (mode: DeadManMode): number => (mode === 'once' ? LEAST_ONCE_MS : LEAST_RENEWED_MS);

/** Whether a timeout in ms can be armed; the reason names the allowed range. */
export function checkTimeout(timeoutMs: number, mode: DeadManMode): TimeoutCheck {
  const least = leastTimeout(mode);
  return Number.isSafeInteger(timeoutMs) && timeoutMs >= least && timeoutMs <= MOST_TIMEOUT_MS
    ? { ok: true, timeoutMs }
    : { ok: false, reason: `From ${least / 1000} to ${MOST_TIMEOUT_MS / 1000} seconds.` };
}

/** Reads seconds as typed: whole or with up to three decimals. */
export function readTimeout(text: string, mode: DeadManMode): TimeoutCheck {
  const plain = text.trim();
  if (!/^\d{1,6}(?:\.\d{1,3})?$/.test(plain))
    return { ok: false, reason: `A number of seconds from ${leastTimeout(mode) / 1000} to ${MOST_TIMEOUT_MS / 1000}.` };
  const [whole = '0', fraction = ''] = plain.split('.');
  return checkTimeout(Number(whole) * 1000 + Number(fraction.padEnd(3, '0')), mode);
}
