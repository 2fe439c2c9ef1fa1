import { useEffect } from 'react';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { followFeed } from '../../state/feeds/feeds.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { play, type Beep } from '../../ui/text/tone.ts';

const HIGH: Beep = { hertz: [988], volume: 0.2, seconds: 0.22 };
const LOW: Beep = { hertz: [659], volume: 0.2, seconds: 0.22 };

/** How each state of the dead-man switch sounds when it begins; the others are silent. */
const SOUNDS: Readonly<Partial<Record<DeadManRow['state'], readonly Beep[]>>> = {
  failing: [HIGH, HIGH],
  fired: [HIGH, LOW, HIGH, LOW],
};

/** Sounds when the dead-man switch is not renewed any more, and when it has fired. */
export function useAlarm(): void {
  useEffect(() => {
    let before: DeadManRow['state'] | null = null;
    return followFeed('deadman', '', (step) => {
      for (const { state } of step.put) {
        const beeps = state === before || step.fresh ? undefined : SOUNDS[state];
        before = state;
        if (beeps !== undefined && useSettings.getState().alarm) play(beeps);
      }
    });
  }, []);
}
