import { useEffect } from 'react';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { followFeed, holdFeed, peekFeed } from '../../state/feeds/feeds.ts';
import { notify, type Notice } from '../../state/notices.ts';
import { orderActions, settleEdits } from '../../state/orders/order-actions.ts';
import { useSettings } from '../../state/kept/settings.ts';
import { playSign } from '../../ui/order-sound.ts';
import { createAlgoNews } from './algo-news.ts';
import { algoWords, endWords, fillWords, type Words } from './news-words.ts';
import { createOrderNews, fillOf, gatherFill, type Executed } from './order-news.ts';
import { takenBySwitch } from './taken-by-switch.ts';

/** News that come together are told together. */
const GATHER_MS = 250;
/** And no sooner than so long after the last ones. */
const APART_MS = 2_000;
/** What ends so soon after a cancel of several was sent from here was most likely cancelled by it. */
const CANCEL_OF_ALL_MS = 60_000;

/**
 * Sounds and notices of own orders, for as long as the terminal is open: what must be noticed does not depend on the
 * panel that is in front.
 */
export function useWatchOrders(): void {
  useEffect(watchOrders, []);
}

/** What is not told yet. */
interface News {
  /** See gatherFill(). */
  fills: Map<string, Executed>;
  ends: { row: OrderRow; before: OrderRow | null }[];
  triggered: AlgoRow[];
  rejected: AlgoRow[];
  cancelled: { row: AlgoRow; before: AlgoRow | null }[];
}
const nothing = (): News => ({ fills: new Map(), ends: [], triggered: [], rejected: [], cancelled: [] });

function watchOrders(): () => void {
  const held = [holdFeed('instruments'), holdFeed('commands'), holdFeed('connection'), holdFeed('deadman')];
  const since = Date.now() + (peekFeed('connection').get('clock')?.value ?? 0);
  const ordersNews = createOrderNews(since);
  const algoNews = createAlgoNews(since);
  let news = nothing();
  let told = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function gather(): void {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        told = performance.now();
        const all = news;
        news = nothing();
        // What may be the dead-man switch's work is told when that is known.
        const undecided = all.ends.filter((end) => bySwitch(end) === 'not yet');
        const undecidedPlans = all.cancelled.filter((end) => planBySwitch(end) === 'not yet');
        news.ends.push(...undecided);
        news.cancelled.push(...undecidedPlans);
        if (undecided.length + undecidedPlans.length > 0) gather();
        tell(all);
      },
      Math.max(GATHER_MS, told + APART_MS - performance.now()),
    );
  }

  const stops = [
    followFeed('orders', '', (step) => {
      settleEdits(step.put);
      const { fills, ends, changed } = ordersNews(step);
      const unasked = ends.filter((end) => !isAskedFor(end));
      if (fills.length > 0) sign('fill');
      else if (changed || unasked.length > 0) sign('change');
      if (fills.length + unasked.length === 0) return;
      for (const fill of fills) gatherFill(news.fills, fill);
      news.ends.push(...unasked);
      gather();
    }),
    followFeed('algoOrders', '', (step) => {
      const { triggered, rejected, cancelled } = algoNews(step);
      const unasked = cancelled.filter((end) => !isPlanAskedFor(end));
      if (triggered.length + rejected.length + unasked.length === 0) return;
      sign('change');
      news.triggered.push(...triggered);
      news.rejected.push(...rejected);
      news.cancelled.push(...unasked);
      gather();
    }),
  ];
  return () => {
    clearTimeout(timer);
    for (const stop of [...stops, ...held]) stop();
  };
}

const instrumentOf = (symbol: string) => peekFeed('instruments').get(symbol);

function tell({ fills, ends, triggered, rejected, cancelled }: News): void {
  const say = (level: Notice['level'], lines: readonly Words[]): void => {
    for (const { text, more } of lines) notify(level, text, more);
  };
  say('success', fillWords([...fills.values()].map(fillOf), instrumentOf));
  say('info', algoWords('triggered', triggered, instrumentOf));
  // The word on a cancel of one's own may come with that on its effect, or after it.
  const ended = ends.filter((end) => !isAskedFor(end) && bySwitch(end) === 'no').map(({ row }) => row);
  const plans = cancelled.filter((end) => !isPlanAskedFor(end) && planBySwitch(end) === 'no').map(({ row }) => row);
  say('warning', endWords(ended, instrumentOf));
  say('warning', algoWords('cancelled', plans, instrumentOf));
  say('danger', algoWords('rejected', rejected, instrumentOf));
}

function sign(which: 'fill' | 'change'): void {
  if (useSettings.getState().sound) playSign(which);
}

/** Whether an order ended because this terminal asked for it. A rejection is never asked for. */
function isAskedFor({ row, before }: News['ends'][number]): boolean {
  // One that was refused at once has no id, and the place where it was sent says so.
  if (row.orderId === null) return true;
  if (row.status === 'REJECTED') return false;
  const pending = before?.pending === 'cancel' || row.pending === 'cancel';
  return pending || orderActions.getState().cancelling.has(row.id) || isCancelled(row.symbol, row.orderId, OF_ORDERS);
}

const isPlanAskedFor = ({ row, before }: News['cancelled'][number]): boolean =>
  before?.pending === 'cancel' || row.pending === 'cancel' || isCancelled(row.symbol, row.id, OF_PLANS);

const deadMan = () => peekFeed('deadman').get('deadman');
const bySwitch = ({ row }: News['ends'][number]): ReturnType<typeof takenBySwitch> =>
  row.status === 'REJECTED' ? 'no' : takenBySwitch(deadMan(), 'order', row.orderId ?? '');
const planBySwitch = ({ row }: News['cancelled'][number]): ReturnType<typeof takenBySwitch> =>
  takenBySwitch(deadMan(), 'algo', row.rootId ?? row.id);

/** Commands that cancel one of a kind, and those that cancel several. A plan takes its orders with it. */
const OF_ORDERS = { one: 'orders.cancel', several: new Set(['orders.cancelAll', 'algo.cancel', 'algo.cancelAll']) };
const OF_PLANS = { one: 'algo.cancel', several: new Set(['orders.cancelAll', 'algo.cancelAll']) };

function isCancelled(of: string, id: string, { one, several }: typeof OF_ORDERS): boolean {
  const from = Date.now() - CANCEL_OF_ALL_MS;
  for (const { name, symbol, status, at, orderId } of peekFeed('commands').values()) {
    if (status === 'rejected') continue;
    if (name === one && orderId === id) return true;
    if (several.has(name) && (symbol === null || symbol === of) && at >= from) return true;
  }
  return false;
}
