import type { JsonValue } from '../../wire/json.ts';
import { wireInstant, type Millis } from '../../time.ts';
import { isObject } from './plain.ts';

/** What the exchange says to a SUBSCRIBE, UN_SUBSCRIBE or PING, or by itself (protocol.md, 4.2). */
export interface CommandAnswer {
  /** In upper case: SUBSCRIBE, UN_SUBSCRIBE, PING, PONG, ERROR. */
  readonly cmd: string;
  /** Id of the command that it answers; null where none or an empty one came. */
  readonly id: string | null;
  readonly success: boolean;
  /** Accepted topics. A refused topic is missing here while success is true. */
  readonly topics: readonly string[] | null;
  readonly message: string | null;
  readonly time: Millis | null;
}

/**
 * Reads a frame that is no topic's message.
 *
 * @param frame parsed frame.
 * @returns the answer, or null when the frame has no command word. Never throws.
 */
export function readCommandAnswer(frame: JsonValue): CommandAnswer | null {
  if (!isObject(frame) || typeof frame.cmd !== 'string') return null;
  const { id, data, time } = frame;
  return {
    cmd: frame.cmd.toUpperCase(),
    id: (typeof id === 'string' && id !== '') || typeof id === 'number' ? String(id) : null,
    success: frame.success === true,
    topics: Array.isArray(data) ? data.filter((topic: JsonValue) => typeof topic === 'string') : null,
    message:
      [data, frame.message, frame.errorMsg].find((text): text is string => typeof text === 'string' && text !== '') ??
      null,
    time: typeof time === 'string' || typeof time === 'number' ? wireInstant(time) : null,
  };
}
