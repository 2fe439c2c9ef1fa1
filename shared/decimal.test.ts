import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  abs,
  add,
  approximate,
  atLeastPlaces,
  compare,
  decimal,
  decimalsOf,
  divide,
  grouped,
  isMultipleOf,
  isNegative,
  isPositive,
  isZero,
  known,
  max,
  min,
  multiply,
  negate,
  neighbours,
  subtract,
  toDecimal,
  wireDecimal,
  ZERO,
  type Decimal,
} from './decimal.ts';

/** Decimals of up to 40 digits with up to 20 places, as the exact integer of 10^-20 they stand for. */
const SCALE = 20;
const exact = fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n });
function written(units: bigint): Decimal {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return decimal(`${sign}${digits.slice(0, -SCALE)}${fraction === '' ? '' : `.${fraction}`}`);
}

describe('what is a decimal', () => {
  it.each(['0', '-0', '1', '-1', '0.1', '-0.10', '64210.50', '9'.repeat(60), `0.${'0'.repeat(60)}1`])(
    'takes %s',
    (text) => {
      expect(toDecimal(text)).toBe(text);
      expect(decimal(text)).toBe(text);
    },
  );

  const refused = [
    '',
    ' 1',
    '1 ',
    '+1',
    '1e3',
    '0x10',
    '1,000',
    '1.000,5',
    '٣',
    '１',
    'NaN',
    'Infinity',
    '.5',
    '5.',
    '00.1',
    '01',
    '--1',
    '1-',
    '-',
    '.',
    '1.2.3',
    '1\n',
    '\u0000',
    '\u202e1',
    'null',
    '${1}',
  ];
  it.each(refused)('refuses %j from a person', (text) => {
    expect(toDecimal(text)).toBeNull();
    expect(() => decimal(text)).toThrow(RangeError);
  });

  it.each([
    ['1e3', '1000'],
    ['1E+3', '1000'],
    ['1.5e-7', '0.00000015'],
    ['-2.50e1', '-25'],
    ['+1', '1'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['00.1', '0.1'],
  ])('writes %s of the wire out as %s', (text, value) => {
    expect(wireDecimal(text)).toBe(value);
  });

  it.each(refused.filter((text) => !['+1', '1e3', '.5', '5.', '00.1', '01'].includes(text)))(
    'refuses %j from the wire',
    (text) => {
      expect(wireDecimal(text)).toBeNull();
    },
  );

  it('keeps the digits of 20,000 random decimals of the wire', () => {
    fc.assert(
      fc.property(exact, fc.nat(5), (units, zeros) => {
        const text = written(units);
        const padded = text.includes('.') ? text + '0'.repeat(zeros) : text;
        expect(wireDecimal(padded)).toBe(padded);
      }),
      { numRuns: 20_000 },
    );
  });

  it('takes exactly the texts of its rule, of 100,000 random ones of its signs', () => {
    const rule = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;
    const text = fc.array(fc.constantFrom(...'-0123456789..00e+ '), { maxLength: 8 }).map((signs) => signs.join(''));
    fc.assert(
      fc.property(text, (each) => {
        expect(toDecimal(each)).toBe(rule.test(each) ? each : null);
      }),
      { numRuns: 100_000 },
    );
  });

  it('does not write out an exponent that would fill the memory', () => {
    expect(wireDecimal('1e99999')).toBeNull();
  });
});

describe('arithmetic', () => {
  it('is exact where a float is not', () => {
    expect(add(decimal('0.1'), decimal('0.2'))).toBe('0.3');
    expect(multiply(decimal('1.005'), decimal('100'))).toBe('100.5');
    expect(subtract(decimal('9007199254740993'), decimal('0.000000001'))).toBe('9007199254740992.999999999');
  });

  it('adds, subtracts, turns and compares as integers of the smallest place do', () => {
    fc.assert(
      fc.property(exact, exact, (a, b) => {
        const [x, y] = [written(a), written(b)];
        expect(add(x, y)).toBe(written(a + b));
        expect(subtract(x, y)).toBe(written(a - b));
        expect(negate(x)).toBe(written(-a));
        expect(abs(x)).toBe(written(a < 0n ? -a : a));
        expect(compare(x, y)).toBe(a < b ? -1 : a > b ? 1 : 0);
        expect([isZero(x), isPositive(x), isNegative(x)]).toEqual([a === 0n, a > 0n, a < 0n]);
        expect(min(x, y)).toBe(a <= b ? x : y);
        expect(max(x, y)).toBe(a >= b ? x : y);
      }),
      { numRuns: 2_000 },
    );
  });

  it('multiplies without losing a digit', () => {
    fc.assert(
      fc.property(exact, fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), (a, whole) => {
        expect(multiply(written(a), decimal(whole.toString()))).toBe(written(a * whole));
      }),
      { numRuns: 2_000 },
    );
  });

  it('compares by value, not by text', () => {
    expect(compare(decimal('1.0'), decimal('1'))).toBe(0);
    expect(compare(decimal('-0'), ZERO)).toBe(0);
    expect(negate(decimal('0.00'))).toBe('0');
  });

  it('cuts a quotient, never rounds it up', () => {
    expect(divide(decimal('2'), decimal('3'), 4)).toBe('0.6666');
    expect(divide(decimal('-2'), decimal('3'), 4)).toBe('-0.6666');
    expect(divide(decimal('1'), decimal('8'))).toBe('0.125');
  });

  it('has no quotient, no neighbours and no price by zero', () => {
    expect(divide(decimal('1'), decimal('0.00'))).toBeNull();
    expect(neighbours(decimal('1.5'), decimal('0.0'))).toEqual({ below: '1.5', above: '1.5' });
    expect([known(decimal('0.0')), known(decimal('-1')), known(null)]).toEqual([null, null, null]);
    expect(known(decimal('0.1'))).toBe('0.1');
  });
});

