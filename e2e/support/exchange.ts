import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPractice } from '../../electron/practice/server.ts';
import { startProgram, type Program } from './program.ts';
import { test as base } from './terminal.ts';

/** What the exchange itself has of an order. */
export interface ExchangeOrder {
  readonly symbol: string;
  readonly side: string;
  readonly type: string;
  readonly price: string | null;
  readonly status: string;
}

/**
 * Ends the terminal as Ctrl+C does, brings its exchange up alone from the state that it left, and asks
 * it over HTTP with a signature of its own, so that no code of the terminal has a say in the answer.
 */
export async function ordersOnExchange(program: Program): Promise<readonly ExchangeOrder[]> {
  await program.stop();
  const exchange = await startPractice({ stateFile: join(program.dataFolder, 'practice-1.state') });
  try {
    const target = '/v3/trade/orders?page=1&size=500';
    const timestamp = String(Date.now());
    const signature = createHmac('sha256', exchange.secret).update(`${timestamp}GET${target}`).digest('hex');
    const response = await fetch(exchange.rest + target, {
      headers: { 'x-api-key': exchange.key, 'x-api-timestamp': timestamp, 'x-api-signature': signature },
    });
    const answer = (await response.json()) as {
      success: boolean;
      data: { rows: (Omit<ExchangeOrder, 'price'> & { price: number | string | null })[] };
    }; // interface-v3.md, E9

    if (!answer.success) throw new Error(`the exchange refused: ${JSON.stringify(answer)}`);
    // Prices come as numbers here; those of the specs are short enough to be read back exactly.
    return answer.data.rows.map((row) => ({ ...row, price: row.price === null ? null : String(row.price) }));
  } finally {
    await exchange.close();
  }
}

/** As `test`, with a data folder that outlives the program, for asking the exchange afterwards. */
export const test = base.extend({
  program: async ({ programArgs }, use) => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'quarterdeck-e2e-'));
    const program = await startProgram({ args: programArgs, dataFolder });
    await use(program);
    await program.stop();
    await rm(dataFolder, { recursive: true, force: true });
  },
});

export { expect } from './terminal.ts';
