import { repayProblems, transferProblems } from '../../../shared/rules/asset-rules.ts';
import { wrong, type Problem } from '../../../shared/rules/problem.ts';
import type { BalanceRow, Environment, RequestName } from '../../../shared/contract/contract.ts';
import type { AddressRow, assetsRequests, MoveRow, WithdrawalsRow } from '../../../shared/contract/assets.ts';
import { add, decimal, ZERO, type Decimal } from '../../../shared/decimal.ts';
import { FaultError } from '../../../shared/errors.ts';
import type { Commands } from '../commands/commands.ts';
import type { ExchangeClient, ExchangeClock } from '../exchange/types.ts';
import type { FeedSource } from '../page/feeds.ts';
import type { Notices } from '../commands/notices.ts';
import type { Polls } from '../commands/polls.ts';
import { policyFault, type PressedOn, type Standing } from '../page/policy.ts';
import type { Clock, Random } from '../world/ports.ts';
import type { AnswersOf } from '../page/requests.ts';
import type { Journal, JournaledCommand } from '../storage/journal.ts';
import { openAddressBook } from './address-book.ts';
import { bookFile, type BookKey } from './book-file.ts';
import { createCancelWithdrawal } from './cancel-withdrawal.ts';
import type { ConfirmMoney } from './confirm.ts';
import { followWithdrawals } from './follow-withdrawals.ts';
import { createMoves } from './moves.ts';
import { withPatience } from './patience.ts';
import { createTokenReads, readAccounts, readDepositAddress } from './reads.ts';
import { createWithdrawing } from './withdraw.ts';

const DAY_MS = 86_400_000;

export interface TransfersParts {
  readonly client: ExchangeClient;
  readonly exchangeClock: ExchangeClock;
  readonly clock: Clock;
  readonly random: Random;
  readonly commands: Commands;
  readonly journal: Pick<Journal, 'moves'>;
  readonly polls: Polls;
  readonly notices: Notices;
  readonly balance: (token: string) => BalanceRow | undefined;
  readonly standing: () => Standing;
  readonly profile: { readonly id: string; readonly name: string; readonly environment: Environment };
  readonly folder: string;
  /** Authenticates the address book; null while the vault is locked or there is no key. */
  readonly bookKey: BookKey | null;
  /** How a withdrawal is confirmed outside of the page; null where this program cannot ask. */
  readonly confirm: ConfirmMoney | null;
  /** Writes down what was done. */
  readonly note: (name: string, summary: string) => void;
}

type AssetRequest = Extract<RequestName, keyof typeof assetsRequests>;

export interface Assets {
  readonly answers: AnswersOf<AssetRequest>;
  readonly feeds: {
    readonly addresses: FeedSource<AddressRow>;
    readonly withdrawals: FeedSource<WithdrawalsRow>;
    readonly moves: FeedSource<MoveRow>;
  };
  /** Goes on with a command that a former run left without an end; false when it is none of these. */
  resume(command: JournaledCommand): boolean;
  /** Shows and follows what the last days had. */
  start(): void;
  stop(): void;
}

