import { COMPARISONS } from './compare/all.ts';
import type { Comparison } from './compare/compare.ts';
import type { Health } from './watch/health.ts';
import { closeDialogs, closeNotices, command, letGo, show, tab } from './screen.ts';
import { Violation, type World } from './world.ts';

/** A value that is polled may be as old as its stated pace (ARCHITECTURE.md) and the time of one read. */
export const PACE_MS = 35_000;
/** Between two looks; longer each time, since some of them let the program read, out of the account's budgets. */
const LOOK_FROM_MS = 150;
const LOOK_TO_MS = 1_500;

/**
 * Undoes all faults, lets prices stand still and compares every panel with the exchange. Throws the first
 * difference that is still there when the slowest pace has passed.
 */
export async function settle(world: World, health: Health, paceMs: number): Promise<void> {
  const { page, exchange } = world;
  await exchange.admin('DELETE', '/faults');
  await exchange.admin('POST', '/market', { still: true });
  try {
    await closeDialogs(page);
    await closeNotices(page);
    await letGo(page);
    await health.check();
    // What is in front first: to bring a panel to the front may mend it.
    const [inFront, behind] = await parted(world);
    const inOrder = [...inFront, ...behind].toSorted(
      (one, other) => Number(one.late ?? false) - Number(other.late ?? false),
    );
    for (const comparison of inOrder) await untilEqual(world, comparison, health, paceMs);
    for (const claim of world.claims.splice(0)) {
      const wrong = await claim.holds();
      if (wrong !== null) throw new Violation(claim.by, wrong);
    }
    await health.check();
    await health.layout();
    world.calm = true;
    world.compared += 1;
  } finally {
    await exchange.admin('POST', '/market', { still: false });
    world.movedAt = Date.now();
  }
}

async function parted(world: World): Promise<[Comparison[], Comparison[]]> {
  const parts: [Comparison[], Comparison[]] = [[], []];
  for (const comparison of COMPARISONS) {
    if (comparison.isDue?.(world) === false) continue;
    const found = tab(world.page, comparison.panel);
    const front = (await found.count()) > 0 && (await found.getAttribute('aria-selected')) === 'true';
    parts[front ? 0 : 1].push(comparison);
  }
  return parts;
}

async function untilEqual(world: World, comparison: Comparison, health: Health, paceMs: number): Promise<void> {
  const { page } = world;
  const until = Date.now() + paceMs;
  let last: readonly string[] = [];
  let pause = comparison.everyMs ?? LOOK_FROM_MS;
  let unread = 0;
  do {
    try {
      // A panel that floats may lie over the tabs.
      if (unread === 2) await command(page, 'Reset layout');
      if (!(await show(page, comparison.panel))) await command(page, comparison.panel);
      await health.check();
      last = await comparison.differences(world);
    } catch (error) {
      if (error instanceof Violation) throw error;
      unread += 1;
      last = [`it cannot be read: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`];
      await health.check();
    }
    if (last.length === 0) return;
    await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), pause);
    pause = Math.max(pause, Math.min(pause * 1.5, LOOK_TO_MS));
  } while (Date.now() < until);
  throw new Violation(
    `${comparison.panel}: ${(last[0] ?? '').replaceAll(/[\d.,“”]+/g, '#')}`,
    `${comparison.panel}\n    ${last.slice(0, 6).join('\n    ')}`,
  );
}
