import { createSecretKey } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BalanceRow } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { createTransfers, type Assets } from '../../../../electron/core/transfers/transfers.ts';
import type { ConfirmMoney, MoneyQuestion } from '../../../../electron/core/transfers/confirm.ts';
import { createCommands } from '../../../../electron/core/commands/commands.ts';
import { createNotices } from '../../../../electron/core/commands/notices.ts';
import { createPolls } from '../../../../electron/core/commands/polls.ts';
import type { Standing } from '../../../../electron/core/page/policy.ts';
import { openJournal } from '../../../../electron/core/storage/journal.ts';
import { ManualClock } from '../manual-clock.ts';
import { sameClock, scriptedClient, type Call } from '../scripted-client.ts';

/** What the exchange has, and how it answers; a test changes it as it goes. */
export interface AssetsExchange {
  wallet: object[];
  transfers: object[];
  interest: object[];
  /** Answers a write in place of the exchange. */
  write: (call: Call) => unknown;
  /** Most records of a page, whatever is asked for. */
  mostRows?: number;
}

const NETWORKS = [
  {
    token: 'USDT',
    network: 'TRX',
    name: 'Tron',
    protocol: 'TRC20',
    minimumWithdrawal: 10,
    withdrawalFee: 1,
    allowDeposit: 1,
    allowWithdraw: 1,
  },
  {
    token: 'USDT',
    network: 'TON',
    name: 'TON',
    protocol: 'TON',
    minimumWithdrawal: 10,
    withdrawalFee: 0.3,
    allowDeposit: 1,
    allowWithdraw: 1,
  },
  {
    token: 'USDT',
    network: 'BSC',
    name: 'BSC',
    protocol: 'BEP20',
    minimumWithdrawal: 10,
    withdrawalFee: 1,
    allowDeposit: 1,
    allowWithdraw: 0,
  },
];
const EXCHANGE_EPOCH = new ManualClock().now();
const OWN = 'own-account';
export const SAVINGS = 'savings-account';
/** An address of Tron that everybody knows. */
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** Everything that moves money, over a scripted exchange, a clock that a test moves and a person who answers. */
export interface AssetsScene {
  readonly clock: ManualClock;
  readonly calls: readonly Call[];
  readonly exchange: AssetsExchange;
  readonly assets: Assets;
  readonly folder: string;
  /** Questions that were asked outside of the page. */
  readonly asked: MoneyQuestion[];
  /** How the person answers the next ones. */
  person: (question: MoneyQuestion, signal: AbortSignal) => boolean | Promise<boolean>;
  clipboard: string;
  standing: Standing;
  notices(): string[];
  writes(): readonly Call[];
  move(id: string): ReturnType<typeof rowOf>;
  rules(): unknown;
  /** Ends it and begins again on the same folder. */
  restart(options?: { readonly confirm?: boolean }): AssetsScene;
  /** Gives up waiting for the end of an unconfirmed one, as the trader can. */
  dismiss(id: string): void;
  /** Ends it as the program would; its folder stays. */
  stop(): void;
  end(): void;
}

/** A page; with its place among the others where the exchange gives fewer than it is asked for. */
function pageOf(rows: readonly object[], { input }: Call, most = Infinity): object {
  const page = Number(input['page'] ?? 1);
  const size = Math.min(most, Number(input['size'] ?? 25));
  const meta = most === Infinity ? {} : { meta: { total: rows.length, recordsPerPage: size, currentPage: page } };
  return { rows: rows.slice((page - 1) * size, page * size), ...meta };
}

const rowOf = (assets: Assets, id: string) => [...assets.feeds.moves.rows()].find((row) => row.commandId === id);

/** Where each test's press comes from. */
export const ON_SCREEN = { environment: 'practice', profile: 'p' } as const;

