import type { ShapeName } from './shapes.ts';

/** Whether a memo or tag stands beside an address: it names the receiver's account on a shared address. */
export type MemoRule = 'needed' | 'none' | 'free';

interface KnownNetwork {
  readonly shape: ShapeName;
  readonly memo: MemoRule;
}

const of = (shape: ShapeName, memo: MemoRule = 'none'): KnownNetwork => ({ shape, memo });

/**
 * Networks whose addresses this program can check, by the ids of E1 (protocol.md, section 2) and their usual other
 * names, in upper case. Where exchanges share one address among their customers a memo is needed.
 */
const NETWORKS: Readonly<Record<string, KnownNetwork>> = {
  ETH: of('evm'),
  ERC20: of('evm'),
  BSC: of('evm'),
  BEP20: of('evm'),
  ARBITRUM: of('evm'),
  ARB: of('evm'),
  BASE: of('evm'),
  AVAXC: of('evm'),
  OP: of('evm'),
  OPTIMISM: of('evm'),
  MATIC: of('evm'),
  POLYGON: of('evm'),
  S: of('evm'),
  SONIC: of('evm'),
  HYPEREVM: of('evm'),
  LINEA: of('evm'),
  ZKSYNC: of('evm'),
  MANTLE: of('evm'),
  SCROLL: of('evm'),
  TRX: of('tron'),
  TRC20: of('tron'),
  TRON: of('tron'),
  BTC: of('bitcoin'),
  BITCOIN: of('bitcoin'),
  LTC: of('litecoin'),
  DOGE: of('dogecoin'),
  SOL: of('solana'),
  SOLANA: of('solana'),
  TON: of('ton', 'needed'),
  XRP: of('xrp', 'needed'),
  XLM: of('stellar', 'needed'),
  ATOM: of('cosmos', 'needed'),
  COSMOS: of('cosmos', 'needed'),
  SUI: of('move'),
  APT: of('move'),
};

/** The shape of a network's addresses, or null where this program does not know it. */
export const shapeOf = (network: string): ShapeName | null => known(network)?.shape ?? null;

/** Whether a memo is needed; `free` on networks that this program does not know. */
export const memoRule = (network: string): MemoRule => known(network)?.memo ?? 'free';

function known(network: string): KnownNetwork | undefined {
  const name = network.toUpperCase();
  return Object.hasOwn(NETWORKS, name) ? NETWORKS[name] : undefined;
}

/** Longest memo that fits every network's transaction, in characters. */
const LONGEST_MEMO = 120;
const LONGEST_TAG = 4_294_967_295;

/**
 * Whether a memo can stand beside an address.
 *
 * @param network id of E1.
 * @param memo as typed; "" for none.
 * @returns what is wrong, in words; null where nothing is.
 */
export function memoFault(network: string, memo: string, address: string): string | null {
  const rule = memoRule(network);
  if (memo === '')
    return rule === 'needed' ? `${network} needs a memo: it says whose the tokens are at the receiver.` : null;
  if (rule === 'none') return `${network} has no memo: leave it empty.`;
  if (!/^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/.test(memo)) return 'A memo has only plain letters, figures and signs.';
  if (memo.length > LONGEST_MEMO) return `A memo has at most ${LONGEST_MEMO} characters.`;
  if (memo === address) return 'This is the address. The memo is a text or number beside it.';
  if (shapeOf(network) === 'xrp' && !(/^\d{1,10}$/.test(memo) && Number(memo) <= LONGEST_TAG))
    return `A destination tag is a whole number from 0 to ${LONGEST_TAG}.`;
  return null;
}
