import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How long after its last movement the pointer still counts as aiming. */
const AIMING_MS = 1_500;

/**
 * Whether rows have to stay where they are because someone aims at one. It ends by itself: a pointer
 * that merely lies there must not make the screen old.
 *
 * @returns `touch` for every movement or key, `letGo` for leaving.
 */
export function useHold(): { readonly held: boolean; touch(): void; letGo(): void } {
  const [held, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const letGo = useCallback(() => {
    clearTimeout(timer.current);
    setHeld(false);
  }, []);
  const touch = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(letGo, AIMING_MS);
    setHeld(true);
  }, [letGo]);
  // A panel that is hidden while someone aims in it must not hold its rows for ever.
  useEffect(() => letGo, [letGo]);
  return useMemo(() => ({ held, touch, letGo }), [held, touch, letGo]);
}
