import { expect, it } from 'vitest';
import { checkTimeout, readTimeout } from './deadman-rules.ts';

it.each([
  ['60', 60_000],
  [' 8 ', 8_000],
  ['900', 900_000],
  ['12.5', 12_500],
  ['12.345', 12_345],
])('reads %j seconds', (text, timeoutMs) => {
  expect(readTimeout(text, 'renew')).toEqual({ ok: true, timeoutMs });
});

it.each(['', '-5', '0', '7', '900.001', '1e3', '60s', 'NaN', '٦٠', '9999999'])('refuses %j with the range', (text) => {
  expect(readTimeout(text, 'renew')).toMatchObject({ ok: false, reason: expect.stringMatching(/8 to 900/) });
});

it('lets a countdown that is not renewed be shorter', () => {
  expect(checkTimeout(1_000, 'once').ok).toBe(true);
  expect(checkTimeout(999, 'once').ok).toBe(false);
  expect(checkTimeout(1_000, 'renew').ok).toBe(false);
});
