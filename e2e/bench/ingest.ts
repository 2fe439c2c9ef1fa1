import { WebSocket } from 'ws';
import { parseLossless } from '../../shared/wire/json.ts';
import { median, type BenchRow } from './bench.ts';
import { startReports } from './ingest/reports.ts';
import { takeReports } from './ingest/take.ts';

/**
 * Execution reports into the core beside a bare `ws` with JSON.parse, sent as fast as they are taken by a process of
 * its own, without and with a page that listens (to read and draw is the work of its own process); and the lossless
 * parser beside JSON.parse.
 */
const FRAMES = 60_000;
const ROUNDS = 5;

export async function run(): Promise<BenchRow[]> {
  const reports = await startReports();
  try {
    return [...(await speed(reports.fast(FRAMES))), parsers()];
  } finally {
    await reports.end();
  }
}

async function speed(url: string): Promise<BenchRow[]> {
  const bares: number[] = [];
  const cores: number[] = [];
  const pages: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    bares.push(await bare(url));
    cores.push(await takeReports(url, FRAMES));
    pages.push(await takeReports(url, FRAMES, { page: () => undefined }));
  }
  const row = (name: string, times: readonly number[]): BenchRow => ({
    name,
    subject: FRAMES / (median(times) / 1000),
    baseline: FRAMES / (median(bares) / 1000),
    ratio: median(bares) / median(times),
    unit: 'frames/s',
    note: 'goal 0.5 of a bare ws with JSON.parse; more is better',
  });
  return [row('ingest of execution reports', cores), row('the same while a page listens', pages)];
}

function bare(url: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(url);
    let count = 0;
    let from = 0;
    socket.on('message', (data: Buffer) => {
      if (count === 0) from = performance.now();
      const frame = JSON.parse(data.toString()) as { topic: string }; // the server's own
      if (frame.topic === 'executionreport') count += 1;
      if (count < FRAMES) return;
      socket.terminate();
      resolve(performance.now() - from);
    });
  });
}

const REPORT =
  '{"topic":"executionreport","ts":1752049062500,"data":{"mt":0,"s":"PERP_BTC_USDT","cid":1752049062,"oid":1954766344355779056,"t":"LIMIT","sd":"BUY","ps":"BOTH","sx":"0.2500","px":"64210.5","tid":77,"esx":"0.10","epx":"64210.5","f":"0.003","fa":"USDT","tesx":"0.10","aepx":"64210.5","ss":"PARTIAL_FILLED","rs":"","tg":"default","tf":"0.003","tfc":"USDT","tr":"0","trc":"USDT","vsx":"0.25","ts":1752049062496,"ro":false}}';

function parsers(): BenchRow {
  const time = (parse: (text: string) => unknown): number => {
    const from = performance.now();
    for (let i = 0; i < 50_000; i += 1) parse(REPORT);
    return (performance.now() - from) / 50;
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < 15; round += 1) {
    theirs.push(time(JSON.parse));
    ours.push(time(parseLossless));
  }
  return {
    name: `lossless JSON of a ${REPORT.length}-byte report`,
    subject: median(ours),
    baseline: median(theirs),
    ratio: median(ours) / median(theirs),
    unit: 'µs',
    note: 'goal 1.5 times JSON.parse',
  };
}