/** Money that is moved: transfers, withdrawals, interest; and the addresses that it may go to. */
export function createTransfers(parts: TransfersParts): Assets {
  const { client, exchangeClock, clock, profile, bookKey } = parts;
  const confirm = parts.confirm === null ? null : withPatience(parts.confirm, clock);
  const ending = new AbortController();
  const { signal } = ending;
  const tokens = createTokenReads(client, clock);

  const moves = createMoves({
    ...parts,
    onAccepted: (_id, { kind }) => (kind === 'withdraw' ? following.follow() : undefined),
  });
  const following = followWithdrawals(client, clock, moves.feed, parts.notices);

  const cancelling = createCancelWithdrawal({ ...parts, feed: moves.feed, look: () => following.now() });

  /**
   * Worth of what may have left in the last 24 hours; what was dismissed or is unconfirmed counts. It counts as long as
   * one of the two clocks says so: an exchange's clock may be ahead. A local clock that was set back says nothing.
   */
  function spent(): Decimal {
    const now = exchangeClock.now();
    return moves
      .past('withdraw', 0)
      .filter(({ at, move }) => {
        const local = clock.now() - at;
        if (move.notBefore === null) return local < 2 * DAY_MS;
        return now - move.notBefore < DAY_MS || (local >= 0 && local < DAY_MS);
      })
      .reduce((sum, { move }) => (move.kind === 'withdraw' && move.value !== null ? add(sum, move.value) : sum), ZERO);
  }
  const book = openAddressBook({
    ...parts,
    confirm,
    file: bookKey === null ? null : bookFile(parts.folder, bookKey, profile.id),
    profileName: profile.name,
    spent,
    signal,
  });
  const stopShowing = moves.feed.subscribe(() => {
    if (!signal.aborted) book.show();
  });

  const withdrawing = createWithdrawing({
    client,
    clock,
    book,
    moves,
    feed: moves.feed,
    tokens,
    confirm,
    environment: profile.environment,
    profileName: profile.name,
    balance: (token) => {
      const row = parts.balance(token);
      return { available: row?.available ?? null, price: token === 'USDT' ? decimal('1') : (row?.markPrice ?? null) };
    },
    signal,
  });

  /** A change of this program's own is held to the same policy as a command. */
  function onScreen<Input extends PressedOn, Result>(change: (input: Input) => Result): (input: Input) => Result {
    return (input) => {
      const refusal = policyFault(input, parts.standing());
      if (refusal !== null) throw new FaultError(refusal);
      return change(input);
    };
  }

  return {
    answers: {
      'assets.tokens': () => tokens.read(),
      'assets.accounts': () => readAccounts(client),
      'assets.depositAddress': (of) => readDepositAddress(client, of),
      'assets.transfer': (draft) =>
        moves.carryOut(draft.commandId, 'transfer', async () => {
          const { accounts } = await readAccounts(client);
          const named = (id: string) => accounts.find(({ applicationId }) => applicationId === id);
          const [from, to] = [named(draft.from), named(draft.to)];
          refuseAll([
            ...(from === undefined ? [wrong('from', 'This is no account of yours.')] : []),
            ...(to === undefined ? [wrong('to', 'This is no account of yours.')] : []),
          ]);
          const available = from?.own === true ? (parts.balance(draft.token)?.available ?? null) : null;
          refuseAll(transferProblems(draft, available));
          const amount = decimal(draft.amount.trim());
          const input = {
            token: draft.token,
            amount,
            from: { applicationId: draft.from },
            to: { applicationId: draft.to },
          };
          return {
            move: { kind: 'transfer', token: draft.token, amount, from: draft.from, to: draft.to, notBefore: null },
            summary: `Transfer ${amount} ${draft.token} from ${from?.name ?? ''} to ${to?.name ?? ''}`,
            again: draft.again,
            send: async (sending) => (await client.call('asset.transfer', input, { onSending: sending })).id,
          };
        }),
      'assets.repay': (draft) =>
        moves.carryOut(draft.commandId, 'repay', () => {
          const row = parts.balance(draft.token);
          refuseAll(repayProblems(draft, row?.interest ?? null, row?.available ?? null));
          const amount = decimal(draft.amount.trim());
          return {
            move: { kind: 'repay', token: draft.token, amount, notBefore: null },
            summary: `Repay ${amount} ${draft.token} of interest`,
            again: draft.again,
            async send(sending) {
              await client.call('spotMargin.repayInterest', { token: draft.token, amount }, { onSending: sending });
              return null;
            },
          };
        }),
      'assets.withdraw': (draft) => withdrawing.withdraw(draft),
      'assets.cancelWithdrawal': (draft) => cancelling.cancel(draft),
      'assets.takeBack': onScreen(({ of }) => {
        withdrawing.takeBack(of);
        return {};
      }),
      'assets.saveAddress': onScreen((draft) => book.save(draft)),
      'assets.removeAddress': onScreen(({ id }) => {
        book.remove(id);
        return {};
      }),
      'assets.setWithdrawals': onScreen(async (wanted) => {
        await book.set(wanted);
        return {};
      }),
      'assets.renewBook': onScreen(() => {
        book.renew();
        return {};
      }),
    },
    feeds: { addresses: book.addresses, withdrawals: book.withdrawals, moves: moves.feed },
    resume: (command) => moves.resume(command) || cancelling.resume(command),
    start() {
      moves.recall();
      following.follow();
    },
    stop() {
      ending.abort();
      stopShowing();
      following.stop();
      moves.stop();
    },
  };
}

function refuseAll(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new FaultError({ kind: 'InvalidInput', problems: [...problems] });
}
