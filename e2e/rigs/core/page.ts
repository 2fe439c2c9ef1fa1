import {
  contractFingerprint,
  feeds,
  type FeedName,
  type FeedRowOf,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../../shared/contract/contract.ts';
import { FaultError } from '../../../shared/errors.ts';
import { downFrameSchema, WIRE_VERSION, type FeedChange, type Port, type UpFrame } from '../../../shared/wire/wire.ts';

/** A page without a screen: it holds feeds as the renderer does, and checks every row against the contract. */
export interface Page {
  ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>>;
  /** The rows of a feed now; it is listened to from the first call on. */
  rows<Name extends FeedName>(feed: Name, key?: string): readonly FeedRowOf<Name>[];
  /** Resolves with what `look` gives once it gives something. */
  until<Found>(look: () => Found | undefined | null | false): Promise<Found>;
  readonly closed: boolean;
  leave(): void;
}

interface Line {
  readonly feed: FeedName;
  readonly rows: Map<string, unknown>;
  seq: number;
}

/** Opens a page on its end of a pipe. */
export function openPage(port: Port): Page {
  const lines = new Map<number, Line>();
  const subs = new Map<string, number>();
  const asked = new Map<number, { resolve: (value: unknown) => void; reject: (fault: FaultError) => void }>();
  const waiting = new Set<() => void>();
  let last = 0;
  let closed = false;
  const say = (frame: UpFrame): void => port.send(JSON.stringify(frame));
  const look = (): void => {
    for (const each of [...waiting]) each();
  };

  function apply(change: FeedChange): void {
    const line = lines.get(change.sub);
    if (line === undefined) return;
    const due = change.t === 'snapshot' ? 0 : line.seq + 1;
    if (change.seq !== due) throw new Error(`${line.feed}: number ${change.seq} where ${due} was due`);
    line.seq = change.seq;
    const { row: schema, id } = feeds[line.feed];
    if (change.t === 'snapshot') line.rows.clear();
    for (const row of change.t === 'snapshot' ? change.rows : change.put)
      line.rows.set(String(row[id]), schema.parse(row));
    if (change.t === 'delta') for (const gone of change.drop) line.rows.delete(gone);
  }

  port.onText((text) => {
    const frame = downFrameSchema.parse(JSON.parse(text));
    switch (frame.t) {
      case 'answer':
        asked.get(frame.id)?.resolve(frame.value);
        break;
      case 'failure':
        asked.get(frame.id)?.reject(new FaultError(frame.fault));
        break;
      case 'batch':
        for (const change of frame.changes) apply(change);
        say({ t: 'ack', n: frame.n });
        break;
      case 'reload':
        throw new Error(frame.reason);
      case 'welcome':
        break;
    }
    look();
  });
  port.onClose(() => {
    closed = true;
    look();
  });
  say({ t: 'hello', wire: WIRE_VERSION, contract: contractFingerprint() });

  return {
    get closed() {
      return closed;
    },
    ask: (name, input) =>
      new Promise((resolve, reject) => {
        last += 1;
        // The core checked its answer against the contract's schema of this name.
        asked.set(last, { resolve: (value) => resolve(value as RequestOutput<typeof name>), reject });
        say({ t: 'ask', id: last, name, input });
      }),
    rows<Name extends FeedName>(feed: Name, key = '') {
      const name = `${feed} ${key}`;
      let sub = subs.get(name);
      if (sub === undefined) {
        last += 1;
        sub = last;
        subs.set(name, sub);
        lines.set(sub, { feed, rows: new Map(), seq: -1 });
        say({ t: 'listen', sub, feed, key });
      }
      // Each was parsed by the schema of this feed's rows.
      return [...(lines.get(sub)?.rows.values() ?? [])] as FeedRowOf<Name>[];
    },
    until: (find) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = find();
          if (found === undefined || found === null || found === false) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
    leave: () => port.close(),
  };
}
