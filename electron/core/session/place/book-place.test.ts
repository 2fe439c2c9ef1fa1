import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { bookFile, type BookContent } from '../../transfers/book-file.ts';
import { Vault } from '../../storage/vault.ts';
import { bindBooks, bookKeyAt } from './book-place.ts';

let folder = '';
let vault: Vault;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-books-'));
  vault = Vault.open(join(folder, 'vault'), null);
  await vault.create(Buffer.from('three short words'), { cost: 2 ** 4, blockSize: 8, parallel: 1 });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const profile = (host: string, id = 'main') => ({
  id,
  name: 'Main',
  environment: 'live' as const,
  rest: `https://${host}`,
  publicStream: `wss://${host}/v3/public`,
  privateStream: `wss://${host}/v3/private`,
  viewOnly: false,
});
const content: BookContent = {
  enabled: true,
  waitHours: 24,
  dailyLimit: '1000',
  entries: [
    {
      id: 'a',
      name: 'Cold wallet',
      network: 'TRX',
      address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
      memo: '',
      changedAt: 1,
      readyAt: 2,
      used: true,
    },
  ],
};
const bookAt = (host: string, id = 'main') => bookFile(folder, bookKeyAt(vault, profile(host, id)), id);
/** As versions before places wrote it. */
const writeOld = (): void =>
  bookFile(folder, { key: vault.derive('address book main'), file: 'addresses-main' }, 'main').write(content);

it('takes the book of an earlier version over whole, at the place of its profile', () => {
  writeOld();
  bindBooks(folder, [profile('api.woox.io')]);
  expect(bookAt('api.woox.io').read()).toEqual(content);
  // From then on it is under the key of the place.
  const { key, file } = bookKeyAt(vault, profile('api.woox.io'));
  expect(bookFile(folder, { key, file }, 'main').read()).toEqual(content);
});

it('is at no other place, also where its profile moves before the vault is opened', () => {
  writeOld();
  bindBooks(folder, [profile('api.woox.io')]);
  bindBooks(folder, [profile('evil.example')]);
  expect(bookAt('evil.example').read()).toBeNull();
  bookAt('evil.example').write({ ...content, waitHours: 0 });
  expect(bookAt('api.woox.io').read()).toEqual(content);
});

it('is another one for each host and port, and for each profile', () => {
  bookAt('api.woox.io').write(content);
  for (const other of ['api.woox.io:8443', 'wss.woox.io']) expect(bookAt(other).read()).toBeNull();
  expect(bookAt('api.woox.io', 'second').read()).toBeNull();
  expect(bookAt('api.woox.io').read()).toEqual(content);
});

it('calls the book of another place changed that somebody has put in its place', () => {
  bookAt('evil.example').write(content);
  const [from, to] = ['evil.example', 'api.woox.io'].map((host) => bookKeyAt(vault, profile(host)).file);
  for (const copy of ['', '.copy']) copyFileSync(join(folder, `${from}${copy}`), join(folder, `${to}${copy}`));
  expect(bookAt('api.woox.io').read()).toBe('changed');
});
