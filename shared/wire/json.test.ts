import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integerLiteral, numberLiteral, parseLossless } from './json.ts';

describe('reading JSON without losing digits', () => {
  it.each([
    ['0', 0],
    ['-1', -1],
    ['999999999999999', 999999999999999],
    ['-999999999999999', -999999999999999],
    ['1752049062496', 1752049062496],
  ])('keeps %s as a number', (text, value) => {
    expect(parseLossless(text)).toBe(value);
    expect(parseLossless(`{"a":${text}}`)).toEqual({ a: value });
  });

  it.each([
    '1954766344355779056',
    '9007199254740993',
    '9223372036854775807',
    '1000000000000000',
    '-1000000000000000',
    '-0',
    '-0.0',
    '0.1',
    '1.10',
    '64210.50',
    '1e3',
    '1E-7',
    '1.5e+20',
    '0.000000000000000000000000000001',
    `${'9'.repeat(400)}.${'1'.repeat(400)}`,
  ])('keeps %s as its own text', (text) => {
    expect(parseLossless(text)).toBe(text);
    expect(parseLossless(` [ ${text} , ${text}]`)).toEqual([text, text]);
    expect(parseLossless(`{"a":${text}}`)).toEqual({ a: text });
  });

  it.each([
    ['a number in it', '"1954766344355779056 and 0.1"'],
    ['an escaped quote before a number', String.raw`"\":1954766344355779056"`],
    ['an escaped backslash at its end', String.raw`"\\"`],
    ['three backslashes and a quote', String.raw`"a\\\"1.5"`],
    ['escapes far inside', `"${'x'.repeat(40)}${String.raw`\\\"`}1.5${'y'.repeat(40)}"`],
    ['backslashes across the walked part', `"${'x'.repeat(13)}${String.raw`\\\\\"`}1.5"`],
    ['unicode', String.raw`"\u0022 1.5 ٣ １ \ud83d\ude00 😀"`],
    ['nothing in it', '""'],
  ])('leaves a string with %s as it is', (_what, text) => {
    expect(parseLossless(text)).toBe(JSON.parse(text));
    expect(parseLossless(`{${text}:[${text},0.10]}`)).toEqual({
      [String(JSON.parse(text))]: [JSON.parse(text), '0.10'],
    });
  });

  it('takes the last of duplicate keys, as the platform does', () => {
    expect(parseLossless('{"id":1,"id":1954766344355779056}')).toEqual({ id: '1954766344355779056' });
  });

  it('keeps a key named __proto__ a plain field', () => {
    const read = parseLossless('{"__proto__":{"admin":1.5}}');
    expect(Object.keys(read as object)).toEqual(['__proto__']); // an object was parsed
    expect(({} as { admin?: unknown }).admin).toBeUndefined();
  });

  it.each([
    '',
    ' ',
    '01',
    '00.1',
    '01234567890123456789',
    '+1',
    '.5',
    '5.',
    '1.5.5',
    '1e',
    '1e+',
    '1.e5',
    '--1',
    '-',
    '-a',
    '1-2',
    '12345678901234567x',
    '1.5 1.5',
    'NaN',
    'Infinity',
    '-Infinity',
    '0x10',
    '1,000',
    '[1.5,]',
    '{"a":1.5,}',
    '{"a" 1.5}',
    '{1.5:1}',
    '{a:1.5}',
    "{'a':1.5}",
    '"open',
    '"open\\',
    '"open\\"',
    '{"a":"open}',
    '[',
    '[1.5',
    ']',
    '"a\nb"',
    'undefined',
    'truefalse',
    '1.5e5e5',
  ])('refuses what is not JSON: %j', (text) => {
    expect(() => parseLossless(text)).toThrow(SyntaxError);
  });

  it('refuses a number as a key, which quoting must not turn into one', () => {
    expect(() => parseLossless('{"a":{1954766344355779056 : 1}}')).toThrow(SyntaxError);
    expect(() => parseLossless('{19547663443557790561:1}')).toThrow(SyntaxError);
  });

  it('reads 20,000 levels and refuses one more', () => {
    const nested = (levels: number): string => '['.repeat(levels) + '1.5' + ']'.repeat(levels);
    let value = parseLossless(nested(20_000));
    let depth = 0;
    while (Array.isArray(value)) {
      value = value[0];
      depth += 1;
    }
    expect([depth, value]).toEqual([20_000, '1.5']);
    expect(() => parseLossless(nested(20_001))).toThrow('nests too deep');
  });

  it('counts depth, not brackets', () => {
    const wide = `[${Array.from({ length: 30_000 }, () => '[{}]').join(',')}]`;
    expect(parseLossless(wide)).toHaveLength(30_000);
    expect(parseLossless(JSON.stringify('[{'.repeat(30_000)))).toBe('[{'.repeat(30_000));
  });

  it('reads values without numbers exactly as JSON.parse does', () => {
    const { value } = fc.letrec<{ value: unknown; text: string }>((tie) => ({
      text: fc.string({
        unit: fc.constantFrom('"', '\\', ':', ',', '1', '.', '-', 'e', '{', ']', ' ', 'a', '\n', '😀'),
      }),
      value: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, true, false),
        tie('text'),
        fc.array(tie('value'), { maxLength: 5 }),
        fc.dictionary(tie('text'), tie('value'), { maxKeys: 5 }),
      ),
    }));
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1), (given, indent) => {
        const text = JSON.stringify(given, null, indent);
        expect(parseLossless(text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('reads any value with numbers as JSON.parse does, once its texts are numbers again', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true })), (numbers) => {
        const text = JSON.stringify({ numbers });
        const read = parseLossless(text) as { numbers: readonly (string | number)[] }; // the shape just written
        expect(read.numbers.map(Number)).toEqual(JSON.parse(text).numbers);
      }),
      { numRuns: 2_000 },
    );
  });

  it('refuses exactly what JSON.parse refuses, a valid text with a few pieces changed', () => {
    const pieces = ['"a"', '\\', '"', ':', ',', '0', '1', '.', '-', '+', 'e', '{', '}', '[', ']', ' ', 'true', '-0.5'];
    const wide = '12345678901234567';
    const valid = ['{', '"b"', ' ', ':', wide, ' ', ',', '"a"', ':', '[', '1.5', ',', wide, ']', '}'];
    const accepts = (parse: (text: string) => unknown, text: string): boolean => {
      try {
        parse(text);
        return true;
      } catch {
        return false;
      }
    };
    const change = fc.tuple(fc.nat(valid.length - 1), fc.constantFrom(...pieces, wide, ''));
    fc.assert(
      fc.property(fc.array(change, { maxLength: 3 }), (changes) => {
        const parts = [...valid];
        for (const [place, piece] of changes) parts[place] = piece;
        const text = parts.join('');
        expect([text, accepts(parseLossless, text)]).toEqual([text, accepts(JSON.parse, text)]);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe('numbers that are written digit by digit', () => {
  it('writes an id of 19 digits bare', () => {
    expect(JSON.stringify({ id: integerLiteral('1954766344355779056') })).toBe('{"id":1954766344355779056}');
  });

  it('writes a decimal of 30 digits bare', () => {
    expect(JSON.stringify([numberLiteral('0.100000000000000000000000000000')])).toBe(
      '[0.100000000000000000000000000000]',
    );
  });

  it.each(['', ' 1', '1.5', '01', '1e3', '1}', '"1"', 'null', '--1'])('refuses %j as an integer', (text) => {
    expect(() => integerLiteral(text)).toThrow(SyntaxError);
  });

  it.each(['', ' 1', '.5', '5.', '01', '1}', '"1"', 'null', 'NaN', '1,5'])('refuses %j as a number', (text) => {
    expect(() => numberLiteral(text)).toThrow(SyntaxError);
  });
});
