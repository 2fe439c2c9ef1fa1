import { useEffect, useRef, useState } from 'react';

/** Answers to a change of our own come within this. */
const OURS_MS = 15_000;

/**
 * Notices that a value changed without being asked to from here: by the exchange, or in another session.
 *
 * @param value as it is shown; "" while it is not known.
 * @param askedAt when a change was last asked for from here, on the page's monotonic clock.
 * @returns what it was before, until it is taken away.
 */
export function useChangedElsewhere(
  value: string,
  askedAt: () => number,
): { readonly was: string | null; readonly dismiss: () => void } {
  const before = useRef('');
  const [was, setWas] = useState<string | null>(null);
  useEffect(() => {
    const old = before.current;
    if (value === '' || value === old) return;
    before.current = value;
    if (old !== '') setWas(performance.now() - askedAt() > OURS_MS ? old : null);
  }, [value, askedAt]);
  return { was, dismiss: () => setWas(null) };
}
