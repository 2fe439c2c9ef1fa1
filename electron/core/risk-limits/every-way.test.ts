import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { OrderRow, Outcome, PositionRow } from '../../../shared/contract/contract.ts';
import { emptyPlan, type AlgoDraft } from '../../../shared/contract/algo.ts';
import type { GuardLimits } from '../../../shared/contract/guard.ts';
import { decimal } from '../../../shared/decimal.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import { noLimits } from '../../../shared/rules/risk-limit-rules.ts';
import { COARSE_PERP } from '../../../shared/testing/instrument.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';
import { orderRecord } from '../../../shared/v3/records/orders.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { sameClock, scriptedClient } from '../../../e2e/rigs/core/scripted-client.ts';
import { createAlgoOrders } from '../algo/algo-orders.ts';
import { createCommands } from '../commands/commands.ts';
import { createNotices } from '../commands/notices.ts';
import { createPolls } from '../commands/polls.ts';
import { createFollow } from '../orders/book/follow.ts';
import { updateOfRecord } from '../orders/book/order-updates.ts';
import { createOwnOrders } from '../orders/book/own-orders.ts';
import { createOrderReads } from '../orders/book/reads.ts';
import { createChanges } from '../orders/change.ts';
import { createClientIds } from '../orders/client-ids.ts';
import { createPlacing } from '../orders/place.ts';
import { createSettler } from '../orders/settle.ts';
import { createWaitingSends } from '../orders/waiting-sends.ts';
import { createFeed, createKeyedFeed } from '../page/feeds.ts';
import { openJournal, type Journal } from '../storage/journal.ts';
import { realJudge, type JudgeScene } from './testing/real-judge.ts';

/* Every way in which risk can grow, against every limit and every question. */

const { symbol: SYMBOL } = COARSE_PERP;
const WRITES = new Set(['trade.placeOrder', 'trade.editOrder', 'trade.placeAlgoOrder', 'trade.editAlgoOrder']);

let folder = '';
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-ways-'));
  ({ journal } = openJournal(folder, { profile: 'p', environment: 'practice' }, 1));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What differs from a quiet market at 65,000 with a buy of 0.5 at 64,000 and a stop of 0.5 that waits at 66,000. */
interface Change extends Pick<JudgeScene, 'limits' | 'kept' | 'quote'> {
  readonly held?: string;
  readonly open?: object;
  readonly stop?: object;
  readonly value?: string;
}

async function scene(change: Change) {
  const clock = new ManualClock();
  const resting = {
    ...{ symbol: SYMBOL, orderId: '11', status: 'NEW', side: 'BUY', type: 'LIMIT', price: '64000', quantity: '0.5' },
    ...{ executed: '0', createdTime: 1, ...change.open },
  };
  const stop = {
    ...{ algoOrderId: '21', rootAlgoOrderId: '21', parentAlgoOrderId: 0, symbol: SYMBOL, algoType: 'STOP' },
    ...{ type: 'LIMIT', side: 'BUY', quantity: '0.5', triggerPrice: '66000', price: '66100', algoStatus: 'NEW' },
    ...{ createdTime: 1, updatedTime: 1, ...change.stop },
  };
  const { client, calls } = scriptedClient(({ name, input }) => {
    if (name === 'trade.algoOrders') return { rows: [stop], meta: { total: 1, recordsPerPage: 500, currentPage: 1 } };
    if (name === 'trade.placeOrder') return { orderId: 31, clientOrderId: input['clientOrderId'] };
    if (name === 'trade.placeAlgoOrder')
      return { rows: [{ algoOrderId: 41, clientAlgoOrderId: input['clientAlgoOrderId'], algoType: 'STOP' }] };
    return { status: 'EDIT_SENT', rows: [], meta: null };
  });
  const exchangeClock = sameClock(clock);
  const notices = createNotices(clock);
  const commands = createCommands(journal, clock, notices);
  const orders = createOwnOrders(createFeed<OrderRow>('id'), () => true);
  orders.state(updateOfRecord(orderRecord.parse(resting), clock.now()));
  const polls = createPolls(clock);
  const reads = createOrderReads(client, exchangeClock, clock);
  const instrument = () => COARSE_PERP;
  const held = { symbol: SYMBOL, positionSide: 'BOTH', holding: decimal(change.held ?? '0') };
  const { judge } = realJudge({
    ...{ clock, client, commands, instrument, orders: orders.all, ...change },
    positions: () => [held as PositionRow], // what the judge reads of it
  });
  const follow = createFollow(orders, reads, polls);
  const remainingAlgos = () => Promise.resolve(0);
  const settler = createSettler({ orders, commands, reads, remainingAlgos, polls, clock: exchangeClock, notices });
  const nextClientId = createClientIds(clock, { fraction: () => 0, bytes: (length) => new Uint8Array(length) });
  const parts = { client, orders, commands, settler, follow, exchangeClock, instrument, judge };
  const waiting = createWaitingSends(clock);
  const place = createPlacing({ ...parts, journal, clock, nextClientId, waiting, context: () => ({}) });
  const changes = createChanges({ ...parts, reads, reconciler: { soon: () => undefined }, waiting, notices });
  const market = createKeyedFeed(
    'symbol',
    () => true,
    () => () => undefined,
  ) as Parameters<typeof createAlgoOrders>[0]['market']; // nobody listens to it here
  const context = () => ({ last: null, mark: null });
  const algo = createAlgoOrders({ ...parts, waiting, clock, polls, notices, nextClientId, market, context });
  await algo.read();
  return { place, changes, algo, writes: () => calls.filter(({ name }) => WRITES.has(name)).length };
}
type Scene = Awaited<ReturnType<typeof scene>>;

