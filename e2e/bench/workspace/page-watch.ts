import type { CDPSession, Page } from 'playwright';

/** What a page did in a span of time. */
export interface Watched {
  /** Time in script, in ms. */
  readonly scriptMs: number;
  readonly framesPerSecond: number;
  /** Tasks over 50 ms, and the longest of them in ms (0 for none). */
  readonly longTasks: number;
  readonly longestTaskMs: number;
  /** Most React commits between two frames; 0 where there is no React. */
  readonly commitsPerFrame: number;
  /** Heap in use after a collection, in bytes. */
  readonly heap: number;
}

interface Counters {
  longTasks: number[];
  frames: number;
  commits: number;
  mostCommits: number;
  /** How often a component of each panel was drawn anew, by the panel's name; null while nobody asks. */
  drawn: Record<string, number> | null;
}

/** What React tells of a component: the part that is read here. */
interface Fiber {
  readonly alternate: Fiber | null;
  readonly child: Fiber | null;
  readonly sibling: Fiber | null;
  readonly flags: number;
  readonly type: unknown;
  readonly stateNode: unknown;
}

/** Begins to count; call before the page is opened. The text of a function, because it runs in the page. */
export async function watchFromStart(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const counters: Counters = { longTasks: [], frames: 0, commits: 0, mostCommits: 0, drawn: null };
    Object.assign(window, {
      benchCounters: counters,
      // React calls this for every commit, in production too.
      __REACT_DEVTOOLS_GLOBAL_HOOK__: {
        supportsFiber: true,
        inject: () => 1,
        checkDCE: () => undefined,
        onCommitFiberRoot: (_renderer: number, root: { readonly current: Fiber }) => {
          counters.commits += 1;
          if (counters.drawn !== null) for (const name of panelsDrawn(root.current)) note(counters.drawn, name);
        },
        onCommitFiberUnmount: () => undefined,
        onPostCommitFiberRoot: () => undefined,
      },
    });
    function note(drawn: Record<string, number>, name: string): void {
      drawn[name] = (drawn[name] ?? 0) + 1;
    }
    /** The panels of a commit in which a component ran: React marks it with the first flag. */
    function panelsDrawn(root: Fiber): ReadonlySet<string> {
      const names = new Set<string>();
      const walk: [Fiber, boolean][] = [[root, false]];
      for (let next = walk.pop(); next !== undefined; next = walk.pop()) {
        const [fiber, above] = next;
        const ran = above || (fiber.alternate !== null && (fiber.flags & 1) !== 0 && typeof fiber.type !== 'string');
        const panel = fiber.stateNode instanceof Element ? fiber.stateNode.closest('[role="region"]') : null;
        if (ran && panel !== null) names.add(panel.getAttribute('aria-label') ?? '');
        if (fiber.sibling !== null) walk.push([fiber.sibling, above]);
        // What was not worked on has the same child as before.
        if (fiber.child !== null && (fiber.alternate === null || fiber.child !== fiber.alternate.child))
          walk.push([fiber.child, ran && panel === null]);
      }
      return names;
    }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) counters.longTasks.push(duration);
    }).observe({ type: 'longtask' });
    const frame = (): void => {
      counters.frames += 1;
      counters.mostCommits = Math.max(counters.mostCommits, counters.commits);
      counters.commits = 0;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
}

/** Watches a page for some time. */
export async function watch(page: Page, ms: number): Promise<Watched> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const scriptBefore = await metric(session, 'ScriptDuration');
  await page.evaluate(() => {
    const { benchCounters } = window as unknown as { benchCounters: Counters }; // set by watchFromStart
    Object.assign(benchCounters, { longTasks: [], frames: 0, commits: 0, mostCommits: 0 });
  });
  const from = performance.now();
  await page.waitForTimeout(ms);
  const counters = await page.evaluate(() => (window as unknown as { benchCounters: Counters }).benchCounters); // as above
  const passed = performance.now() - from;
  const scriptMs = (await metric(session, 'ScriptDuration')) - scriptBefore;
  await session.send('HeapProfiler.collectGarbage');
  const heap = await metric(session, 'JSHeapUsedSize');
  await session.detach();
  return {
    scriptMs: scriptMs * 1000,
    framesPerSecond: (counters.frames * 1000) / passed,
    longTasks: counters.longTasks.length,
    longestTaskMs: Math.max(0, ...counters.longTasks),
    commitsPerFrame: counters.mostCommits,
    heap,
  };
}

/** How often a second each panel was drawn anew by React in some time, the most often first. */
export async function drawnASecond(page: Page, ms: number): Promise<readonly (readonly [string, number])[]> {
  const set = (drawn: Record<string, number> | null): Promise<Record<string, number> | null> =>
    page.evaluate((value) => {
      const { benchCounters } = window as unknown as { benchCounters: Counters }; // set by watchFromStart
      const before = benchCounters.drawn;
      benchCounters.drawn = value;
      return before;
    }, drawn);
  await set({});
  await page.waitForTimeout(ms);
  const drawn = Object.entries((await set(null)) ?? {});
  return drawn.map(([name, times]) => [name, (times * 1000) / ms] as const).toSorted((a, b) => b[1] - a[1]);
}

async function metric(session: CDPSession, name: string): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find((each) => each.name === name)?.value ?? Number.NaN;
}

/** Types digits into the price field and takes the time from each key to its paint, in ms as the browser tells it (grain 8). */
export async function typeAndTime(page: Page, keys: number): Promise<readonly number[]> {
  const field = page.getByLabel('Price', { exact: true });
  await field.click();
  await page.evaluate(() => {
    const durations: number[] = [];
    Object.assign(window, { benchKeys: durations });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (entry.name === 'keydown') durations.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit); // newer than the types
  });
  for (let key = 0; key < keys; key += 1) {
    await page.keyboard.press(key % 6 === 5 ? 'Backspace' : String(key % 10));
    await page.waitForTimeout(40);
  }
  const slow = await page.evaluate(() => (window as unknown as { benchKeys: number[] }).benchKeys); // set above
  // Those below the threshold are not told; they took 16 ms at most.
  return [...slow, ...Array.from({ length: Math.max(0, keys - slow.length) }, () => 16)];
}
