import { fixed, type Fixed } from './fixed.ts';

/** A token on a network (E1). `network` is the id that a withdrawal takes. */
interface TokenNetwork {
  readonly token: string;
  readonly network: string;
  readonly protocol: string;
  readonly name: string;
  readonly minimum: Fixed;
  readonly fee: Fixed;
  readonly allowDeposit: boolean;
  readonly allowWithdraw: boolean;
  /** Confirmations until a deposit counts. */
  readonly threshold: number;
  /** Whether an address needs a memo or tag. */
  readonly memo: boolean;
  /** What an address looks like there. */
  readonly address: RegExp;
}

const EVM = /^0x[0-9a-fA-F]{40}$/;
const TRON = /^T[1-9A-HJ-NP-Za-km-z]{33}$/;
const BITCOIN = /^(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{11,71})$/;
const SOLANA = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;
const TON = /^[A-Za-z0-9_-]{48}$/;

const row = (
  token: string,
  network: string,
  protocol: string,
  name: string,
  minimum: string,
  fee: string,
  threshold: number,
  address: RegExp,
  more: Partial<Pick<TokenNetwork, 'allowDeposit' | 'allowWithdraw' | 'memo'>> = {},
): TokenNetwork => ({
  token,
  network,
  protocol,
  name,
  minimum: fixed(minimum),
  fee: fixed(fee),
  threshold,
  address,
  allowDeposit: true,
  allowWithdraw: true,
  memo: false,
  ...more,
});

export const NETWORKS: readonly TokenNetwork[] = [
  row('USDT', 'ETH', 'ERC20', 'Ethereum', '20', '4', 12, EVM),
  row('USDT', 'TRX', 'TRC20', 'Tron', '10', '1', 20, TRON),
  row('USDT', 'Arbitrum', 'ARBITRUM', 'Arbitrum One', '5', '0.5', 10, EVM),
  row('USDT', 'TON', 'TON', 'TON', '10', '0.3', 10, TON, { memo: true }),
  row('USDT', 'BSC', 'BEP20', 'BNB Smart Chain', '10', '0.8', 15, EVM, { allowWithdraw: false }),
  row('BTC', 'BTC', 'BTC', 'Bitcoin', '0.0005', '0.0001', 2, BITCOIN),
  row('ETH', 'ETH', 'ERC20', 'Ethereum', '0.01', '0.001', 12, EVM),
  row('ETH', 'Arbitrum', 'ARBITRUM', 'Arbitrum One', '0.005', '0.0002', 10, EVM),
  row('SOL', 'SOL', 'SOL', 'Solana', '0.1', '0.01', 30, SOLANA, { allowDeposit: false }),
];

export const findNetwork = (token: string, network: string): TokenNetwork | undefined =>
  NETWORKS.find((entry) => entry.token === token && entry.network === network);