const PLAN: AlgoDraft = {
  ...{ ...emptyPlan, symbol: SYMBOL, algoType: 'STOP', type: 'LIMIT' },
  ...{ quantity: '0.5', triggerPrice: '66000', price: '66100' },
};
const commandId = 'command-of-test';
type Act = (on: Scene, value: string | undefined, answered?: string[]) => Promise<Outcome>;
/** Ticket, template and key send the first; cell and chart the edits; the tree the edits of a plan. */
const WAYS = {
  order: ({ place }, quantity = '0.5', answered) =>
    place({ commandId, answered, draft: orderDraft({ symbol: SYMBOL, price: '64000', quantity }) }),
  'price of an order': ({ place }, price = '64000', answered) =>
    place({ commandId, answered, draft: orderDraft({ symbol: SYMBOL, price, quantity: '0.5' }) }),
  'market order': ({ place }, quantity = '0.5', answered) =>
    place({ commandId, answered, draft: orderDraft({ symbol: SYMBOL, type: 'MARKET', price: '', quantity }) }),
  'edit of a quantity': ({ changes }, quantity = '0.6', answered) =>
    changes.edit({ commandId, answered, symbol: SYMBOL, orderId: '11', quantity }),
  'edit of a price': ({ changes }, price = '64500', answered) =>
    changes.edit({ commandId, answered, symbol: SYMBOL, orderId: '11', price }),
  plan: ({ algo }, quantity = '0.5', answered) => algo.place({ commandId, answered, draft: { ...PLAN, quantity } }),
  'price of a plan': ({ algo }, price = '66100', answered) =>
    algo.place({ commandId, answered, draft: { ...PLAN, price } }),
  'edit of a plan’s quantity': ({ algo }, quantity = '0.6', answered) =>
    algo.edit({ commandId, answered, symbol: SYMBOL, algoOrderId: '21', quantity }),
  'edit of a plan’s price': ({ algo }, price = '66200', answered) =>
    algo.edit({ commandId, answered, symbol: SYMBOL, algoOrderId: '21', price }),
  'edit of a plan’s trigger': ({ algo }, triggerPrice = '66500', answered) =>
    algo.edit({ commandId, answered, symbol: SYMBOL, algoOrderId: '21', triggerPrice }),
} satisfies Readonly<Record<string, Act>>;
type Way = keyof typeof WAYS;
const ways = Object.keys(WAYS) as Way[]; // its own keys
const act = (way: Way): Act => WAYS[way];

const faultOfAct = (doing: Promise<Outcome>): Promise<Fault | Outcome> =>
  doing.catch((thrown: unknown) => faultOf(thrown));

test.each(ways)('%s goes in a quiet market without limits', async (way) => {
  const on = await scene({});
  expect(await act(way)(on, undefined)).toMatchObject({ status: 'accepted' });
  expect(on.writes()).toBe(1);
});

const limited = (limit: Partial<GuardLimits>): Change => ({ limits: { ...noLimits, ...limit } });
const LIMITS: Readonly<Record<string, { readonly change: Change; readonly free?: readonly Way[] }>> = {
  'largest order': {
    change: limited({ largestOrder: decimal('100') }),
    // A purchase costs its limit at most, wherever it is triggered.
    free: ['edit of a plan’s trigger'],
  },
  'largest position': {
    change: limited({ largestPosition: decimal('100') }),
    free: ['edit of a plan’s trigger'],
  },
  'daily loss, which is not known': {
    change: limited({ dailyLoss: decimal('100') }),
    free: ['edit of a plan’s trigger'],
  },
  'limits that cannot be read': { change: { limits: null }, free: ['edit of a plan’s trigger'] },
};
describe.each(Object.entries(LIMITS))('%s', (_name, { change, free = [] }) => {
  test.each(ways.filter((way) => !free.includes(way)))('holds the %s back, whatever was answered', async (way) => {
    const on = await scene(change);
    const everything = ['This is the live account.'];
    expect(await faultOfAct(act(way)(on, undefined, everything))).toMatchObject({ policy: 'guard' });
    expect(on.writes()).toBe(0);
  });
});

test.each(ways.filter((way) => !way.startsWith('edit')))('the limit of orders a minute counts the %s', async (way) => {
  const on = await scene(limited({ ordersPerMinute: 1 }));
  const first = orderDraft({ symbol: SYMBOL, price: '60000', quantity: '0.001' });
  await on.place({ commandId: 'command-before', draft: first });
  expect(await faultOfAct(act(way)(on, undefined))).toMatchObject({ policy: 'guard' });
  expect(on.writes()).toBe(1);
});

