import fc from 'fast-check';
import { expect, it } from 'vitest';
import { add, compare, decimal, ZERO, type Decimal } from '../../../../../shared/decimal.ts';
import { exactSum, sumPartsOf } from './exact-sums.ts';

const digits = (most: number) => fc.stringMatching(new RegExp(String.raw`^\d{1,${most}}$`));
const anyDecimal = (whole: number, places: number): fc.Arbitrary<Decimal> =>
  fc.tuple(fc.boolean(), digits(whole), fc.option(digits(places), { nil: null })).map(([negative, before, after]) => {
    const plain = before.replace(/^0+(?=\d)/, '');
    return decimal(`${negative ? '-' : ''}${plain}${after === null ? '' : `.${after}`}`);
  });

it('adds up decimals of any size to the last digit', () => {
  fc.assert(
    fc.property(fc.array(anyDecimal(15, 24), { maxLength: 12 }), (values) => {
      const sums: [bigint, bigint, bigint] = [0n, 0n, 0n];
      const rest: string[] = [];
      for (const value of values) {
        const limbs = sumPartsOf(value);
        if (limbs === null) rest.push(value);
        else for (const [at, limb] of limbs.entries()) sums[at as 0 | 1 | 2] += BigInt(limb);
      }
      expect(compare(exactSum(...sums, rest), values.reduce(add, ZERO))).toBe(0);
    }),
  );
});

it('takes what has more digits, or is no number, for none', () => {
  expect(sumPartsOf('-12.5')).toEqual([-12, -500_000_000, -0]);
  expect(sumPartsOf('-0.000000000000000001')).toEqual([-0, -0, -1]);
  expect([sumPartsOf('1234567890123'), sumPartsOf('0.1234567890123456789'), sumPartsOf(''), sumPartsOf('1e3')]).toEqual(
    [null, null, null, null],
  );
});
