import { createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { emptyPlan } from '../../../shared/contract/algo.ts';
import { spawnedBy } from '../../../shared/rules/spawned-by.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';
import { ask as askExchange } from '../../../e2e/rigs/practice/fixtures.ts';
import { startPractice, type Practice } from '../../practice/server.ts';
import { openActivity, type Activity } from '../commands/activity/activity.ts';
import { serveBridge } from '../page/bridge.ts';
import { PACES } from '../world/paces.ts';
import { createTerminal } from './terminal.ts';
import type { Terminal } from './terminal-options.ts';
import { openPage, type Page } from '../../../e2e/rigs/core/page.ts';
import { sayYes } from '../../../e2e/rigs/core/say-yes.ts';
import { portPair } from '../../../e2e/rigs/core/port-pair.ts';
import { realWorld } from '../world/world.ts';

/** What a terminal says of the account's money, against a practice exchange over real HTTP and WebSockets. */

const SYMBOL = 'PERP_BTC_USDT';
const SHELL = { name: 'test', keychain: false, nativeDialogs: false, notifications: false };

let exchange: Practice;
let folder = '';
let terminal: Terminal;
let activity: Activity;
let page: Page;
let presses = 0;

beforeEach(async () => {
  exchange = await startPractice({ limits: false, pastDays: 0, adminPort: 0 });
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-money-'));
  const { rest, publicStream, privateStream, key, secret } = exchange;
  const world = realWorld();
  activity = openActivity(folder, world.clock);
  terminal = createTerminal({
    world,
    profile: { id: 'main', name: 'Main', environment: 'practice', rest, publicStream, privateStream, viewOnly: false },
    credentials: { key, secret: createSecretKey(Buffer.from(secret)) },
    dataDir: folder,
    version: '0.0.0',
    activity,
    paces: { ...PACES, accountChanged: 500 },
  });
  terminal.start();
  const [core, port] = portPair();
  serveBridge(core, terminal, { shell: SHELL });
  page = openPage(port);
  await page.until(() => page.rows('instruments').some(({ symbol }) => symbol === SYMBOL));
  await page.until(() => page.rows('connection').find(({ id, state }) => id === 'private' && state === 'live'));
});
afterEach(async () => {
  page.leave();
  await terminal.stop();
  activity.close();
  await exchange.close();
  rmSync(folder, { recursive: true, force: true });
});

const buy = (quantity: string) => {
  presses += 1;
  const press = { commandId: `press-${presses}-of-test`, environment: 'practice', profile: 'main' } as const;
  const draft = orderDraft({ type: 'MARKET', price: '', quantity });
  return sayYes(page.ask, 'orders.place', { ...press, draft });
};
const price = async (to: string): Promise<void> => {
  const body = JSON.stringify({ symbol: SYMBOL, price: to });
  expect((await fetch(`${exchange.admin}/price`, { method: 'POST', body })).ok).toBe(true);
};
const free = (): number => Number(page.rows('account')[0]?.freeCollateral ?? Number.NaN);

test('what is free follows an own fill, and a fall of the mark price, long before the minute is over', async () => {
  const before = await page.until(() => free() > 0 && free());
  expect(await buy('1')).toMatchObject({ status: 'accepted' });
  const held = await page.until(() => free() < before - 4_000 && free());
  await page.until(() => page.rows('positions').find(({ liquidationPrice }) => liquidationPrice !== null));
  await price('60000');
  await page.until(() => free() < held - 2_000);
});

test('a liquidation is told as loudly as can be, and stands in the record', async () => {
  await page.until(() => page.rows('balances').length > 0);
  const { accounts } = exchange.venue;
  const trader = [...accounts.values()].find(({ name }) => name === 'practice');
  for (const [token, balance] of trader?.balances ?? []) if (token !== 'USDT') balance.holding = 0n;
  expect(await buy('10')).toMatchObject({ status: 'accepted' });
  await page.until(() => page.rows('positions').find(({ holding }) => holding === '10'));
  await askExchange(exchange, 'POST', '/v3/trade/order', {
    symbol: SYMBOL,
    side: 'BUY',
    type: 'LIMIT',
    price: '40000',
    quantity: '0.01',
  });
  await page.until(() => page.rows('orders').find(({ status }) => status === 'NEW'));
  await price('50000');
  const notice = await page.until(() => page.rows('notices').find(({ text }) => text.startsWith('Liquidation:')));
  expect(notice.level).toBe('alarm');
  expect(notice.text).toMatch(
    /^Liquidation: the exchange sold 10 BTC in PERP_BTC_USDT at [\d,.]+, realised −[\d,.]+ USDT\. 1 order was cancelled for it\.$/,
  );
  const { entries } = activity.page({ kinds: ['notice'], results: [], text: 'liquidation', before: null, limit: 10 });
  expect(entries).toMatchObject([
    { name: 'liquidation', symbol: SYMBOL, summary: notice.text, result: 'warning', profile: 'main' },
  ]);
  expect(page.rows('positions').some(({ symbol }) => symbol === SYMBOL)).toBe(false);
});

test('the entry of a bracket is known for what placed it, though the exchange does not say', async () => {
  await price('64000');
  const plan = { ...emptyPlan, symbol: SYMBOL, algoType: 'BRACKET', quantity: '0.02', price: '60000' } as const;
  const draft = { ...plan, takeProfitTrigger: '66000', stopLossTrigger: '59000' };
  await page.until(() => page.rows('market', SYMBOL).find(({ last }) => last !== null));
  const press = { commandId: 'press-of-a-bracket', environment: 'practice', profile: 'main' } as const;
  expect(await page.ask('algo.place', { ...press, draft })).toMatchObject({ status: 'accepted' });
  const root = await page.until(() => page.rows('algoOrders').find(({ algoType }) => algoType === 'BRACKET'));
  const entry = await page.until(() => page.rows('orders').find(({ quantity }) => quantity === '0.02'));
  expect(entry.ours).toBe(false);
  expect(spawnedBy(entry, page.rows('algoOrders'))?.id).toBe(root.id);
});
