import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { fixed } from '../../electron/practice/engine/money/fixed.ts';
import { nextId } from '../../electron/practice/engine/venue.ts';
import { startPractice } from '../../electron/practice/server.ts';
import { parseLossless, type JsonValue } from '../../shared/wire/json.ts';

const TOKENS = ['USDT', 'BTC', 'ETH'] as const;
const stateFile = (dataFolder: string): string => join(dataFolder, 'practice-1.state');

/** Gives the practice exchange of a data folder an account with so many deposits and withdrawals behind it. */
export async function liveThroughWallet(dataFolder: string, count: number): Promise<void> {
  const exchange = await startPractice({ stateFile: stateFile(dataFolder), pastDays: 0 });
  const account = [...exchange.venue.accounts.values()].find(({ name }) => name === 'practice');
  if (account === undefined) throw new Error('the practice exchange has no account');
  for (let at = 0; at < count; at += 1) {
    // Several at the same instant.
    const createdAt = exchange.venue.now - Math.ceil((count - at) / 3) * 600_000;
    account.histories.wallet.push({
      id: nextId(exchange.venue),
      accountId: account.id,
      token: TOKENS[at % TOKENS.length] ?? TOKENS[0],
      network: 'ETH',
      tokenSide: at % 5 < 3 ? 'DEPOSIT' : 'WITHDRAW',
      amount: fixed(`${at % 13}.${String((at * 7_919) % 1_000_000_007).padStart(12, '0')}`),
      fee: fixed(`0.00${(at % 9) + 1}`),
      target: `0x${at.toString(16).padStart(40, '0')}`,
      source: '0x52908400098527886e0f7030069857d2e4169ee7',
      extra: '',
      threshold: 12,
      confirmed: 12,
      status: 'COMPLETED',
      txId: `0x${at.toString(16).padStart(64, '0')}`,
      createdAt,
      updatedAt: createdAt + 60_000,
      doomed: false,
    });
  }
  await exchange.close();
}

/**
 * What the exchange itself has of the wallet's history, newest first, asked over HTTP with a signature of its
 * own, so that no code of the terminal has a say in the answer. The program must have ended.
 */
export async function walletOnExchange(dataFolder: string): Promise<Record<string, string>[]> {
  const exchange = await startPractice({ stateFile: stateFile(dataFolder), limits: false });
  const rows: Record<string, string>[] = [];
  try {
    for (let page = 1; ; page += 1) {
      const target = `/v3/asset/wallet/history?page=${page}&size=1000`;
      const timestamp = String(Date.now());
      const signature = createHmac('sha256', exchange.secret).update(`${timestamp}GET${target}`).digest('hex');
      const response = await fetch(exchange.rest + target, {
        headers: { 'x-api-key': exchange.key, 'x-api-timestamp': timestamp, 'x-api-signature': signature },
      });
      // interface-v3.md, E5
      const answer = parseLossless(await response.text()) as { data: { rows: Record<string, JsonValue>[] } };
      if (answer.data.rows.length === 0) return rows;
      for (const row of answer.data.rows)
        rows.push(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)])));
    }
  } finally {
    await exchange.close();
  }
}
