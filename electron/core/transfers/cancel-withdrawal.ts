import { z } from 'zod';
import type { Outcome } from '../../../shared/contract/contract.ts';
import type { MoveRow } from '../../../shared/contract/assets.ts';
import { invalid } from '../../../shared/errors.ts';
import type { Commands } from '../commands/commands.ts';
import type { ExchangeClient, ExchangeClock } from '../exchange/types.ts';
import type { FeedStore } from '../page/feeds.ts';
import type { Notices } from '../commands/notices.ts';
import { untilProof, type Signed } from '../commands/proof-of-absence.ts';
import type { Polls } from '../commands/polls.ts';
import type { JournaledCommand } from '../storage/journal.ts';

const NAME = 'assets.cancelWithdrawal';
/** A withdrawal that has this word has not left yet (interface-v3.md, Wallet history statuses). */
const NOT_LEFT = 'NEW';
const FIRST_LOOK_MS = 1_500;

/** What the journal keeps of one. */
const inputSchema = z.object({ withdrawId: z.string() });

export interface CancelParts {
  readonly client: ExchangeClient;
  readonly exchangeClock: ExchangeClock;
  readonly commands: Commands;
  readonly polls: Polls;
  readonly notices: Notices;
  readonly feed: FeedStore<MoveRow>;
  /** Looks soon what became of withdrawals. */
  readonly look: () => void;
}

export interface CancelWithdrawal {
  cancel(command: { readonly commandId: string; readonly of: string }): Promise<Outcome>;
  /** Goes on with one that a former run left without an end; false when it is none of these. */
  resume(command: JournaledCommand): boolean;
}

/** Cancels a withdrawal at the exchange while it has not left (protocol.md, E4). What was not answered is read back. */
export function createCancelWithdrawal(parts: CancelParts): CancelWithdrawal {
  const { client, exchangeClock, commands, polls, notices, feed, look } = parts;

  function lookFor(commandId: string, withdrawId: string, summary: string, signed: Signed): void {
    const left = untilProof(exchangeClock, signed);
    polls.start(
      commandId,
      async () => {
        const proven = left() === 0;
        const { rows } = await client.call(
          'asset.walletHistory',
          { tokenSide: 'WITHDRAW', page: 1, size: 1000 },
          { lane: 'read' },
        );
        const status = rows.find(({ id }) => id === withdrawId)?.status ?? NOT_LEFT;
        const cancelled = status === 'CANCELED';
        if (!cancelled && status === NOT_LEFT && !(proven && left() === 0)) return left();
        commands.settle(commandId, cancelled ? accepted : tooLate);
        notices.say(
          cancelled ? 'info' : 'warning',
          `${summary}: ${cancelled ? 'it is cancelled.' : `it had no effect, it is ${status}.`}`,
        );
        look();
        return true;
      },
      FIRST_LOOK_MS,
    );
  }

  return {
    cancel: ({ commandId, of }) => {
      const row = feed.get(of);
      const withdrawId = row?.exchangeId ?? null;
      if (row?.kind !== 'withdraw' || withdrawId === null) throw invalid('of', 'There is no such withdrawal.');
      if ((row.stage ?? NOT_LEFT) !== NOT_LEFT) throw invalid('of', `It is ${row.stage} already.`);
      const summary = `Cancel: ${row.summary}`;
      return commands.once(commandId, NAME, async () => {
        let signedAt: number | null = null;
        const entry = {
          commandId,
          name: NAME,
          symbol: null,
          clientOrderId: null,
          summary,
          input: JSON.stringify({ withdrawId }),
        };
        const outcome = await commands.run(entry, async (sending) => {
          await client.call(
            'asset.cancelWithdraw',
            { withdrawId },
            {
              lane: 'trade',
              onSending: () => {
                signedAt = exchangeClock.now();
                sending();
              },
            },
          );
          return accepted;
        });
        if (outcome.status === 'unconfirmed') lookFor(commandId, withdrawId, summary, { signedAt });
        else look();
        return outcome;
      });
    },
    resume({ name, commandId, summary, input, at }) {
      if (name !== NAME) return false;
      const { withdrawId } = inputSchema.parse(JSON.parse(input));
      lookFor(commandId, withdrawId, summary, { signedAt: null, begunAt: at });
      return true;
    },
  };
}

const accepted: Outcome = { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: null };
const tooLate: Outcome = {
  status: 'rejected',
  clientOrderId: null,
  fault: {
    kind: 'ExchangeRejected',
    endpoint: 'asset.cancelWithdraw',
    code: null,
    message: 'It had no effect at the exchange and can no longer have one.',
    httpStatus: 0,
  },
};
