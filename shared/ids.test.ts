import { describe, expect, it } from 'vitest';
import { isClientId, MAX_CLIENT_ID } from './ids.ts';

describe('a client order id', () => {
  it.each(['0', '1', '9007199254740993', '1954766344355779056', '9223372036854775807'])('may be %s', (text) => {
    expect(isClientId(text)).toBe(true);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '-1',
    '+1',
    '01',
    '00',
    '1.0',
    '1e3',
    '0x10',
    '9223372036854775808',
    '10000000000000000000',
    '٣',
    'abc',
    '1\n',
  ])('may not be %j', (text) => {
    expect(isClientId(text)).toBe(false);
  });

  it('ends at 2^63 - 1', () => {
    expect(MAX_CLIENT_ID).toBe(2n ** 63n - 1n);
  });
});
