import { asciiBytes, NUMBER, parseLossless, type JsonValue } from './json.ts';

/**
 * Frames of a stream, read by what they have in common. Those of one topic have the same keys in the same order
 * and most of the values too: such a frame is a copy of the remembered one with a few values of its own, which one
 * walk over both finds. All others go to {@link parseLossless}, and the result is always the same as its.
 */

/** Of so many topics a frame is remembered, where it and the text that names its topic are no longer than this. */
const MOST_TOPICS = 256;
const LONGEST_FRAME = 4_096;
const LONGEST_HEAD = 128;
/** A longer piece of a text is no copy: it would keep the whole frame in memory (V8's sliced strings). */
const COPIED = 12;

const QUOTE = 34;
const COMMA = 44;
const ZERO = 48;
const BACKSLASH = 92;
const CLOSE_BRACE = 125;

type Fields = Record<string, JsonValue>;

/** Where a plain value stands in the remembered frame. */
interface Slot {
  readonly key: string;
  readonly inRecord: boolean;
  readonly start: number;
  readonly end: number;
}

/** A remembered frame: plain values, and at most one object of plain values, its record. */
interface Pattern {
  readonly bytes: Uint8Array;
  readonly slots: readonly Slot[];
  readonly frame: Fields;
  readonly recordKey: string | null;
  readonly record: Fields;
}

interface Topic {
  pattern: Pattern | null;
  /** Whether the last frame did not look like it. */
  missed: boolean;
}

/**
 * Makes a parser with a memory of its own.
 *
 * @returns what reads a text exactly as {@link parseLossless} does, and throws as it does.
 */
export function createFrameParser(): (text: string) => JsonValue {
  const topics = new Map<string, Topic>();
  return (text) => {
    if (text.length > LONGEST_FRAME) return parseLossless(text);
    const head = text.slice(0, text.indexOf(','));
    const topic = topics.get(head);
    const alike = topic === undefined || topic.pattern === null ? undefined : readAlike(topic.pattern, text);
    if (topic !== undefined && alike !== undefined) {
      topic.missed = false;
      return alike;
    }
    const value = parseLossless(text);
    if (topic !== undefined) {
      // One that looks different may be alone; the second is remembered.
      if (topic.missed) topic.pattern = patternOf(text, value);
      topic.missed = !topic.missed;
    } else if (topics.size < MOST_TOPICS && head.length <= LONGEST_HEAD && head.startsWith('{"topic":"')) {
      topics.set(head, { pattern: patternOf(text, value), missed: false });
    }
    return value;
  };
}

/** What to remember of a frame; null where it has lists or deeper objects, or is not written the shortest way. */
function patternOf(text: string, value: JsonValue): Pattern | null {
  const slots: Slot[] = [];
  let recordKey: string | null = null;
  let at = 0;

  function skip(piece: string): boolean {
    if (!text.startsWith(piece, at)) return false;
    at += piece.length;
    return true;
  }

  function skipFields(fields: Fields, inRecord: boolean): boolean {
    let before = '{';
    for (const [key, field] of Object.entries(fields)) {
      // Writing to __proto__ makes no field.
      if (key === '__proto__' || !skip(`${before}${JSON.stringify(key)}:`)) return false;
      before = ',';
      const start = at;
      if (isFields(field)) {
        if (recordKey !== null) return false;
        recordKey = key;
        if (!skipFields(field, true)) return false;
      } else {
        // A wide number was read as its text and stands there bare.
        if (!skip(JSON.stringify(field)) && !(typeof field === 'string' && skip(field))) return false;
        slots.push({ key, inRecord, start, end: at });
      }
    }
    return before === ',' && skip('}');
  }

  const bytes = asciiBytes(text);
  if (bytes === null || !isFields(value) || !skipFields(value, false) || at !== text.length) return null;
  const record = recordKey === null ? undefined : value[recordKey];
  return {
    bytes: bytes.slice(0, text.length),
    slots,
    frame: { ...value },
    recordKey,
    record: record !== undefined && isFields(record) ? { ...record } : {},
  };
}

const isFields = (value: JsonValue): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a frame that looks like the remembered one; undefined for any other, also for one that is no JSON. */
function readAlike({ bytes: old, slots, ...known }: Pattern, text: string): JsonValue | undefined {
  const bytes = asciiBytes(text);
  if (bytes === null) return undefined;
  const frame = { ...known.frame };
  const record = { ...known.record };
  if (known.recordKey !== null) frame[known.recordKey] = record;
  let i = 0;
  let j = 0;
  for (const { key, inRecord, start, end } of slots) {
    while (j < start) if (bytes[i++] !== old[j++]) return undefined;
    const from = i;
    if (from >= text.length) return undefined;
    while (j < end && bytes[i] === old[j]) {
      i += 1;
      j += 1;
    }
    if (j === end && isEnd(bytes[i])) continue;
    j = end;
    i = endOfValue(bytes, from);
    const value = i > text.length ? undefined : plainValue(text, bytes, from, i);
    if (value === undefined) return undefined;
    (inRecord ? record : frame)[key] = value;
  }
  while (j < old.length) if (bytes[i++] !== old[j++]) return undefined;
  return i === text.length ? frame : undefined;
}

const isEnd = (c: number | undefined): boolean => c === COMMA || c === CLOSE_BRACE;

/** The place behind a plain value; somewhere for anything else. The quotes behind the text stop the walk. */
function endOfValue(bytes: Uint8Array, from: number): number {
  let i = from + 1;
  if (bytes[from] === QUOTE) {
    while (bytes[i] !== QUOTE) i += 1;
    return i + 1;
  }
  while (!isEnd(bytes[i]) && bytes[i] !== QUOTE) i += 1;
  return i;
}

/** Reads a plain value as parseLossless does; undefined for one with escapes, and for what is none. */
function plainValue(text: string, bytes: Uint8Array, from: number, end: number): JsonValue | undefined {
  if (bytes[from] === QUOTE) {
    for (let i = from + 1; i < end; i += 1) {
      const c = bytes[i] as number;
      if (c === BACKSLASH || c < 32) return undefined;
    }
    return copyOf(text, from + 1, end - 1);
  }
  const integer = integerOf(bytes, from, end);
  if (integer !== undefined) return integer;
  const token = copyOf(text, from, end);
  if (NUMBER.test(token)) return /^-[1-9]\d{0,14}$/.test(token) ? Number(token) : token;
  return token === 'true' ? true : token === 'false' ? false : token === 'null' ? null : undefined;
}

/** An integer of at most 15 digits that is not negative; undefined for anything else. */
function integerOf(bytes: Uint8Array, from: number, end: number): number | undefined {
  if (end - from > 15 || (bytes[from] === ZERO && end - from > 1)) return undefined;
  let integer = 0;
  for (let i = from; i < end; i += 1) {
    const digit = (bytes[i] as number) - ZERO;
    if (digit < 0 || digit > 9) return undefined;
    integer = integer * 10 + digit;
  }
  return integer;
}

/** A piece of a text that does not keep the text in memory. */
function copyOf(text: string, from: number, end: number): string {
  let copy = text.slice(from, Math.min(end, from + COPIED));
  for (let i = from + COPIED; i < end; i += COPIED) copy += text.slice(i, Math.min(end, i + COPIED));
  return copy;
}
