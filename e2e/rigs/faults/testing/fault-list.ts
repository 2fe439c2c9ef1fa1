import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PracticeOptions } from '../../../../electron/practice/options.ts';
import { openScene, type Scene } from './scene.ts';

/** One way in which a fault of the list happens, and what must come of it. */
export interface Fault {
  /** What happens and what comes of it, as a test's name. */
  readonly words: string;
  /** Makes the fault and looks at the screen; that both sides agree at the end is looked at for it. */
  run(scene: Scene): Promise<void>;
  /** How the exchange is started. */
  readonly exchange?: PracticeOptions;
}

/** Faults by their number in quality.md. */
export type FaultTable<Number extends number> = Readonly<Record<Number, readonly [Fault, ...Fault[]]>>;

/** A resource that outlives its test shows here: by kind, how many there are. */
function resources(): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** Kinds that only a leak makes more of. */
const WATCHED = ['TCPSocketWrap', 'TCPServerWrap', 'TCPConnectWrap', 'ProcessWrap', 'MessagePort', 'Timeout'] as const;

/** Makes the tests of a table, and one after all of them: that no listener, timer or socket is left. */
export function testFaults(table: FaultTable<number>): void {
  const before = new Map<string, number>();
  const listeners = (): number => process.eventNames().reduce((sum, name) => sum + process.listenerCount(name), 0);
  let listening = 0;
  beforeAll(() => {
    for (const [kind, count] of Object.entries(resources())) before.set(kind, count);
    listening = listeners();
  });
  for (const [number, faults] of Object.entries(table)) {
    describe(`fault ${number}`, () => {
      test.each(faults)(`fault ${number}: $words`, async ({ run, exchange }) => {
        const scene = await openScene(exchange);
        try {
          await run(scene);
          await scene.agree();
        } finally {
          await scene.close();
        }
      });
    });
  }
  afterAll(async () => {
    // Counted while no timer of the test's own is on.
    for (let look = 0; ; look += 1) {
      const now = resources();
      const left = WATCHED.filter((kind) => (now[kind] ?? 0) > (before.get(kind) ?? 0));
      if (left.length === 0) break;
      if (look === 100)
        expect(left.map((kind) => `${kind}: ${before.get(kind) ?? 0} before, ${now[kind]} after`)).toEqual([]);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(listeners()).toBeLessThanOrEqual(listening);
  });
}