export function assetsScene(
  options: {
    readonly confirm?: boolean;
    readonly key?: string | null;
    readonly folder?: string;
    readonly clock?: ManualClock;
    readonly exchange?: AssetsExchange;
  } = {},
): AssetsScene {
  const { confirm: asks = true, key = 'a key of the vault' } = options;
  const clock = options.clock ?? new ManualClock();
  const exchange: AssetsExchange = options.exchange ?? { wallet: [], transfers: [], interest: [], write: () => null };
  const { client, calls } = scriptedClient((call) => {
    switch (call.name) {
      case 'public.tokenNetwork':
        return { rows: NETWORKS };
      case 'public.tokenInfo':
        return { rows: [{ token: 'USDT', delisted: 0, canCollateral: true, canShort: true }] };
      case 'account.info':
        return { applicationId: OWN, account: 'me@example', alias: 'main' };
      case 'account.subAccounts':
        return { rows: [{ applicationId: SAVINGS, name: 'savings', createdTime: '1.0' }] };
      case 'asset.walletHistory':
        return pageOf(exchange.wallet, call, exchange.mostRows);
      case 'asset.transferHistory':
        return pageOf(exchange.transfers, call, exchange.mostRows);
      case 'spotMargin.interestHistory':
        return pageOf(exchange.interest, call, exchange.mostRows);
      default:
        return exchange.write(call);
    }
  });
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'quarterdeck-assets-'));
  const { journal } = openJournal(folder, { profile: 'p', environment: 'practice' }, clock.now());
  const notices = createNotices(clock);
  const commands = createCommands(journal, clock, notices);
  const asked: MoneyQuestion[] = [];
  const balance: BalanceRow = {
    token: 'USDT',
    holding: decimal('5000'),
    frozen: decimal('0'),
    available: decimal('5000'),
    interest: decimal('3'),
    averageOpenPrice: null,
    markPrice: null,
    at: null,
  };
  const confirm: ConfirmMoney = {
    where: 'in a test',
    ask: async (question, signal) => {
      asked.push(question);
      return scene.person(question, signal);
    },
    hold: (_words, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(false))),
    clipboard: async () => scene.clipboard,
  };
  const assets = createTransfers({
    client,
    // A test that sets the local clock does not set the exchange's.
    exchangeClock: { ...sameClock(clock), now: () => EXCHANGE_EPOCH + clock.monotonic() },
    clock,
    random: { fraction: () => 0.5, bytes: (length) => crypto.getRandomValues(new Uint8Array(length)) },
    commands,
    journal,
    polls: createPolls(clock),
    notices,
    balance: (token) => (token === 'USDT' ? balance : undefined),
    standing: () => scene.standing,
    profile: { id: 'p', name: 'Practice', environment: 'practice' },
    folder,
    bookKey: key === null ? null : { key: createSecretKey(Buffer.from(key)), file: 'addresses-p' },
    confirm: asks ? confirm : null,
    note: () => undefined,
  });
  let ended = false;
  const stop = (): void => {
    if (ended) return;
    ended = true;
    assets.stop();
    journal.close();
  };
  const scene: AssetsScene = {
    clock,
    calls,
    exchange,
    assets,
    folder,
    asked,
    person: () => true,
    clipboard: '',
    standing: { ...ON_SCREEN, viewOnly: false, locked: false },
    notices: () => [...notices.feed.rows()].map(({ text }) => text),
    writes: () =>
      calls.filter(({ name }) => ['asset.withdraw', 'asset.transfer', 'spotMargin.repayInterest'].includes(name)),
    move: (id) => rowOf(assets, id),
    rules: () => [...assets.feeds.withdrawals.rows()][0],
    restart: (again = {}) => {
      stop();
      return assetsScene({ confirm: asks, key, ...again, folder, clock, exchange });
    },
    dismiss: (id) =>
      commands.settle(id, {
        status: 'rejected',
        clientOrderId: null,
        fault: { kind: 'OutcomeUnknown', endpoint: 'orders', reason: 'dismissed' },
      }),
    stop,
    end: () => {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (const command of commands.takeUnsettled()) assets.resume(command);
  assets.start();
  return scene;
}
