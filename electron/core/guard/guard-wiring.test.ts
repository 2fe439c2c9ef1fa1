import { createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { faultOf } from '../../../shared/errors.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';
import { startPractice } from '../../practice/server.ts';
import { createTerminal } from '../terminal.ts';
import { realWorld } from '../world.ts';

test('an order and an edit beyond a limit of one’s own never reach the exchange', async () => {
  const exchange = await startPractice({ limits: false, pastDays: 0, adminPort: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-guard-'));
  const { rest, publicStream, privateStream, key, secret } = exchange;
  const terminal = createTerminal({
    world: realWorld(),
    profile: { id: 'main', name: 'Main', environment: 'practice', rest, publicStream, privateStream, viewOnly: false },
    credentials: { key, secret: createSecretKey(Buffer.from(secret)) },
    dataDir: folder,
    version: '0.0.0',
  });
  let presses = 0;
  const ask = (name: string, input: object): Promise<unknown> => {
    presses += 1;
    const commandId = `press-${presses}-of-test`;
    return terminal.ask(name, { commandId, environment: 'practice', profile: 'main', ...input });
  };
  const refused = (calling: Promise<unknown>) =>
    expect(calling.catch((error: unknown) => faultOf(error))).resolves.toMatchObject({ policy: 'guard' });
  try {
    terminal.start();
    await vi.waitFor(() => expect([...(terminal.feed('instruments', '')?.rows() ?? [])]).not.toEqual([]));
    const placed = await ask('orders.place', { draft: orderDraft() });
    const { orderId } = placed as { orderId: string }; // what the contract says of an accepted one
    const limits = { largestOrder: '500', largestPosition: null, ordersPerMinute: null, dailyLoss: null };
    expect(await ask('guard.set', { limits })).toMatchObject({ status: 'accepted' });
    await vi.waitFor(() => expect([...(terminal.feed('orders', '')?.rows() ?? [])]).toMatchObject([{ open: true }]));
    const { symbol } = orderDraft();
    await refused(ask('orders.place', { draft: orderDraft({ quantity: '0.02' }) }));
    await refused(ask('orders.edit', { symbol, orderId, quantity: '0.02' }));
    const answer = await fetch(`${exchange.admin}/received`);
    const { writes } = (await answer.json()) as { writes: readonly { method: string; path: string }[] };
    expect(writes.filter(({ path }) => path === '/v3/trade/order').map(({ method }) => method)).toEqual(['POST']);
  } finally {
    await terminal.stop();
    await exchange.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
