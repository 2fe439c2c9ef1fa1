import type { Environment, Outcome, RequestInput } from '../../../shared/contract/contract.ts';
import type { MoveRow } from '../../../shared/contract/assets.ts';
import { addressFindings, withdrawalProblems } from '../../../shared/rules/asset-rules.ts';
import { multiply, type Decimal } from '../../../shared/decimal.ts';
import { FaultError, invalid } from '../../../shared/errors.ts';
import { endpoints } from '../../../shared/v3/endpoints.ts';
import { buildRequest } from '../exchange/rest/request.ts';
import type { ExchangeClient } from '../exchange/types.ts';
import type { FeedStore } from '../page/feeds.ts';
import type { Clock } from '../world/ports.ts';
import type { AddressBook } from './address-book.ts';
import type { ConfirmMoney } from './confirm.ts';
import type { Moves } from './moves.ts';
import type { TokenReads } from './reads.ts';
import { withdrawalQuestion } from './withdrawal-question.ts';

/** Between the confirmation and the first byte, so that a slip can be taken back. */
const HOLD_MS = 10_000;

export interface WithdrawParts {
  readonly client: ExchangeClient;
  readonly clock: Clock;
  readonly book: AddressBook;
  readonly moves: Moves;
  readonly feed: FeedStore<MoveRow>;
  readonly tokens: TokenReads;
  readonly confirm: ConfirmMoney | null;
  readonly environment: Environment;
  readonly profileName: string;
  /** What can be used of a token and its price in USDT; null where that is not known. */
  readonly balance: (token: string) => { readonly available: Decimal | null; readonly price: Decimal | null };
  /** Ends when the terminal does. */
  readonly signal: AbortSignal;
}

export interface Withdrawing {
  withdraw(command: RequestInput<'assets.withdraw'>): Promise<Outcome>;
  /** Takes back one that is being confirmed or held. */
  takeBack(commandId: string): void;
}

/** Withdrawals (E4): checked, confirmed outside of the page from the bytes that are sent, held, and sent once. */
export function createWithdrawing(parts: WithdrawParts): Withdrawing {
  const { client, clock, book, moves, feed, tokens, confirm, environment, profileName, balance } = parts;
  const waiting = new Map<string, AbortController>();

  /** Every check; again after the confirmation, since minutes may lie between. */
  async function look(draft: RequestInput<'assets.withdraw'>) {
    const { networks, tokens: known } = await tokens.read();
    const network = networks.find((row) => row.token === draft.token && row.network === draft.network);
    const entry = book.entries().find(({ id }) => id === draft.entry);
    const surroundings = {
      network,
      token: known.find((row) => row.token === draft.token),
      entry,
      known: book.entries(),
      rules: book.rules(),
      now: book.now(),
      ...balance(draft.token),
    };
    const problems = withdrawalProblems(draft, surroundings);
    if (problems.length > 0) throw new FaultError({ kind: 'InvalidInput', problems: [...problems] });
    // What the rules above have found to be there.
    if (network === undefined || entry === undefined || confirm === null) throw refuse('Withdrawals are off.');
    return { network, entry, confirm };
  }

  async function hold(commandId: string, words: string, gate: ConfirmMoney, signal: AbortSignal): Promise<void> {
    const over = new AbortController();
    const ends = AbortSignal.any([signal, over.signal]);
    const row = feed.get(commandId);
    if (row !== undefined) feed.put({ ...row, status: 'holding', sendsAt: Math.round(clock.now()) + HOLD_MS });
    const cancelled = await new Promise<boolean>((resolve) => {
      const timer = clock.after(HOLD_MS, () => resolve(false));
      signal.addEventListener('abort', () => {
        timer.cancel();
        resolve(true);
      });
      void gate.hold(words, ends).then((yes) => {
        if (!yes) return;
        timer.cancel();
        resolve(true);
      });
    });
    over.abort();
    if (cancelled || signal.aborted) throw refuse('It was taken back.');
  }

  return {
    withdraw: (draft) =>
      moves.carryOut(draft.commandId, 'withdraw', async () => {
        const { network, entry } = await look(draft);
        const amount = draft.amount.trim() as Decimal; // read by the rules
        const input = {
          token: draft.token,
          network: draft.network,
          amount,
          address: entry.address,
          ...(entry.memo === '' ? {} : { extra: entry.memo }),
        };
        const { body } = buildRequest(endpoints['asset.withdraw'], input);
        const { price } = balance(draft.token);
        const summary = `Withdraw ${amount} ${draft.token} to “${entry.name}” on ${draft.network}`;
        return {
          move: {
            kind: 'withdraw',
            token: draft.token,
            amount,
            network: draft.network,
            address: entry.address,
            memo: entry.memo,
            fee: network.fee,
            value: price === null ? null : multiply(amount, price),
            notBefore: null,
          },
          summary,
          again: draft.again,
          prepare: () => confirmed(draft, body ?? '', summary),
          async send(sending) {
            const { withdrawId } = await client.call('asset.withdraw', input, { onSending: sending, body: body ?? '' });
            book.used(entry.id);
            return withdrawId;
          },
        };
      }),
    takeBack(commandId) {
      const controller = waiting.get(commandId);
      if (controller === undefined) throw invalid('of', 'It is not waiting: it was sent, refused or taken back.');
      controller.abort();
    },
  };

  async function confirmed(draft: RequestInput<'assets.withdraw'>, body: string, summary: string): Promise<void> {
    const { commandId } = draft;
    const own = new AbortController();
    waiting.set(commandId, own);
    const signal = AbortSignal.any([own.signal, parts.signal]);
    try {
      const { network, entry, confirm: gate } = await look(draft);
      const clipboard = (await gate.clipboard?.().catch(() => null)) ?? null;
      const question = withdrawalQuestion(body, {
        environment,
        profileName,
        entryName: entry.name,
        firstUse: !entry.used,
        fee: network.fee,
        networkName: network.name,
        holdSeconds: HOLD_MS / 1000,
        findings: addressFindings(entry, book.entries(), { clipboard }).filter(({ level }) => level !== 'refused'),
        again: draft.again,
      });
      const yes = await gate.ask(question, signal);
      if (signal.aborted) throw refuse('It was taken back.');
      if (!yes) throw refuse('It was not confirmed.');
      await hold(commandId, summary, gate, signal);
      const now = await look(draft);
      // The book is what was confirmed; an entry that was changed meanwhile waits anew, and is refused above.
      if (now.entry.address !== entry.address || now.entry.memo !== entry.memo || signal.aborted)
        throw refuse('It was taken back.');
    } finally {
      waiting.delete(commandId);
    }
  }
}

const refuse = (reason: string): FaultError => new FaultError({ kind: 'NotAllowed', policy: 'money', reason });
