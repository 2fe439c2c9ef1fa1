import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { launchChromium } from '../support/browser.ts';
import { startProgram } from '../support/program.ts';
import { median, type BenchRow } from './bench.ts';

const ROUNDS = 3;
const BUILT = join(import.meta.dirname, '../../dist/page');

/** Time from `npm start -- --browser --no-open` to an order ticket that can be typed into; the page is built anew each time. */
export async function run(): Promise<BenchRow[]> {
  const starts: number[] = [];
  const blanks: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    blanks.push(await timeOf(blankPage));
    await rm(BUILT, { recursive: true, force: true });
    starts.push(await timeOf(usableTerminal));
  }
  const subject = median(starts);
  const baseline = median(blanks);
  return [
    {
      name: 'cold start to a usable ticket',
      subject,
      baseline,
      ratio: subject / baseline,
      unit: 'ms',
      note: 'baseline: a blank page in a new Chromium; ours builds the page, starts exchange, core and Chromium',
    },
  ];
}

async function timeOf(act: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await act();
  return performance.now() - from;
}

async function blankPage(): Promise<void> {
  const browser = await launchChromium();
  const page = await browser.newPage();
  await page.setContent('<input aria-label="Price">');
  await page.getByLabel('Price').fill('1');
  await browser.close();
}

async function usableTerminal(): Promise<void> {
  const program = await startProgram();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(program.address);
    await page.getByRole('region', { name: 'Order entry' }).getByLabel('Price', { exact: true }).fill('60000');
  } finally {
    await browser.close();
    await program.stop();
  }
}
