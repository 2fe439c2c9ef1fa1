import { z } from 'zod';
import type { SettingsStore } from '../../../core/storage/settings.ts';

/** Where a window stands, in the screen's own points. */
const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1024).max(20_000),
  height: z.int().min(640).max(20_000),
});
export type WindowPlace = z.infer<typeof placeSchema>;

/** Name of the setting that holds it. */
export const WINDOW_PLACE = 'windowPlace';

/** Keeps the place for the next run. A disk that takes nothing must not turn the end of the program into a defect. */
export function keepPlace(settings: Pick<SettingsStore, 'set'>, place: WindowPlace): void {
  try {
    settings.set(WINDOW_PLACE, place);
  } catch {
    // The window opens where it did before.
  }
}

/** How much of the window must be on a screen to be found again. */
const VISIBLE = 100;

/**
 * The place of the last run, if its screen is still there.
 *
 * @param stored what the settings hold; anything.
 * @param screens the areas of all screens now.
 */
export function lastPlace(stored: unknown, screens: readonly WindowPlace[]): WindowPlace | null {
  const parsed = placeSchema.safeParse(stored);
  if (!parsed.success) return null;
  const { x, y, width } = parsed.data;
  const reachable = screens.some(
    (screen) =>
      x + width >= screen.x + VISIBLE &&
      x <= screen.x + screen.width - VISIBLE &&
      // The title bar is what one takes hold of.
      y >= screen.y &&
      y <= screen.y + screen.height - VISIBLE,
  );
  return reachable ? parsed.data : null;
}
