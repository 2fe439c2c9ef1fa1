import { play, type Beep } from './text/tone.ts';

const SIGNS: Readonly<Record<'fill' | 'change', Beep>> = {
  fill: { hertz: [880, 1175], volume: 0.06, seconds: 0.2 },
  change: { hertz: [523], volume: 0.04, seconds: 0.12 },
};

/** When each sign sounded last. */
const last = { fill: Number.NEGATIVE_INFINITY, change: Number.NEGATIVE_INFINITY };

const QUIET_MS = 250;

/** A short sign that something was filled, or changed otherwise; many at once sound once. */
export function playSign(sign: 'fill' | 'change'): void {
  const now = performance.now();
  if (now - last[sign] < QUIET_MS) return;
  last[sign] = now;
  play([SIGNS[sign]]);
}
