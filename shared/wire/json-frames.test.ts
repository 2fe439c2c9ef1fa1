import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFrameParser } from './json-frames.ts';
import { parseLossless } from './json.ts';

const REPORT =
  '{"topic":"executionreport","ts":1752049062500,"data":{"mt":0,"s":"PERP_BTC_USDT","cid":1752049062,"oid":1954766344355779056,"sx":"0.2500","px":64210.50,"rs":"","tid":77,"ro":false,"rpi":null,"x":-7,"ts":1752049062496}}';

/** Reads the texts one after the other, as parseLossless reads each: the value with its keys in order, or that there is none. */
function expectSame(texts: readonly string[]): void {
  const parse = createFrameParser();
  const outcome = (read: (text: string) => unknown, text: string): unknown => {
    try {
      return written(read(text));
    } catch (error) {
      return (error as Error).name;
    }
  };
  for (const text of texts) expect([text, outcome(parse, text)]).toEqual([text, outcome(parseLossless, text)]);
}

/** As JSON, which would write minus zero as zero. */
const written = (value: unknown): string =>
  JSON.stringify(value, (_key, field: unknown) => (Object.is(field, -0) ? 'minus zero' : field));

describe('reading frames by what they have in common', () => {
  it.each([
    ['as it was', REPORT],
    ['another id', REPORT.replace('1954766344355779056', '1954766344355779057')],
    ['a longer number that begins alike', REPORT.replace('"tid":77', '"tid":770')],
    ['a shorter number that begins alike', REPORT.replace('"tid":77', '"tid":7')],
    ['a number of 15 digits', REPORT.replace('"tid":77', '"tid":999999999999999')],
    ['a number of 16 digits', REPORT.replace('"tid":77', '"tid":9007199254740993')],
    ['a number as text', REPORT.replace('"tid":77', '"tid":"77"')],
    ['a fraction with a nought behind', REPORT.replace('64210.50', '64210.500')],
    ['an exponent', REPORT.replace('64210.50', '6.42E4')],
    ['a negative number', REPORT.replace('-7', '-12')],
    ['a wide negative number', REPORT.replace('-7', '-1234567890123456')],
    ['minus zero', REPORT.replace('-7', '-0')],
    ['a number that begins with zero', REPORT.replace('-7', '07')],
    ['half a number', REPORT.replace('-7', '1.')],
    ['other words', REPORT.replace('false', 'true').replace(':null', ':false')],
    ['half a word', REPORT.replace('false', 'fals')],
    ['an escape', REPORT.replace('"rs":""', String.raw`"rs":"\"no\" \u0041"`)],
    ['more than ASCII', REPORT.replace('"rs":""', '"rs":"kein Geld übrig"')],
    ['a line break in a text', REPORT.replace('"rs":""', '"rs":"a\nb"')],
    ['a long text', REPORT.replace('"rs":""', `"rs":"${'insufficient margin '.repeat(20)}"`)],
    ['a list', REPORT.replace('"rs":""', '"rs":["a"]')],
    ['an empty object', REPORT.replace('"rs":""', '"rs":{}')],
    ['a field more', REPORT.replace('"rs":""', '"rs":"","new":1.50')],
    ['a field less', REPORT.replace('"rs":"",', '')],
    ['a field twice', REPORT.replace('"rs":"",', '"rs":"","rs":"b",')],
    ['a field named __proto__', REPORT.replace('"rs"', '"__proto__"')],
    ['white space', REPORT.replace('"tid":77', '"tid":77 ').replace(':null', ': null')],
    ['something behind', `${REPORT} `],
    ['something wrong behind', `${REPORT}}`],
    ['nothing but a topic', '{"topic":"executionreport","a":1}'],
    ['no object', '["topic",1]'],
    ['nothing', ''],
  ])('reads a frame with %s as parseLossless does, also where such a one is remembered', (_what, text) => {
    expectSame([REPORT, text, REPORT, text, text, text, REPORT]);
    expectSame([text, text, REPORT, text]);
  });

  it('refuses a frame that ends too early, at whatever place', () => {
    for (let length = 0; length < REPORT.length; length += 1) {
      const text = REPORT.slice(0, length);
      expectSame([REPORT, text]);
      // what a longer text left behind is not taken for its end
      expectSame([REPORT, `${' '.repeat(length)}${REPORT}`, text]);
    }
  });

  it('reads any frames of plain values in turns', () => {
    const value = fc.oneof(
      fc.constantFrom('1', '-1', '0', '-0', '12', '1.50', '1e3', '123456789012345678', 'true', 'null', '{}', '[1.5]'),
      fc.constantFrom(
        '""',
        '"a"',
        '"ab"',
        '"1"',
        '"ü"',
        '"è"',
        String.raw`"\\"`,
        '"sixteen letters!"',
        '',
        '"',
        '{"a":1.0}',
      ),
    );
    const key = fc.constantFrom('a', 'b', '1', '__proto__', 'ü');
    const fields = fc
      .array(fc.tuple(key, value), { maxLength: 4 })
      .map((pairs) => pairs.map(([name, text]) => `"${name}":${text}`).join(','));
    const frame = fc.tuple(fields, fields).map(([outer, inner]) => `{"topic":"t",${outer},"data":{${inner}}}`);
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 3 }), fc.array(fc.nat(2), { maxLength: 12 }), (frames, turns) =>
        expectSame(turns.map((turn) => frames[turn] ?? '{"topic":"t","b":2}')),
      ),
      { numRuns: 3_000 },
    );
  });

  it('reads a frame with pieces changed as parseLossless does', () => {
    const pieces = ['"', '\\', ',', ':', '{', '}', '0', '7', '.', '-', 'e', ' ', 'null', '"a":1,', ''];
    fc.assert(
      fc.property(fc.nat(REPORT.length), fc.nat(4), fc.constantFrom(...pieces), (place, gone, piece) =>
        expectSame([REPORT, REPORT.slice(0, place) + piece + REPORT.slice(place + gone)]),
      ),
      { numRuns: 5_000 },
    );
  });

  it('gives each frame objects of its own', () => {
    const parse = createFrameParser();
    for (let n = 0; n < 3; n += 1) {
      const read = parse(REPORT) as { topic?: string; data: { s: string } }; // what the report says
      expect(read).toEqual(parseLossless(REPORT));
      read.data.s = 'changed';
      delete read.topic;
    }
  });

  it('goes on reading where topics without number are sent', () => {
    expectSame(
      Array.from({ length: 400 }, (_, n) => `{"topic":"t${n}","data":{"a":${n}.0}}`).flatMap((text) => [text, text]),
    );
  });
});
