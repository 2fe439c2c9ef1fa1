/** What can go wrong on the streams; set as a whole, and undone by the empty setting. */
export interface StreamFaults {
  /** Nothing is sent any more though the sockets stay open. */
  readonly silent: boolean;
  /** One of so many messages is lost; 0 loses none. */
  readonly loseOneOf: number;
  /** One of so many messages is sent twice; 0 none. */
  readonly repeatOneOf: number;
  /** One of so many messages is followed by text that is no JSON; 0 none. */
  readonly garbageOneOf: number;
  /** Which streams it concerns. */
  readonly which: 'public' | 'private' | 'all';
  /** A topic's beginning, or "" for all; answers to commands are never touched. */
  readonly topic: string;
}

export const NO_STREAM_FAULTS: StreamFaults = {
  silent: false,
  loseOneOf: 0,
  repeatOneOf: 0,
  garbageOneOf: 0,
  which: 'all',
  topic: '',
};

/** Texts to send instead of one. `count` is the number of the message since the faults were set. */
export function disturb(
  faults: StreamFaults,
  stream: 'public' | 'private',
  topic: string,
  count: number,
  text: string,
): readonly string[] {
  if (faults === NO_STREAM_FAULTS) return [text];
  if (faults.which !== 'all' && faults.which !== stream) return [text];
  if (!topic.startsWith(faults.topic)) return [text];
  if (faults.silent) return [];
  const hits = (oneOf: number): boolean => oneOf > 0 && count % oneOf === 0;
  if (hits(faults.loseOneOf)) return [];
  if (hits(faults.repeatOneOf)) return [text, text];
  if (hits(faults.garbageOneOf)) return [text, '{"topic":"\u0000 not json'];
  return [text];
}
