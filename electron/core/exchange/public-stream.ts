import { readPublic, type PublicMessage } from '../../../shared/v3/topics.ts';
import type { Timer, World } from '../ports.ts';
import { createStreamKeeper, whyOf } from './stream-keeper.ts';
import { openLink, type StreamLink, type TopicFrame } from './stream-link.ts';
import { FULL, nextCommand } from './subscriptions.ts';
import type { ExchangeAddress, PublicStream, StreamStatus } from './types.ts';

/** A topic that nobody listens to is kept so long: panels come and go together. */
const LINGER_MS = 1_000;

interface Listener {
  readonly onMessage: (message: PublicMessage) => void;
  readonly onRefused: (reason: string) => void;
}

/** The public stream: a topic is subscribed while anybody listens to it. */
export function createPublicStream(parts: {
  readonly world: Pick<World, 'clock' | 'random' | 'sockets'>;
  readonly address: Pick<ExchangeAddress, 'publicStream'>;
}): PublicStream {
  const { world, address } = parts;
  const { clock } = world;
  const wanted = new Map<string, Set<Listener>>();
  const readiness = new Set<() => void>();
  /** What this connection carries, and what it refused and why. */
  const carried = new Set<string>();
  const refused = new Map<string, string>();
  let link: StreamLink | null = null;
  let isOpen = false;
  let isAsking = false;
  let isReady = false;
  let soon: Timer | null = null;

  const keeper = createStreamKeeper({ world, connect });

  function connect(): void {
    drop();
    link = openLink(world, address.publicStream, {
      onOpen() {
        isOpen = true;
        keeper.opened();
        void arrange();
      },
      onFrame: take,
      onRefused: keeper.refused,
      onQuiet: keeper.quiet,
      onEnd: lose,
    });
  }

  function drop(): void {
    link?.close();
    link = null;
    isOpen = false;
    isAsking = false;
    isReady = false;
    carried.clear();
    refused.clear();
  }

  function lose(why: string): void {
    drop();
    keeper.lost(why);
  }

  /** Asks for what is wanted and not carried, and gives back what is not wanted, a request at a time. */
  async function arrange(): Promise<void> {
    const mine = link;
    if (mine === null || !isOpen || isAsking) return;
    isAsking = true;
    for (;;) {
      const command = nextCommand(wanted, carried, refused);
      for (const [topic, reason] of command.refused) refuse(topic, reason);
      if (command.topics.length === 0) break;
      try {
        const answer = await mine.request(command.cmd, command.topics);
        if (mine !== link) return;
        if (command.cmd === 'UN_SUBSCRIBE')
          for (const [topic, reason] of refused) if (reason === FULL) refused.delete(topic);
        for (const topic of command.topics) {
          if (command.cmd === 'UN_SUBSCRIBE') carried.delete(topic);
          else if (answer.success && answer.topics?.includes(topic) !== false) carried.add(topic);
          // A refused topic is left out while the answer says success (protocol.md, 4.2).
          else refuse(topic, answer.message ?? `The exchange does not stream ${topic}.`);
        }
      } catch (error) {
        if (mine === link) lose(whyOf(error));
        return;
      }
    }
    isAsking = false;
    if (isReady) return;
    isReady = true;
    keeper.live();
    for (const listener of readiness) listener();
  }

  function arrangeIn(ms: number): void {
    soon?.cancel();
    soon = clock.after(ms, () => {
      soon = null;
      void arrange();
    });
  }

  function refuse(topic: string, reason: string): void {
    refused.set(topic, reason);
    for (const { onRefused } of wanted.get(topic) ?? []) onRefused(reason);
  }

  function take(frame: TopicFrame): void {
    const listeners = wanted.get(frame.topic);
    // Messages of a topic that was just given back still come.
    if (listeners === undefined) return;
    const read = readPublic(frame);
    if (!read.ok) return keeper.refused(read.reason);
    for (const { onMessage } of listeners) onMessage(read.message);
  }

  const status = (): StreamStatus => ({ ...keeper.status(), keyCreatedAt: null, missing: [] });
  return {
    start: keeper.start,
    stop() {
      soon?.cancel();
      soon = null;
      drop();
      keeper.stop();
    },
    status,
    onStatus: (listener) => keeper.onStatus(() => listener(status())),
    subscribe(topic, onMessage, onRefused = () => undefined) {
      const listener = { onMessage, onRefused };
      const others = wanted.get(topic);
      if (others === undefined) {
        wanted.set(topic, new Set([listener]));
        if (isOpen) arrangeIn(0);
      } else others.add(listener);
      const reason = refused.get(topic);
      if (reason !== undefined) queueMicrotask(() => onRefused(reason));
      return () => {
        const left = wanted.get(topic);
        if (left === undefined || !left.delete(listener) || left.size > 0) return;
        wanted.delete(topic);
        refused.delete(topic);
        if (isOpen && soon === null) arrangeIn(LINGER_MS);
      };
    },
    onReady(listener) {
      readiness.add(listener);
      return () => {
        readiness.delete(listener);
      };
    },
    nudge() {
      if (!keeper.hurry()) link?.probe();
    },
  };
}
