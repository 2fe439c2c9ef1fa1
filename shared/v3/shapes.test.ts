import { describe, expect, it } from 'vitest';
import { parseLossless } from '../wire/json.ts';
import { COMMAND_ANSWERS, PRIVATE_FRAMES, PUBLIC_FRAMES, REFUSALS } from '../testing/wire-frames.ts';
import { ANSWERS, dataAround, REQUESTS, type Shape } from '../testing/wire-shapes.ts';
import type { Endpoint } from './endpoint.ts';
import { endpoints, type EndpointName } from './endpoints.ts';
import { readEnvelope } from './envelope.ts';
import { privateTopics, readCommandAnswer, readPrivate, readPublic } from './topics.ts';

/** Each shape that the documents show, once, read by what reads it in the program. */

/** Only null was ever seen of it, and no document says what it is. */
const NOT_READ: Partial<Record<EndpointName, readonly string[]>> = { 'public.instruments': ['tickGranularity'] };

const rowOf = (name: EndpointName): Endpoint => endpoints[name];
const names = Object.keys(endpoints) as EndpointName[]; // its keys are these
const isShape = (answer: (typeof ANSWERS)[EndpointName]): answer is Shape => typeof answer !== 'string';
const shown = names.flatMap((name) => {
  const answer = ANSWERS[name];
  return isShape(answer) ? answer.records.map((record) => ({ name, ...answer, record })) : [];
});

/** Reads `data` as the client does: out of its envelope, by the operation's schema. */
function readData(name: EndpointName, data: string | null): unknown {
  const text = `{"success":true,"timestamp":1752049062496${data === null ? '' : `,"data":${data}`}}`;
  const envelope = readEnvelope(200, parseLossless(text));
  if (!envelope.ok) throw new Error(envelope.message);
  return rowOf(name).output.parse(envelope.data);
}

/** The record itself, or the only one of a list. */
function onlyRecord(read: unknown): object {
  const { rows } = read as { rows?: readonly object[] }; // or a record, which has no rows
  if (rows === undefined) return read as object;
  expect(rows).toHaveLength(1);
  return rows[0] ?? {};
}

describe('answers', () => {
  it.each(shown)('$name, $section', ({ name, around, record }) => {
    for (const data of dataAround(around, record)) expect(onlyRecord(readData(name, data))).toBeTypeOf('object');
  });

  it.each(shown)('$name knows each field of $section', ({ name, around, record }) => {
    const whole = JSON.parse(record) as Record<string, unknown>; // the text above; digits do not matter here
    const size = (part: object): number | null => {
      const [data = ''] = dataAround(around, JSON.stringify(part));
      try {
        return Object.keys(onlyRecord(readData(name, data))).length;
      } catch {
        return null; // it cannot be left out
      }
    };
    // A field that is only passed on is missing in what is read when it is left out.
    const passedOn = Object.keys(whole).filter((field) => {
      const { [field]: _left, ...rest } = whole;
      const without = size(rest);
      return without !== null && without < (size(whole) ?? 0);
    });
    expect(passedOn).toEqual(NOT_READ[name] ?? []);
  });

  it.each(names.filter((name) => !isShape(ANSWERS[name])))('%s is read with its envelope alone', (name) => {
    expect(() => readData(name, null)).not.toThrow();
  });
});

it.each(REQUESTS)('the request of %s: %s', (name, text) => {
  const fields = JSON.parse(text) as Record<string, unknown>; // the text above
  expect(rowOf(name).input.parse(fields)).toMatchObject(fields);
});

describe('frames', () => {
  it.each(Object.entries(PUBLIC_FRAMES))('%s', (topic, data) => {
    expect(readPublic(parseLossless(`{"topic":"${topic}","ts":1752049062500,"data":${data}}`))).toMatchObject({
      ok: true,
    });
  });

  it.each(PRIVATE_FRAMES)('%s %s', (topic, data) => {
    const read = readPrivate(parseLossless(`{"topic":"${topic}","ts":1752049062500,"data":${data}}`));
    if (!read.ok) expect.fail(read.reason);
    // Every letter has its name.
    const named = JSON.stringify(read.message).match(/"extra":\{[^}]*\}/g) ?? [];
    expect(named.filter((extra) => extra !== '"extra":{}')).toEqual([]);
  });

  it('are of all private topics', () => {
    expect(new Set(PRIVATE_FRAMES.map(([topic]) => topic))).toEqual(new Set(privateTopics));
  });

  it.each(COMMAND_ANSWERS)('%s', (text, success) => {
    expect(readCommandAnswer(parseLossless(text))).toMatchObject({ success });
  });
});

it.each(REFUSALS)('HTTP %i with %s', (status, body, code) => {
  expect(readEnvelope(status, parseLossless(body))).toMatchObject({ ok: false, code });
});
