import type { CDPSession, Page } from 'playwright';
import { Violation } from '../world.ts';

/** What a page holds when it is settled and its garbage is gone. */
interface Held {
  readonly loads: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly heapMb: number;
}

export interface Growth {
  /** Takes a measure, after a comparison. @param loads how often the page was loaded. */
  measure(loads: number): Promise<void>;
  /** The series so far, in words. */
  words(): string;
}

/** So many measures of one load of the page are needed before anything is said: the first views cost once. */
const WARM = 1;
/** What may come on top: rows that the exchange has more of, another size of the window, a cache that fills. */
const ROOM: Readonly<Record<'nodes' | 'listeners' | 'heapMb', { readonly share: number; readonly more: number }>> = {
  nodes: { share: 1.6, more: 3_000 },
  listeners: { share: 1.6, more: 600 },
  heapMb: { share: 1.6, more: 15 },
};

/** Watches heap, nodes and listeners of a page; throws when one has risen beyond its room. */
export async function watchGrowth(page: Page): Promise<Growth> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const series: Held[] = [];
  return {
    async measure(loads) {
      await session.send('HeapProfiler.collectGarbage');
      const { metrics } = await session.send('Performance.getMetrics');
      const of = (name: string): number => metrics.find((each) => each.name === name)?.value ?? 0;
      const heapMb = Math.round(of('JSHeapUsedSize') / 100_000) / 10;
      series.push({ loads, nodes: of('Nodes'), listeners: of('JSEventListeners'), heapMb });
      const same = series.filter((each) => each.loads === loads);
      const [first] = same.slice(WARM);
      const last = same.slice(-2);
      if (first === undefined || same.length < WARM + 3) return;
      for (const name of ['nodes', 'listeners', 'heapMb'] as const) {
        const { share, more } = ROOM[name];
        const least = Math.min(...last.map((each) => each[name]));
        if (least > first[name] * share + more)
          throw new Violation(`growth of ${name}`, `${name} rose from ${first[name]} to ${least}: ${words()}`);
      }
    },
    words,
  };
  function words(): string {
    return series
      .map(({ nodes, listeners, heapMb }) => `${nodes} nodes, ${listeners} listeners, ${heapMb} MB`)
      .join('; ');
  }
}
