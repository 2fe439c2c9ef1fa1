import { fileURLToPath } from 'node:url';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { BenchRow } from './bench.ts';

/**
 * Memory of the practice exchange's engine over a million orders, half of them traded, half cancelled:
 * the heap after the last 100,000 beside the heap after 200,000, when every bound has been reached. The
 * engine runs in a process of its own, so that the collector can be asked to run.
 */
const ORDERS = 1_000_000;
const SAMPLE = 100_000;

const WORK = `
const { newVenue } = await import('ENGINE/venue.ts');
const { newAccount } = await import('ENGINE/money/account.ts');
const { place } = await import('ENGINE/orders/place.ts');
const { cancel } = await import('ENGINE/orders/change.ts');
const { afterwards } = await import('ENGINE/afterwards.ts');
const { move } = await import('ENGINE/money/ledger.ts');
const { fixed } = await import('ENGINE/money/fixed.ts');
const venue = newVenue(1, 1758600000000);
for (const prices of venue.prices.values()) Object.assign(prices, { mark: 640000, index: 640000, last: 640000 });
const [a, b] = ['a', 'b'].map((name, i) => {
  const account = newAccount(name, name, 100 + i);
  venue.accounts.set(name, account);
  move(venue, 'USDT', fixed('1000000000'), venue.houses.world, account);
  return account;
});
const draft = (side, price, clientId) => ({ symbol: 'PERP_BTC_USDT', side, type: 'LIMIT', clientId, tag: 'default', positionSide: null, marginMode: 'CROSS', reduceOnly: false, price: fixed(price), quantity: fixed('0.01'), amount: null, visible: null, bidAskLevel: null, postOnlyAdjusted: false, byHand: false, forced: false, algoId: '' });
const heaps = [];
const began = performance.now();
for (let i = 0; i < ${ORDERS}; i += 4) {
  venue.now += 1;
  cancel(venue, place(venue, a, draft('BUY', '60000', String(i + 1))), 'bench');
  cancel(venue, place(venue, b, draft('SELL', '68000', '0')), 'bench');
  place(venue, a, draft(i % 8 ? 'SELL' : 'BUY', '64000', '0'));
  place(venue, b, draft(i % 8 ? 'BUY' : 'SELL', '64000', '0'));
  afterwards(venue);
  if ((i + 4) % ${SAMPLE} === 0) {
    globalThis.gc();
    heaps.push(process.memoryUsage().heapUsed / 1048576);
  }
}
console.log(JSON.stringify({ heaps, seconds: (performance.now() - began) / 1000 }));
`;

export async function run(): Promise<BenchRow[]> {
  const engine = new URL('../../electron/practice/engine', import.meta.url).href;
  const script = WORK.replaceAll('ENGINE', engine);
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null]; // close has the exit code
  if (code !== 0) throw new Error(`the engine ended with ${code}`);
  const { heaps, seconds } = JSON.parse(text) as { heaps: number[]; seconds: number };
  const settled = heaps[1] ?? Number.NaN;
  const end = heaps.at(-1) ?? Number.NaN;
  return [
    {
      name: 'practice: heap over a million orders (at the end beside after 200,000)',
      subject: end,
      baseline: settled,
      ratio: end / settled,
      unit: 'MB',
      note: `heaps ${heaps.map((heap) => heap.toFixed(0)).join(' ')} MB; ${(ORDERS / seconds).toFixed(0)} orders/s in the engine; flat is 1`,
    },
  ];
}
