import type { Page } from 'playwright';
import type { DownFrame, FeedChange, UpFrame } from '../../shared/wire/wire.ts';

/** What a spec does to the frames between page and core. Each returns what goes on; null holds it back. */
export interface Tap {
  /** Rows of one change of a feed, as they came. */
  rows?(feed: string, rows: readonly Record<string, unknown>[]): readonly Record<string, unknown>[] | 'hold';
  /** A row that the core does not tell itself; it goes along with the next batch, once. */
  say?: { readonly feed: string; readonly row: Record<string, unknown> } | undefined;
  /** Whether the answer to a request becomes a failure. */
  fails?(name: string): boolean;
}

/**
 * Puts itself between the page and the core, so that a spec can bring any panel into any state that the
 * core could. Call it before the page is opened; the tap may be changed at any time.
 */
export async function tapBridge(page: Page, tap: Tap): Promise<void> {
  await page.routeWebSocket(/\/bridge/, (socket) => {
    const server = socket.connectToServer();
    const feeds = new Map<number, string>();
    const names = new Map<number, string>();
    const last = new Map<number, number>();
    socket.onMessage((text) => {
      const frame = JSON.parse(String(text)) as UpFrame; // the page's own
      if (frame.t === 'listen') feeds.set(frame.sub, frame.feed);
      if (frame.t === 'ask') names.set(frame.id, frame.name);
      server.send(text);
    });
    server.onMessage((text) => {
      const frame = JSON.parse(String(text)) as DownFrame; // the core's own
      if (frame.t === 'batch') for (const { sub, seq } of frame.changes) last.set(sub, seq);
      socket.send(JSON.stringify(withSaid(changed(frame, tap, feeds, names), tap, feeds, last)));
    });
  });
}

function changed(
  frame: DownFrame,
  tap: Tap,
  feeds: ReadonlyMap<number, string>,
  names: ReadonlyMap<number, string>,
): DownFrame {
  if (frame.t === 'answer' && tap.fails?.(names.get(frame.id) ?? '') === true)
    return {
      t: 'failure',
      id: frame.id,
      fault: { kind: 'ExchangeUnreachable', endpoint: 'public.klineHistory', reason: 'no route to the exchange' },
    };
  if (frame.t !== 'batch' || tap.rows === undefined) return frame;
  const { rows } = tap;
  const changes = frame.changes.flatMap((change): FeedChange[] => {
    const feed = feeds.get(change.sub) ?? '';
    const put = rows(feed, change.t === 'snapshot' ? change.rows : change.put);
    // A feed that is held back once is held back for good: its numbers would not follow any more.
    if (put === 'hold') return [];
    return [change.t === 'snapshot' ? { ...change, rows: [...put] } : { ...change, put: [...put] }];
  });
  return { ...frame, changes };
}

function withSaid(
  frame: DownFrame,
  tap: Tap,
  feeds: ReadonlyMap<number, string>,
  last: Map<number, number>,
): DownFrame {
  const { say } = tap;
  if (frame.t !== 'batch' || say === undefined) return frame;
  const sub = [...feeds].find(([, feed]) => feed === say.feed)?.[0];
  if (sub === undefined) return frame;
  delete tap.say;
  const seq = (last.get(sub) ?? 0) + 1;
  last.set(sub, seq);
  return { ...frame, changes: [...frame.changes, { t: 'delta', sub, seq, put: [say.row], drop: [] }] };
}
