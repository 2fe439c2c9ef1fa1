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
  /** One of so many messages comes after the next one of its client; 0 none. */
  readonly reorderOneOf: number;
  /** Topics that begin so are left out of acknowledgements; "" refuses none. */
  readonly refuse: string;
  /** So many next connections are dropped right after they were opened. */
  readonly closeOnConnect: number;
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
  reorderOneOf: 0,
  refuse: '',
  closeOnConnect: 0,
  which: 'all',
  topic: '',
};

/** Whether a setting concerns a stream and topic. */
const concerns = (faults: StreamFaults, stream: 'public' | 'private', topic: string): boolean =>
  (faults.which === 'all' || faults.which === stream) && topic.startsWith(faults.topic);

/** Whether a message is to be held back until the next one. */
export const holdsBack = (faults: StreamFaults, stream: 'public' | 'private', topic: string, count: number): boolean =>
  faults.reorderOneOf > 0 && concerns(faults, stream, topic) && count % faults.reorderOneOf === 0;

/** Texts to send instead of one. `count` is the number of the message since the faults were set. */
export function disturb(
  faults: StreamFaults,
  stream: 'public' | 'private',
  topic: string,
  count: number,
  text: string,
): readonly string[] {
  if (!concerns(faults, stream, topic)) return [text];
  if (faults.silent) return [];
  const hits = (oneOf: number): boolean => oneOf > 0 && count % oneOf === 0;
  if (hits(faults.loseOneOf)) return [];
  if (hits(faults.repeatOneOf)) return [text, text];
  if (hits(faults.garbageOneOf)) return [text, '{"topic":"\u0000 not json'];
  return [text];
}
