import { expect, test } from 'vitest';
import { CSV_HEAD, csvLine } from './csv.ts';
import { redact } from './redact.ts';

test('takes out secrets at any depth, whatever they are called', () => {
  const text = redact(
    JSON.stringify({
      draft: { apiSecret: 'S1', passphrase: 'S2', 'x-api-key': 'S3', list: [{ signature: 'S4', authKey: 'S5' }] },
      sessionToken: 'S6',
    }),
  );
  expect(text).not.toMatch(/S\d/);
});

test('keeps readable fields, and cuts addresses of withdrawals', () => {
  const sent = { token: 'USDT', amount: '25', address: 'TXYZ1234567890abcdefGHIJ', memo: '123' };
  expect(JSON.parse(redact(JSON.stringify(sent)))).toEqual({
    token: 'USDT',
    amount: '25',
    address: 'TXYZ…GHIJ',
    memo: '•••',
  });
});

test('cuts long texts, and omits input that is not JSON', () => {
  expect(redact(JSON.stringify({ text: 'x'.repeat(10_000) })).length).toBeLessThan(4_100);
  expect(redact('secret=abc')).toBe('');
});

test('writes a line that no spreadsheet takes for a formula', () => {
  const line = csvLine({
    number: 1,
    at: 0,
    kind: 'command',
    by: 'key',
    profile: 'main',
    environment: 'live',
    name: '=cmd()',
    symbol: null,
    summary: 'Say "no", twice\r\n+1',
    result: 'rejected',
    sent: '-1',
    answer: '@x',
    ms: -0.5,
    hash: 'h',
  });
  expect(line).toBe(
    `1,1970-01-01T00:00:00.000Z,command,key,main,live,'=cmd(),,"Say ""no"", twice\r\n+1",rejected,-1,'@x,-0.5,h\r\n`,
  );
  expect(CSV_HEAD.split(',')).toHaveLength(14);
});
