import { readPublic, type PublicMessage } from '../../../../shared/v3/topics.ts';
import type { Timer, World } from '../../world/ports.ts';
import { createStreamKeeper, DEAF, whyOf } from './stream-keeper.ts';
import { DEAD_MS, openLink, QUIET_MS, type StreamLink, type TopicFrame } from './stream-link.ts';
import { FULL, nextCommand } from './subscriptions.ts';
import type { ExchangeAddress, PublicStream, StreamStatus } from '../types.ts';

/** A topic that nobody listens to is kept so long: panels come and go together. */
const LINGER_MS = 1_000;
/** Topics that bring something each second, or each ten at most, whatever the market does (protocol.md, 4.5). */
const TICKING: ReadonlySet<string> = new Set(['ticker', 'orderbook10', 'markprice', 'indexprice']);
const isTicking = (topic: string): boolean => TICKING.has(topic.slice(0, topic.indexOf('@')));
const MUTE = 'Pings are answered, and no data comes.';

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

  /** Monotonic ms of the last frame of a topic; null for none yet. */
  let dataAt: number | null = null;
  /** From when on this connection carries a topic that ticks; null while it carries none. */
  let tickingFrom: number | null = null;
  /** Whether nothing of a topic comes at all, or not even a ping is answered. Only data end the first. */
  let isMute = false;
  let isDeaf = false;
  let silence: Timer | null = null;

  const keeper = createStreamKeeper({
    world,
    connect,
    heardAt() {
      const at = dataAt ?? tickingFrom;
      return at === null ? null : clock.now() - (clock.monotonic() - at);
    },
  });

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
      onQuiet(quiet) {
        isDeaf = quiet;
        tellQuiet();
      },
      onEnd: lose,
    });
  }

  function drop(): void {
    link?.close();
    link = null;
    isOpen = false;
    isAsking = false;
    isReady = false;
    isDeaf = false;
    tickingFrom = null;
    silence?.cancel();
    silence = null;
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
    watchSilence();
    if (isReady) return;
    isReady = true;
    if (isMute) keeper.begun('Waiting for the exchange to send data.');
    else ready();
  }

  function ready(): void {
    keeper.live();
    for (const listener of readiness) listener();
  }

  const tellQuiet = (): void => keeper.quiet(isDeaf ? DEAF : isMute ? MUTE : null);

  /** Looks whether topics that always tick have brought nothing for too long. */
  function watchSilence(): void {
    silence?.cancel();
    silence = null;
    if (![...carried].some(isTicking)) {
      tickingFrom = null;
      if (isMute) endMute();
      return;
    }
    const now = clock.monotonic();
    tickingFrom ??= now;
    const silentMs = now - Math.max(dataAt ?? tickingFrom, tickingFrom);
    if (silentMs >= DEAD_MS) return lose(`no data came for ${DEAD_MS / 1000} s`);
    if (silentMs >= QUIET_MS && !isMute) {
      isMute = true;
      tellQuiet();
    }
    silence = clock.after((silentMs >= QUIET_MS ? DEAD_MS : QUIET_MS) - silentMs, watchSilence);
  }

  /** Data come again, or none are due: what was lost meanwhile is read as after a lost connection. */
  function endMute(): void {
    isMute = false;
    if (!isReady) return;
    keeper.begun('Reading what was missed.');
    ready();
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
    dataAt = clock.monotonic();
    if (isMute) {
      endMute();
      watchSilence();
    }
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
      isMute = false;
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