const LARGE = (from: string): Change => ({
  kept: JSON.stringify({ confirm: { practice: { mode: 'large', largeFrom: from } } }),
});
const OLD: Change = { quote: () => ({ bid: decimal('64999.5'), ask: decimal('65000'), state: 'stale' }) };
const NONE: Change = { quote: () => undefined };
const SHORT: Change = { held: '-0.1' };
const NEVER = 'it cannot';
/** The change of the scene that makes a way risky; `it cannot`: there is no such risk in this way. */
const QUESTIONS: Readonly<
  Record<string, { readonly says: RegExp; readonly of: Readonly<Record<Way, Change | typeof NEVER>> }>
> = {
  size: {
    says: /worth|ten times/,
    of: {
      order: { value: '8' },
      'price of an order': LARGE('32000'),
      'market order': { value: '8' },
      'edit of a quantity': { value: '8' },
      'edit of a price': LARGE('32100'),
      plan: { value: '8' },
      'price of a plan': LARGE('33000'),
      'edit of a plan’s quantity': { value: '8' },
      'edit of a plan’s price': LARGE('33100'),
      'edit of a plan’s trigger': NEVER,
    },
  },
  distance: {
    says: /above the market: it would fill there/,
    of: {
      order: NEVER,
      'price of an order': { value: '80000' },
      'market order': NEVER,
      'edit of a quantity': NEVER,
      'edit of a price': { value: '80000' },
      plan: NEVER,
      'price of a plan': { value: '80000' },
      'edit of a plan’s quantity': NEVER,
      'edit of a plan’s price': { value: '80000' },
      'edit of a plan’s trigger': NEVER,
    },
  },
  'crossing or triggering at once': {
    says: /at once/,
    of: {
      // A new order that crosses is an order at the market; the ticket says so before the press.
      order: NEVER,
      'price of an order': NEVER,
      'market order': NEVER,
      'edit of a quantity': NEVER,
      'edit of a price': { value: '65000' },
      plan: NEVER,
      'price of a plan': NEVER,
      'edit of a plan’s quantity': NEVER,
      'edit of a plan’s price': NEVER,
      'edit of a plan’s trigger': { value: '64000' },
    },
  },
  'a turned position': {
    says: /turns the position around/,
    of: {
      order: SHORT,
      'price of an order': SHORT,
      'market order': SHORT,
      'edit of a quantity': SHORT,
      'edit of a price': { ...SHORT, value: '65000' },
      plan: SHORT,
      'price of a plan': SHORT,
      'edit of a plan’s quantity': SHORT,
      'edit of a plan’s price': NEVER,
      'edit of a plan’s trigger': NEVER,
    },
  },
  proportion: {
    says: /times the position of 0.05 BTC/,
    of: {
      order: { held: '0.05' },
      'price of an order': { held: '0.05' },
      'market order': { held: '0.05' },
      'edit of a quantity': { held: '0.05' },
      'edit of a price': { held: '0.05', value: '65000' },
      plan: { held: '0.05' },
      'price of a plan': { held: '0.05' },
      'edit of a plan’s quantity': { held: '0.05' },
      'edit of a plan’s price': NEVER,
      'edit of a plan’s trigger': NEVER,
    },
  },
  'old quotes': {
    says: /market price is old/,
    of: {
      order: OLD,
      'price of an order': OLD,
      'market order': OLD,
      'edit of a quantity': NEVER,
      'edit of a price': OLD,
      plan: NEVER,
      'price of a plan': NEVER,
      'edit of a plan’s quantity': NEVER,
      'edit of a plan’s price': NEVER,
      'edit of a plan’s trigger': NEVER,
    },
  },
  'no quotes': {
    says: /no quote/,
    of: {
      order: NONE,
      'price of an order': NONE,
      'market order': NONE,
      'edit of a quantity': NEVER,
      'edit of a price': NONE,
      plan: NEVER,
      'price of a plan': NEVER,
      'edit of a plan’s quantity': NEVER,
      'edit of a plan’s price': NEVER,
      'edit of a plan’s trigger': NEVER,
    },
  },
};
describe.each(Object.entries(QUESTIONS))('the question of %s', (_name, { says, of }) => {
  const rows = ways.flatMap((way) => {
    const change = of[way];
    return change === NEVER ? [] : [[way, change] as const];
  });
  test.each(rows)('comes before the %s, and its answer holds for nothing else', async (way, change) => {
    const on = await scene(change);
    const { value } = change;
    const fault = await faultOfAct(act(way)(on, value, ['It is something else.']));
    expect(fault).toMatchObject({ kind: 'NeedsAnswer', symbol: SYMBOL });
    const reasons = 'reasons' in fault ? fault.reasons : [];
    expect(reasons.join(' ')).toMatch(says);
    expect(on.writes()).toBe(0);
    // The same press with the answer is carried out, once.
    expect(await act(way)(on, value, reasons)).toMatchObject({ status: 'accepted' });
    expect(await act(way)(on, value, reasons)).toMatchObject({ status: 'accepted' });
    expect(on.writes()).toBe(1);
  });
});
