import type { OrderRow } from '../../../shared/contract/contract.ts';
import { readPrivate } from '../../../shared/v3/topics.ts';
import { openLink } from '../../../electron/core/exchange/stream/stream-link.ts';
import { createFeed, type FeedSource } from '../../../electron/core/page/feeds.ts';
import { createOrderEvents } from '../../../electron/core/orders/book/order-events.ts';
import { createOwnOrders } from '../../../electron/core/orders/book/own-orders.ts';
import { createTakeReport } from '../../../electron/core/orders/book/execution-reports.ts';
import { createOutbox } from '../../../electron/core/page/outbox.ts';
import type { Clock } from '../../../electron/core/world/ports.ts';
import { realWorld } from '../../../electron/core/world/world.ts';

/**
 * The way of reports in the core, put together as the terminal does: socket, lossless parse, reading, own-order book,
 * lives, feed, and where a page listens, its outbox.
 *
 * @param page takes the text of each batch for a page that listens; without it none does.
 * @param after called after each report, with their number.
 * @returns ms from the first to the last.
 */
export function takeReports(
  url: string,
  frames: number,
  { page, after = () => undefined }: { page?: (batch: string) => void; after?: (count: number) => void } = {},
): Promise<number> {
  const world = realWorld();
  const feed = createFeed<OrderRow>('id');
  const orders = createOwnOrders(feed, () => false, createOrderEvents(world.clock));
  const take = createTakeReport(orders, { heard: () => undefined });
  const leave = page === undefined ? () => undefined : listen(world.clock, feed, page);
  return new Promise((resolve, reject) => {
    let count = 0;
    let from = 0;
    const link = openLink(world, url, {
      onOpen: () => undefined,
      onFrame: (frame) => {
        if (count === 0) from = performance.now();
        const read = readPrivate(frame);
        if (!read.ok) return reject(new Error(read.reason));
        if (read.message.kind === 'executionreport') take(read.message.report);
        count += 1;
        after(count);
        if (count < frames) return;
        const ms = performance.now() - from;
        link.close();
        leave();
        void world.http.close();
        resolve(ms);
      },
      onRefused: (reason) => reject(new Error(reason)),
      onQuiet: () => undefined,
      onEnd: (why) => reject(new Error(why)),
    });
  });
}

/** A page that takes each batch in the turn after it was sent. Returns what ends it. */
function listen(clock: Clock, feed: FeedSource<object>, take: (batch: string) => void): () => void {
  const outbox = createOutbox(clock, (text) => {
    const { n } = /"n":(?<n>\d+)/.exec(text)?.groups ?? {};
    setImmediate(() => {
      take(text);
      outbox.acknowledge(Number(n));
    });
  });
  outbox.add(1, feed);
  return () => outbox.close();
}
