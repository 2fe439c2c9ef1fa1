import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkAddress, inGroups } from './check-address.ts';
import { memoFault, memoRule } from './networks.ts';
import { canonical, SHAPES } from './shapes.ts';
import { validAddress, withChecksum } from './testing/addresses.ts';

const kinds = (address: string, network: string): string[] =>
  checkAddress({ address, network, known: [] }).map(({ kind }) => kind);

/* Addresses that stand in the standards themselves, or that everybody knows. */
const GOOD: readonly (readonly [network: string, address: string])[] = [
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['ETH', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['Arbitrum', '0xdbf03b407c01e7cd3cbea99509d93f8dddc8c6fb'],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['BTC', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['BTC', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'],
  ['BTC', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['SOL', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDs'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['XLM', 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'],
  ['DOGE', 'DH5yaieqoZN36fDVciNyRueRGvGLR3mr7L'],
  ['LTC', 'LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'],
];
test.each(GOOD)('%s %s is good', (network, address) => expect(kinds(address, network)).toEqual([]));

test.each([
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD', 'checksum'],
  ['BTC', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', 'checksum'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5', 'checksum'],
  ['BTC', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kV8F3T4', 'checksum'],
  ['BTC', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', 'test-network'],
  ['BTC', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn', 'test-network'],
  ['TRX', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u', 'checksum'],
  ['TON', 'EQCxE6mUtQJKFnGfaROTKOt1lZbDiiX1kCixRv7Nw2Id_sDt', 'checksum'],
  ['XRP', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTi', 'checksum'],
  ['TRX', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'other-network'],
  ['ETH', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'other-network'],
  ['ETH', '5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'shape'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA', 'shape'],
  ['ETH', '', 'shape'],
  ['BTC', '__proto__', 'shape'],
  ['ETH', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed ', 'space'],
  ['ETH', '\u202E0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'turning'],
  ['ETH', '0x5aAeb6053F3E\u200B94C9b9A09f33669435E7Ef1BeAed', 'invisible'],
  ['ETH', '0x5аAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'foreign-letter'],
  ['KASPA', 'kaspa:qq', 'not-checked'],
  ['KASPA', 'x\ny', 'invisible'],
  ['constructor', 'a b', 'space'],
])('%s %s is told as %s', (network, address, kind) => expect(kinds(address, network)).toContain(kind));

/** One sign of the same alphabet in another's place. */
const swapSigns = (address: string, places: readonly number[], signs: string): string => {
  const text = [...address];
  for (const place of places) {
    const at = 2 + (place % (text.length - 2));
    const sign = signs[(signs.indexOf(text[at] ?? '') + 1 + (place % (signs.length - 1))) % signs.length];
    text[at] = sign ?? '0';
  }
  return text.join('');
};
const HOMOGLYPHS: Readonly<Record<string, string>> = {
  a: 'а',
  c: 'с',
  e: 'е',
  o: 'о',
  p: 'р',
  x: 'х',
  y: 'у',
  A: 'Α',
  B: 'В',
  E: 'Е',
  H: 'Н',
  K: 'К',
  M: 'М',
  T: 'Т',
  1: '１',
  0: '𝟎',
  2: '２',
  3: 'З',
  5: '５',
  7: '７',
};
const COUNT = 10_000;

test('ten thousand valid addresses raise no alarm beside a book of others', () => {
  const book = fc.sample(validAddress(), { numRuns: 40, seed: 7 }).map((entry, at) => ({ name: `n${at}`, ...entry }));
  fc.assert(
    fc.property(validAddress(), ({ network, address }) => {
      expect(checkAddress({ address, network, known: book, pasted: address, clipboard: address })).toEqual([]);
      expect(checkAddress({ address, network, known: [...book, { name: 'itself', address }] })).toEqual([]);
    }),
    { numRuns: COUNT },
  );
});

test('ten thousand look-alikes are all told', () => {
  const places = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 6 });
  const trick = fc.constantFrom(
    'few signs',
    'few signs with a checksum',
    'same ends',
    'homoglyph',
    'hidden sign',
    'left out',
    'case',
    'clipboard',
    'pasted',
    'other network',
  );
  const seen = new Map<string, number>();
  fc.assert(
    fc.property(validAddress(), validAddress(), trick, places, ({ network, address: real }, other, how, at) => {
      const [first = 0] = at;
      const known = [{ name: 'Cold wallet', address: real }];
      const hex = real.startsWith('0x');
      let fake = real;
      let clipboard: string | null = null;
      let pasted: string | null = null;
      let where = network;
      if (how === 'few signs') fake = swapSigns(real, at, hex ? '0123456789abcdef' : '23456789acdefghjkmnpqrstuvwxyz');
      if (how === 'few signs with a checksum') {
        if (!hex) return;
        fake = withChecksum(swapSigns(real.toLowerCase(), at, '0123456789abcdef'));
      }
      if (how === 'same ends') {
        if (!hex) return;
        fake = withChecksum(
          `${real.slice(0, 6)}${[...real.slice(6, -4)].reverse().join('')}${real.slice(-4)}`.toLowerCase(),
        );
      }
      if (how === 'homoglyph') {
        const found = [...real].findIndex((sign, place) => place >= first % 10 && HOMOGLYPHS[sign] !== undefined);
        if (found === -1) return;
        fake = `${real.slice(0, found)}${HOMOGLYPHS[real[found] ?? '']}${real.slice(found + 1)}`;
      }
      if (how === 'hidden sign') {
        const sign = ['\u200B', '\u202E', '\uFEFF', '\u00AD', '\u2066', '\u00A0', '\u{E0041}', '\0', '\u3164'][
          first % 9
        ];
        const place = first % real.length;
        fake = real.slice(0, place) + sign + real.slice(place);
      }
      if (how === 'left out') fake = real.slice(0, -1 - (first % 3));
      if (how === 'case') {
        const found = [...real].findIndex((sign, place) => place >= 2 + (first % 10) && /[a-z]/i.test(sign));
        const sign = real[found] ?? '';
        fake =
          real.slice(0, found) +
          (sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase()) +
          real.slice(found + 1);
      }
      if (how === 'clipboard') clipboard = other.address;
      if (how === 'pasted') pasted = other.address;
      if (how === 'other network') {
        where = other.network;
        if (SHAPES[shapeNameOf(where)].read(real) === 'good') return;
      }
      const same = canonical(fake) === canonical(real);
      if (same && !['clipboard', 'pasted', 'other network'].includes(how)) return;
      if (how === 'clipboard' && canonical(other.address) === canonical(real)) return;
      if (how === 'pasted' && other.address === real) return;
      seen.set(how, (seen.get(how) ?? 0) + 1);
      const findings = checkAddress({ address: fake, network: where, known, clipboard, pasted });
      expect(
        findings.some(({ level }) => level !== 'note'),
        `${how}: ${fake} for ${real} on ${where}`,
      ).toBe(true);
    }),
    { numRuns: Math.ceil(COUNT * 1.4) },
  );
  expect([...seen.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThanOrEqual(COUNT);
  expect(seen.size).toBe(10);
});

const SHAPE_NAMES = {
  ETH: 'evm',
  Arbitrum: 'evm',
  TRX: 'tron',
  BTC: 'bitcoin',
  LTC: 'litecoin',
  DOGE: 'dogecoin',
  SOL: 'solana',
  TON: 'ton',
  XRP: 'xrp',
  XLM: 'stellar',
  ATOM: 'cosmos',
  SUI: 'move',
} as const;
const shapeNameOf = (network: string) => SHAPE_NAMES[network as keyof typeof SHAPE_NAMES]; // of validAddress

test('short names of a network that is not known are not all look-alikes of each other', () => {
  const known = [{ name: 'Bob', address: 'bobsaccount1' }];
  expect(checkAddress({ address: 'alicetrading', network: 'EOSX', known }).map(({ kind }) => kind)).toEqual([
    'not-checked',
  ]);
  expect(checkAddress({ address: 'bobsacc0unt1', network: 'EOSX', known }).map(({ kind }) => kind)).toContain(
    'look-alike',
  );
});

test('a memo is there where its network needs one, and nowhere else', () => {
  expect(memoRule('TON')).toBe('needed');
  expect(memoFault('TON', '', 'x')).toMatch(/needs a memo/);
  expect(memoFault('TON', '4711', 'x')).toBeNull();
  expect(memoFault('ETH', '4711', 'x')).toMatch(/no memo/);
  expect(memoFault('XRP', '4294967296', 'x')).toMatch(/whole number/);
  expect(memoFault('XRP', 'Bob', 'x')).toMatch(/whole number/);
  expect(memoFault('XRP', '0', 'x')).toBeNull();
  expect(memoFault('TON', 'TAddress', 'TAddress')).toMatch(/This is the address/);
  for (const memo of ['а', 'a\u200Bb', 'a  b', ' a', 'a\n', 'x'.repeat(121)])
    expect(memoFault('TON', memo, 'x'), memo).not.toBeNull();
  expect(memoFault('NOBODY', '', 'x')).toBeNull();
  expect(memoFault('NOBODY', 'hello there', 'x')).toBeNull();
});

test('an address is shown in groups of four', () => {
  expect(inGroups('TR7NHqjeKQ')).toBe('TR7N Hqje KQ');
  expect(inGroups('')).toBe('');
});
