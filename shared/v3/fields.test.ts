import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseLossless } from '../wire/json.ts';
import {
  decimalField,
  decimalOrZeroField,
  flagField,
  idField,
  instantField,
  integerField,
  isNothing,
  maybeDecimalField,
  maybeFlagField,
  maybeIdField,
  maybeInstantField,
  maybeIntegerField,
  maybeTextField,
  textListField,
} from './fields.ts';

const nothings = [undefined, null, '', 'null'];

describe('nothing', () => {
  it.each(nothings)('is %j', (value) => {
    expect(isNothing(value)).toBe(true);
    expect(maybeDecimalField.parse(value)).toBeNull();
    expect(maybeTextField.parse(value)).toBeNull();
    expect(maybeIdField.parse(value)).toBeNull();
    expect(maybeInstantField.parse(value)).toBeNull();
    expect(maybeIntegerField.parse(value)).toBeNull();
    expect(maybeFlagField.parse(value)).toBeNull();
    expect(flagField.parse(value)).toBe(false);
    expect(decimalOrZeroField.parse(value)).toBe('0');
    expect(textListField.safeParse(value === 'null' ? [] : value).data).toEqual([]);
  });

  it.each([0, '0', false, [], {}])('is not %j', (value) => {
    expect(isNothing(value)).toBe(false);
  });

  it.each(nothings)('refuses %j where a value is due', (value) => {
    for (const field of [decimalField, idField, instantField]) expect(field.safeParse(value).success).toBe(false);
  });
});

describe('fields of a record', () => {
  it.each([
    [decimalField, 1.5, '1.5'],
    [decimalField, '1.50', '1.50'],
    [decimalField, '1e-7', '0.0000001'],
    [maybeDecimalField, 0, '0'],
    [idField, 5, '5'],
    [idField, '1954766344355779056', '1954766344355779056'],
    [maybeIdField, 0, null],
    [maybeIdField, '0', null],
    [instantField, '1752049062.496', 1752049062496],
    [maybeInstantField, '0', null],
    [maybeTextField, 5, '5'],
    [integerField, '10', 10],
    [maybeIntegerField, 0, 0],
    [flagField, 1, true],
    [flagField, '1', true],
    [flagField, 'true', true],
    [flagField, 0, false],
    [flagField, 'false', false],
    [textListField, ['READ', 'TRADE'], ['READ', 'TRADE']],
  ])('read %#', (field, value, read) => {
    expect(field.parse(value)).toEqual(read);
  });

  it.each([
    [decimalField, 'abc'],
    [decimalField, {}],
    [decimalField, true],
    [maybeDecimalField, '1,000'],
    [idField, '-1'],
    [idField, '1.5'],
    [idField, 1.5],
    [instantField, 'now'],
    [integerField, '1.5'],
    [integerField, '9007199254740993'],
    [maybeTextField, {}],
    [textListField, [5]],
  ])('refuse %#', (field, value) => {
    expect(field.safeParse(value).success).toBe(false);
  });

  it('give back 20,000 random decimals and ids of 19 digits byte for byte', () => {
    const record = z.looseObject({ id: idField, value: decimalField });
    const whole = fc.bigInt({ min: 0n, max: 10n ** 20n });
    fc.assert(
      fc.property(
        fc.bigInt({ min: 10n ** 18n, max: 2n ** 63n - 1n }),
        fc.tuple(fc.constantFrom('', '-'), whole, fc.stringMatching(/^[0-9]{1,18}$/)),
        fc.boolean(),
        (id, [sign, units, fraction], quoted) => {
          const value = `${sign}${units}.${fraction}`;
          const quote = quoted ? '"' : '';
          const text = `{"id":${quote}${id}${quote},"value":${quote}${value}${quote}}`;
          expect(record.parse(parseLossless(text))).toEqual({ id: String(id), value });
        },
      ),
      { numRuns: 20_000 },
    );
  });
});
