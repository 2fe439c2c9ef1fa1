import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { advance } from '../engine/clock/advance.ts';
import { audit } from '../engine/audit.ts';
import { balanceOf, positionOf } from '../engine/money/account.ts';
import { fixed, fixedText } from '../engine/money/fixed.ts';
import { openInterest } from '../wire/figures.ts';
import { readState, writeState } from './state-file.ts';

/** The state files that older versions wrote: a trader, a hedger and a borrower in the middle of things. */
const kept = (format: number): string => {
  const packed = readFileSync(new URL(`testing/state-${format}.txt`, import.meta.url), 'latin1');
  const path = join(mkdtempSync(join(tmpdir(), 'practice-')), 'state');
  writeFileSync(path, gunzipSync(Buffer.from(packed, 'base64')));
  return path;
};

test.each([
  [1, '96771.519767055'],
  [2, '96778.966180553'],
])('a state file of format %i opens whole and goes on', (format, holding) => {
  const path = kept(format);
  const opened = readState(path);
  if (opened === null) throw new Error('nothing kept');
  const { venue, keys } = opened;
  const [trader, hedger, borrower] = [...venue.accounts.values()].filter(({ house }) => !house);
  if (trader === undefined || hedger === undefined || borrower === undefined) throw new Error('accounts are missing');
  expect(keys.map(({ key, account }) => [key, account])).toEqual([['fixture-key', trader]]);
  expect(fixedText(balanceOf(trader, 'USDT').holding)).toBe(holding);
  // 100 USDT and the fee of 1 are being withdrawn.
  expect([balanceOf(trader, 'USDT').frozen, balanceOf(trader, 'USDT').leaving]).toEqual([fixed('101'), fixed('101')]);
  expect([...trader.open.values()].map(({ clientId, forced }) => [clientId, forced])).toEqual([
    ['42', false],
    ['0', false],
  ]);
  expect([...trader.algos.roots.values()].map(({ algoType, children }) => [algoType, children.length])).toEqual([
    ['STOP', 0],
    ['BRACKET', 1],
  ]);
  expect(positionOf(trader, 'PERP_BTC_USDT', 'BOTH', 'CROSS').lots).toBe(4_800);
  expect(positionOf(hedger, 'PERP_BTC_USDT', 'SHORT', 'ISOLATED').lots).toBe(-1_000);
  expect(balanceOf(borrower, 'USDT').holding).toBeLessThan(0n);
  expect([trader.calledAt, venue.orders.size > 0]).toEqual([0, true]);
  for (const order of venue.orders.values()) expect(Object.keys(order)).not.toContain('source');

  expect(venue.market?.mood).toBe('calm');
  expect(openInterest(venue, 'PERP_BTC_USDT')).toBeGreaterThan(10_000_000);

  const before = audit(venue);
  advance(venue, venue.now + 120_000);
  expect(audit(venue)).toEqual(before);
  expect(trader.histories.wallet.map(({ status }) => status)).toEqual(['COMPLETED', 'CANCELED']);
  expect([balanceOf(trader, 'USDT').frozen, balanceOf(trader, 'USDT').leaving]).toEqual([0n, 0n]);

  writeState(path, venue, keys);
  expect(readState(path)?.venue.now).toBe(venue.now);
});

test('a state file of a newer version is refused in words', () => {
  const path = kept(1);
  const bytes = readFileSync(path);
  writeFileSync(path, Buffer.concat([Buffer.from(bytes.toString('latin1', 0, 37) + '99'), bytes.subarray(38)]));
  expect(() => readState(path)).toThrow('was written by a newer version of the practice exchange');
});
