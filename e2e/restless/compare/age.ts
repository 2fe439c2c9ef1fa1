import { panel } from '../screen.ts';
import type { World } from '../world.ts';

/** What a panel that is in front says of its own age: nothing, once all streams are live. */
export async function staleDifferences({ page }: World, name: string): Promise<readonly string[]> {
  const lines = await page.locator('.banner[aria-label="Core"]').filter({ visible: true }).allInnerTexts();
  const marks = await panel(page, name).locator('.panel-stale').allInnerTexts();
  return [...lines, ...marks].map((line) => `it says that it is old: “${line.replaceAll(/\s+/g, ' ').trim()}”`);
}
