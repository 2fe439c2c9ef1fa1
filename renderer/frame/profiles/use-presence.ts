import { useEffect } from 'react';
import { ask } from '../../link/bridge.ts';

/** Often enough for the shortest time after which the terminal locks itself. */
const EVERY_MS = 15_000;
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;

/** Tells the core that somebody is there, so that it does not lock itself, and that the network is back. */
export function usePresence(): void {
  useEffect(() => {
    let last = Number.NEGATIVE_INFINITY;
    const sign = (): void => {
      const now = performance.now();
      if (now - last < EVERY_MS) return;
      last = now;
      // A core that is not reached is said elsewhere.
      ask('desk.present', {}).catch(() => undefined);
    };
    const online = (): void => void ask('desk.online', {}).catch(() => undefined);
    for (const name of SIGNS) window.addEventListener(name, sign, { capture: true, passive: true });
    window.addEventListener('online', online);
    return () => {
      window.removeEventListener('online', online);
      for (const name of SIGNS) window.removeEventListener(name, sign, { capture: true });
    };
  }, []);
}
