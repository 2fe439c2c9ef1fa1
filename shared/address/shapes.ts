import { keccak_256 } from '@noble/hashes/sha3.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base32nopad, base58, base58xrp, base64, base64url, bech32, bech32m, createBase58check } from '@scure/base';

/** How an address of a kind of network is written. */
export type ShapeName =
  | 'evm'
  | 'tron'
  | 'bitcoin'
  | 'litecoin'
  | 'dogecoin'
  | 'solana'
  | 'ton'
  | 'xrp'
  | 'stellar'
  | 'cosmos'
  | 'move';

/** What reading an address as a shape found. */
export type Reading = 'good' | 'wrong-checksum' | 'test-network' | 'other-shape';

interface Shape {
  /** For a person: "an address of Bitcoin". */
  readonly name: string;
  read(text: string): Reading;
}

const base58check = createBase58check(sha256);

/** Null where the text cannot be decoded at all. */
function decoded(decode: (text: string) => Uint8Array, text: string): Uint8Array | null {
  try {
    return decode(text);
  } catch {
    return null;
  }
}

/** Base58Check by its version byte: payload of 20 bytes after it. */
function base58Reading(text: string, versions: readonly number[], testVersions: readonly number[] = []): Reading {
  const raw = decoded(base58.decode, text);
  if (raw === null || raw.length !== 25) return 'other-shape';
  const [version = -1] = raw;
  if (![...versions, ...testVersions].includes(version)) return 'other-shape';
  if (decoded(base58check.decode, text) === null) return 'wrong-checksum';
  return versions.includes(version) ? 'good' : 'test-network';
}

/** Witness addresses (BIP 173 and BIP 350): version 0 with Bech32, later ones with Bech32m. */
function witnessReading(text: string, main: string, tests: readonly string[]): Reading {
  const lower = text.toLowerCase();
  const prefix = [main, ...tests].find((each) => lower.startsWith(`${each}1`));
  if (prefix === undefined || lower.length > 90) return 'other-shape';
  if (text !== lower && text !== text.toUpperCase()) return 'wrong-checksum';
  const fits = [bech32, bech32m].some((coder) => {
    try {
      const { words } = coder.decode(lower, 90);
      const [version = -1, ...rest] = words;
      const { length } = coder.fromWords(rest);
      if (version === 0) return coder === bech32 && (length === 20 || length === 32);
      return coder === bech32m && version <= 16 && (version === 1 ? length === 32 : length >= 2 && length <= 40);
    } catch {
      return false;
    }
  });
  if (!fits) return 'wrong-checksum';
  return prefix === main ? 'good' : 'test-network';
}

const either = (first: Reading, second: () => Reading): Reading => (first === 'other-shape' ? second() : first);

/** EIP-55: the case of each letter is a checksum. All lower or all upper case carries none. */
function evmReading(text: string): Reading {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return 'other-shape';
  const digits = text.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return 'good';
  return withCaseChecksum(digits) === digits ? 'good' : 'wrong-checksum';
}

function withCaseChecksum(digits: string): string {
  const lower = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
  return [...lower]
    .map((digit, at) => (Number.parseInt(hash[at] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit))
    .join('');
}

/** CRC-16/XMODEM, of TON and Stellar. */
function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc & 0x8000) === 0 ? crc << 1 : (crc << 1) ^ 0x1021;
    crc &= 0xffff;
  }
  return crc;
}

function tonReading(text: string): Reading {
  if (!/^(?:[A-Za-z0-9_-]{48}|[A-Za-z0-9+/]{48})$/.test(text)) return 'other-shape';
  const raw = decoded(/[+/]/.test(text) ? base64.decode : base64url.decode, text);
  if (raw === null) return 'other-shape';
  const [tag = 0] = raw;
  if (![0x11, 0x51, 0x91, 0xd1].includes(tag)) return 'other-shape';
  if (crc16(raw.subarray(0, 34)) !== (((raw[34] ?? 0) << 8) | (raw[35] ?? 0))) return 'wrong-checksum';
  return tag >= 0x80 ? 'test-network' : 'good';
}

function stellarReading(text: string): Reading {
  if (!/^G[A-Z2-7]{55}$/.test(text)) return 'other-shape';
  const raw = decoded(base32nopad.decode, text);
  if (raw === null || raw.length !== 35) return 'other-shape';
  return crc16(raw.subarray(0, 33)) === ((raw[33] ?? 0) | ((raw[34] ?? 0) << 8)) ? 'good' : 'wrong-checksum';
}

function xrpReading(text: string): Reading {
  const raw = decoded(base58xrp.decode, text);
  if (raw === null || raw.length !== 25 || raw[0] !== 0) return 'other-shape';
  const sum = sha256(sha256(raw.subarray(0, 21)));
  return [0, 1, 2, 3].every((at) => sum[at] === raw[21 + at]) ? 'good' : 'wrong-checksum';
}

function cosmosReading(text: string): Reading {
  if (!text.startsWith('cosmos1')) return 'other-shape';
  try {
    return bech32.fromWords(bech32.decode(text as `${string}1${string}`, 90).words).length === 20 // begins so
      ? 'good'
      : 'other-shape';
  } catch {
    return 'wrong-checksum';
  }
}

/** Every shape, in the order in which a text that is none of the wanted one is tried. */
export const SHAPES: Readonly<Record<ShapeName, Shape>> = {
  evm: { name: 'Ethereum and its like', read: evmReading },
  tron: { name: 'Tron', read: (text) => base58Reading(text, [0x41]) },
  bitcoin: {
    name: 'Bitcoin',
    read: (text) =>
      either(witnessReading(text, 'bc', ['tb', 'bcrt']), () => base58Reading(text, [0x00, 0x05], [0x6f, 0xc4])),
  },
  litecoin: {
    name: 'Litecoin',
    read: (text) => either(witnessReading(text, 'ltc', ['tltc']), () => base58Reading(text, [0x30, 0x32], [0x3a])),
  },
  dogecoin: {
    name: 'Dogecoin',
    read: (text) => base58Reading(text, [0x1e, 0x16], [0x71]),
  },
  solana: {
    name: 'Solana',
    read: (text) => (decoded(base58.decode, text)?.length === 32 ? 'good' : 'other-shape'),
  },
  ton: { name: 'TON', read: tonReading },
  xrp: { name: 'XRP Ledger', read: xrpReading },
  stellar: { name: 'Stellar', read: stellarReading },
  cosmos: { name: 'Cosmos', read: cosmosReading },
  move: {
    name: 'Sui and Aptos',
    read: (text) => (/^0x[0-9a-fA-F]{64}$/.test(text) ? 'good' : 'other-shape'),
  },
};

/** Writes an address in the form in which two ways of writing it are the same text. */
export function canonical(address: string): string {
  const lower = address.toLowerCase();
  const caseless = SHAPES.evm.read(lower) === 'good' || /^(?:bc|tb|bcrt|ltc|tltc|cosmos)1|^0x[0-9a-f]{64}$/.test(lower);
  return caseless ? lower : address;
}