describe('the grid of a step', () => {
  it('knows what stands on it', () => {
    expect(isMultipleOf(decimal('64210.5'), decimal('0.1'))).toBe(true);
    expect(isMultipleOf(decimal('64210.55'), decimal('0.1'))).toBe(false);
    expect(isMultipleOf(decimal('0.3'), decimal('0.1'))).toBe(true);
    expect(isMultipleOf(decimal('7'), ZERO)).toBe(true);
  });

  it('names the neighbours, both on the grid, one step apart, around the value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 30n }), fc.bigInt({ min: 1n, max: 10n ** 22n }), (a, b) => {
        const [value, step] = [written(a), written(b)];
        const { below, above } = neighbours(value, step);
        expect([isMultipleOf(below, step), isMultipleOf(above, step)]).toEqual([true, true]);
        expect(compare(below, value)).toBeLessThanOrEqual(0);
        expect(compare(above, value)).toBeGreaterThanOrEqual(0);
        expect(subtract(above, below)).toBe(a % b === 0n ? '0' : step);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['0.10', 1],
    ['5', 0],
    ['0.001', 3],
    ['10.00', 0],
    ['100', 0],
  ])('counts the places of %s', (step, places) => {
    expect(decimalsOf(decimal(step))).toBe(places);
  });
});

describe('writing for the screen', () => {
  it.each([
    ['1', 2, '1.00'],
    ['1.5', 2, '1.50'],
    ['1.555', 2, '1.555'],
    ['-0.1', 3, '-0.100'],
    ['1.000', 1, '1.0'],
    ['7', 0, '7'],
  ])('gives %s at least %i places', (value, places, shown) => {
    expect(atLeastPlaces(decimal(value), places)).toBe(shown);
  });

  it.each([
    ['64210.50', '64,210.50'],
    ['-1234567', '-1,234,567'],
    ['999', '999'],
    ['1000', '1,000'],
    ['0.0001234', '0.0001234'],
    ['-100', '-100'],
  ])('groups %s as %s', (value, shown) => {
    expect(grouped(decimal(value))).toBe(shown);
  });

  it('never changes the number', () => {
    fc.assert(
      fc.property(exact, fc.nat(30), (units, places) => {
        const value = written(units);
        expect(compare(atLeastPlaces(value, places), value)).toBe(0);
        expect(grouped(value).replaceAll(',', '')).toBe(value);
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives geometry a double', () => {
    expect(approximate(decimal('64210.5'))).toBe(64210.5);
  });
});

/** Up to 16 digits, as prices and sizes have: some are added and multiplied as doubles, some not. */
const short = fc
  .tuple(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), fc.integer({ min: 0, max: 13 }))
  .map(([units, places]) => ({
    units: units * 10n ** BigInt(SCALE - places),
    text: written(units * 10n ** BigInt(SCALE - places)),
  }));

it('compares short numbers as exactly as long ones', () => {
  fc.assert(
    fc.property(short, short, ({ units: x, text: a }, { units: y, text: b }) => {
      expect(compare(a, b)).toBe(x < y ? -1 : x > y ? 1 : 0);
      expect([isZero(a), isPositive(a), isNegative(a)]).toEqual([x === 0n, x > 0n, x < 0n]);
    }),
    { numRuns: 5_000 },
  );
});

it('adds and multiplies short numbers as exactly as long ones', () => {
  const small = fc
    .integer({ min: -(10 ** 9), max: 10 ** 9 })
    .map((units) => ({ units: BigInt(units), text: decimal(String(units)) }));
  fc.assert(
    fc.property(
      short,
      fc.oneof(
        short,
        small.map(({ units, text }) => ({ units: units * 10n ** BigInt(SCALE), text })),
      ),
      small,
      (a, b, c) => {
        expect(add(a.text, b.text)).toBe(written(a.units + b.units));
        expect(subtract(a.text, b.text)).toBe(written(a.units - b.units));
        expect(multiply(a.text, c.text)).toBe(written(a.units * c.units));
        expect(multiply(c.text, a.text)).toBe(written(a.units * c.units));
      },
    ),
    { numRuns: 20_000 },
  );
});

it('writes no sign at zero and no zeros at the end', () => {
  expect(add(decimal('-0'), decimal('-0'))).toBe('0');
  expect(subtract(decimal('1.50'), decimal('1.5'))).toBe('0');
  expect(multiply(decimal('-0.0'), decimal('5'))).toBe('0');
  expect(add(decimal('1.10'), decimal('0.40'))).toBe('1.5');
  expect(multiply(decimal('0.50'), decimal('20'))).toBe('10');
  expect(add(decimal('9007199254740991'), decimal('1'))).toBe('9007199254740992');
  expect(multiply(decimal('94906267'), decimal('94906267'))).toBe('9007199515875289');
});
