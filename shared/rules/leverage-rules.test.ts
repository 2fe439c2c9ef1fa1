import { expect, it } from 'vitest';
import { leverageOf, mostLeverage, readLeverageText, spotMarginChoices } from './leverage-rules.ts';

it.each([
  ['0.02', 50],
  ['0.05', 20],
  ['0.1', 10],
  ['1', 1],
  [null, 1000],
  ['0', 1000],
])('reads the most from an initial margin ratio of %j as %d', (ratio, most) => {
  expect(mostLeverage(ratio)).toBe(most);
});

it('takes whole numbers from 1 to the most, and names the range otherwise', () => {
  expect(readLeverageText(' 20 ', 50)).toEqual({ ok: true, leverage: 20 });
  for (const text of ['', '0', '51', '1.5', '-3', '1e9', '1000000000', 'ten', '٣'])
    expect(readLeverageText(text, 50)).toEqual({ ok: false, reason: 'A whole number from 1 to 50.' });
});

it('knows what each account mode allows for spot margin', () => {
  expect(spotMarginChoices('MARGIN')).toEqual([3, 4, 5, 10]);
  expect(spotMarginChoices('FUTURES')).toContain(50);
  expect(spotMarginChoices('PURE_SPOT')).toEqual([]);
});

it.each([
  ['BUY', 'BOTH', 'LONG 10, SHORT 20', 10],
  ['SELL', 'BOTH', 'LONG 10, SHORT 20', 20],
  ['SELL', 'LONG', 'LONG 10, SHORT 20', 10],
  ['SELL', 'BOTH', 'BOTH 5', 5],
  ['BUY', 'LONG', 'BOTH 5', 5],
  ['BUY', 'BOTH', '', null],
] as const)('takes the leverage of a %s of %s from “%s”', (side, positionSide, answer, leverage) => {
  const sides = answer.split(', ').flatMap((each) => {
    const [name = '', times] = each.split(' ');
    return times === undefined ? [] : [{ positionSide: name, leverage: Number(times) }];
  });
  expect(leverageOf(sides, { side, positionSide })).toBe(leverage);
});
