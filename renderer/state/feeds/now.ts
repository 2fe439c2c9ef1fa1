import { useSyncExternalStore } from 'react';
import { inFrame } from './in-frame.ts';

/** One beat for all ages and countdowns on the screen. */
const BEAT_MS = 500;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function beat(): void {
  now = Date.now();
  for (const each of listeners) each();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    now = Date.now();
    timer = setInterval(() => inFrame(beat), BEAT_MS);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The machine's clock in ms, at a beat of half a second. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now);
