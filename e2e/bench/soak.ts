import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { downFrameSchema } from '../../shared/wire/wire.ts';
import type { BenchRow } from './bench.ts';
import { RATE, startReports } from './ingest/reports.ts';
import { takeReports } from './ingest/take.ts';

/**
 * The heap of the core after each of ten minutes at 2,000 execution reports a second, of orders that come, fill and are
 * forgotten, while a page listens and keeps what it is sent. What is bounded fills within the first two minutes: 1,000
 * finished orders, 20,000 notes on orders. BENCH_SOAK_MINUTES is for a shorter look.
 */
const MINUTES = Number(process.env['BENCH_SOAK_MINUTES'] ?? 10);
const A_MINUTE = 60 * RATE;

export async function run(): Promise<BenchRow[]> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void; // what the flag brings
  const reports = await startReports();
  const heaps: number[] = [];
  try {
    const frames = MINUTES * A_MINUTE;
    await takeReports(reports.paced(frames), frames, {
      page: keepRows(),
      after: (count) => {
        if (count % A_MINUTE !== 0) return;
        collect();
        heaps.push(process.memoryUsage().heapUsed);
        console.log(`minute ${heaps.length}: ${((heaps.at(-1) ?? 0) / 1e6).toFixed(2)} MB`);
      },
    });
  } finally {
    await reports.end();
  }
  const first = heaps[1] ?? Number.NaN;
  const last = heaps.at(-1) ?? Number.NaN;
  return [
    {
      name: `heap after ${MINUTES} minutes at ${RATE} messages/s, beside after 2`,
      subject: last / 1e6,
      baseline: first / 1e6,
      ratio: last / first,
      unit: 'MB',
      note: 'flat is 1',
    },
  ];
}

/** The rows of a page: what batches put, without what they drop. */
function keepRows(): (batch: string) => void {
  const rows = new Map<unknown, object>();
  return (batch) => {
    const frame = downFrameSchema.parse(JSON.parse(batch));
    if (frame.t !== 'batch') return;
    for (const change of frame.changes) {
      for (const row of change.t === 'snapshot' ? change.rows : change.put) rows.set(row['id'], row);
      if (change.t === 'delta') for (const gone of change.drop) rows.delete(gone);
    }
  };
}
