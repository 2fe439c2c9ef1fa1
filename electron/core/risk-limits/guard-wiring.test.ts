import { createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AlgoDraft, AlgoRow } from '../../../shared/contract/algo.ts';
import { faultOf } from '../../../shared/errors.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';
import { startPractice } from '../../practice/server.ts';
import { createTerminal } from '../session/terminal.ts';
import { openActivity } from '../commands/activity/activity.ts';
import { realWorld } from '../world/world.ts';

const PLAN: AlgoDraft = {
  symbol: 'PERP_BTC_USDT',
  algoType: 'BRACKET',
  side: 'BUY',
  type: 'LIMIT',
  positionSide: 'BOTH',
  marginMode: 'CROSS',
  reduceOnly: false,
  triggerPriceType: 'MARKET_PRICE',
  quantity: '0.01',
  price: '40000',
  triggerPrice: '',
  activatedPrice: '',
  callbackRate: '',
  callbackValue: '',
  takeProfitTrigger: '64800',
  takeProfitPrice: '',
  stopLossTrigger: '39000',
  stopLossPrice: '',
};

test('an order, a plan and an edit of either beyond a limit of one’s own never reach the exchange, and are recorded', async () => {
  const exchange = await startPractice({ limits: false, pastDays: 0, adminPort: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'quarterdeck-guard-'));
  const { rest, publicStream, privateStream, key, secret } = exchange;
  const world = realWorld();
  const activity = openActivity(folder, world.clock);
  const terminal = createTerminal({
    world,
    activity,
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
    await expect.poll(() => [...(terminal.feed('instruments', '')?.rows() ?? [])]).not.toEqual([]);
    const placed = await ask('orders.place', { draft: orderDraft() });
    const { orderId } = placed as { orderId: string }; // what the contract says of an accepted one
    expect(await ask('algo.place', { draft: PLAN })).toMatchObject({ status: 'accepted' });
    const plans = () => [...(terminal.feed('algoOrders', '')?.rows() ?? [])] as AlgoRow[]; // rows of this feed
    await expect.poll(() => plans().map(({ algoType }) => algoType)).toContain('BRACKET');
    const algoOrderId = plans().find(({ algoType }) => algoType === 'BRACKET')?.id;
    const limits = { largestOrder: '500', largestPosition: null, ordersPerMinute: null, dailyLoss: null };
    expect(await ask('guard.set', { limits })).toMatchObject({ status: 'accepted' });
    const rows = () => [...(terminal.feed('orders', '')?.rows() ?? [])];
    await expect.poll(rows).toContainEqual(expect.objectContaining({ orderId, open: true }));
    const { symbol } = orderDraft();
    await refused(ask('orders.place', { draft: orderDraft({ quantity: '0.02' }) }));
    await refused(ask('orders.edit', { symbol, orderId, quantity: '0.02' }));
    await refused(ask('algo.place', { draft: { ...PLAN, quantity: '0.02' } }));
    await refused(ask('algo.edit', { symbol, algoOrderId, quantity: '0.02' }));
    const answer = await fetch(`${exchange.admin}/received`);
    const { writes } = (await answer.json()) as { writes: readonly { method: string; path: string }[] };
    expect(writes.filter(({ path }) => path.startsWith('/v3/trade/')).map(({ method }) => method)).toEqual([
      'POST',
      'POST',
    ]);
    const page = activity.page({ kinds: ['command'], results: [], text: '', before: null, limit: 100 });
    const recorded = page.entries.map((entry) => ({
      name: entry.name,
      result: entry.result,
      summary: entry.summary,
      answer: entry.answer,
    }));
    const reason = expect.stringContaining('your largest order is 500 USDT') as string;
    const noted = (name: string, summary: RegExp) => ({
      ...{ name, result: 'rejected', answer: reason },
      summary: expect.stringMatching(summary) as string,
    });
    expect(recorded.slice(0, 5)).toEqual([
      noted('algo.edit', /^Not sent: Edit algo order/),
      noted('algo.place', /^Not sent: BRACKET: Buy 0.02 BTC/),
      noted('orders.edit', /^Not sent: Edit order \d+ to quantity 0.02$/),
      noted('orders.place', /^Not sent: Buy 0.02 BTC at/),
      { name: 'guard.set', result: 'accepted', answer: '', summary: 'Set limits: largest order no limit → 500' },
    ]);
  } finally {
    activity.close();
    await terminal.stop();
    await exchange.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
