import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base32nopad, base58, base58xrp, base64url, bech32, bech32m, createBase58check } from '@scure/base';
import fc from 'fast-check';

/* Valid addresses made by chance, for the networks whose addresses are checked. */

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const check58 = createBase58check(sha256);
const versioned = (version: number) => bytes(20).map((hash) => check58.encode(Uint8Array.of(version, ...hash)));
const witness = (prefix: string) =>
  fc.oneof(
    bytes(20).map((hash) => bech32.encode(prefix, [0, ...bech32.toWords(hash)])),
    bytes(32).map((hash) => bech32.encode(prefix, [0, ...bech32.toWords(hash)])),
    bytes(32).map((hash) => bech32m.encode(prefix, [1, ...bech32m.toWords(hash)])),
  );
const hex = (length: number) => bytes(length).map((raw) => `0x${bytesToHex(raw)}`);

/** CRC-16/XMODEM bit by bit, written apart from the one that is tested. */
function crc(raw: Uint8Array): number {
  let register = 0;
  for (const byte of raw)
    for (let bit = 7; bit >= 0; bit -= 1) {
      const carry = ((register >> 15) ^ (byte >> bit)) & 1;
      register = ((register << 1) & 0xffff) ^ (carry * 0x1021);
    }
  return register;
}

/** EIP-55 by halves of bytes, written apart from the one that is tested; what is no EVM address stays as it is. */
export function withChecksum(address: string): string {
  const digits = address.slice(2).toLowerCase();
  if (digits.length !== 40) return address;
  const halves = [...keccak_256(utf8ToBytes(digits))].flatMap((byte) => [byte >> 4, byte & 15]);
  return `0x${[...digits].map((digit, at) => ((halves[at] ?? 0) > 7 ? digit.toUpperCase() : digit)).join('')}`;
}

const ton = fc.tuple(fc.constantFrom(0x11, 0x51), fc.constantFrom(0, 0xff), bytes(32)).map(([tag, chain, hash]) => {
  const raw = Uint8Array.of(tag, chain, ...hash);
  return base64url.encode(Uint8Array.of(...raw, crc(raw) >> 8, crc(raw) & 0xff));
});
const stellar = bytes(32).map((key) => {
  const raw = Uint8Array.of(6 << 3, ...key);
  return base32nopad.encode(Uint8Array.of(...raw, crc(raw) & 0xff, crc(raw) >> 8));
});
const xrp = bytes(20).map((hash) => {
  const raw = Uint8Array.of(0, ...hash);
  return base58xrp.encode(Uint8Array.of(...raw, ...sha256(sha256(raw)).subarray(0, 4)));
});

const BY_NETWORK: Readonly<Record<string, fc.Arbitrary<string>>> = {
  ETH: fc.oneof(hex(20), hex(20).map(withChecksum)),
  Arbitrum: hex(20).map(withChecksum),
  TRX: versioned(0x41),
  BTC: fc.oneof(versioned(0), versioned(5), witness('bc')),
  LTC: fc.oneof(versioned(0x30), versioned(0x32), witness('ltc')),
  DOGE: versioned(0x1e),
  SOL: bytes(32).map((key) => base58.encode(key)),
  TON: ton,
  XRP: xrp,
  XLM: stellar,
  ATOM: bytes(20).map((hash) => bech32.encode('cosmos', bech32.toWords(hash))),
  SUI: hex(32),
};

/** A network and a valid address of it. */
export const validAddress = (): fc.Arbitrary<{ readonly network: string; readonly address: string }> =>
  fc
    .constantFrom(...Object.keys(BY_NETWORK))
    .chain((network) => (BY_NETWORK[network] ?? fc.constant('')).map((address) => ({ network, address })));
