/** More in one request are refused whole, as seen on the wire; 20 are documented (protocol.md, 4.3). */
const TOPICS_PER_REQUEST = 10;
/** The next one is silently left out. */
const TOPICS_PER_CONNECTION = 100;
/** Said of a topic for which there is no room; it is asked for once there is. */
export const FULL = `A connection carries ${TOPICS_PER_CONNECTION} topics at most.`;

/** The next request of a connection; no topics where there is none to send. */
export interface Command {
  readonly cmd: 'SUBSCRIBE' | 'UN_SUBSCRIBE';
  readonly topics: readonly string[];
  /** Topics for which there is no room, with the reason. */
  readonly refused: ReadonlyMap<string, string>;
}

/**
 * Decides what a connection is asked for next: at most ten topics, never more than a hundred in all, and
 * nothing twice (a repeated topic would be left out of the acknowledgement like a refused one).
 *
 * @param wanted topics that somebody listens to, as keys.
 * @param carried topics that the connection has.
 * @param refused topics that it does not take, as keys.
 */
export function nextCommand(
  wanted: ReadonlyMap<string, unknown>,
  carried: ReadonlySet<string>,
  refused: ReadonlyMap<string, unknown>,
): Command {
  const missing = [...wanted.keys()].filter((topic) => !carried.has(topic) && !refused.has(topic));
  const idle = [...carried].filter((topic) => !wanted.has(topic));
  const room = TOPICS_PER_CONNECTION - carried.size;
  if (missing.length === 0 || (room < missing.length && idle.length > 0))
    return { cmd: 'UN_SUBSCRIBE', topics: idle.slice(0, TOPICS_PER_REQUEST), refused: new Map() };
  return {
    cmd: 'SUBSCRIBE',
    topics: missing.slice(0, Math.min(room, TOPICS_PER_REQUEST)),
    refused: new Map(missing.slice(room).map((topic) => [topic, FULL])),
  };
}
