import { play } from '../../ui/tone.ts';

let last = 0;

const QUIET_MS = 250;

/** A short sign that something was filled; many fills at once sound once. */
export function playFill(): void {
  const now = performance.now();
  if (now - last < QUIET_MS) return;
  last = now;
  play([{ hertz: [880, 1175], volume: 0.06, seconds: 0.2 }]);
}
