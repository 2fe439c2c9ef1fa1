import { z } from 'zod';
import type { Outcome } from '../../../shared/contract/contract.ts';
import { invalid } from '../../../shared/errors.ts';
import { spotMarginChoices } from '../../../shared/rules/leverage-rules.ts';
import type { Commands } from '../commands/commands.ts';
import type { ExchangeClient, ExchangeClock } from '../exchange/types.ts';
import type { Notices } from '../commands/notices.ts';
import { untilProof, type Signed } from '../commands/proof-of-absence.ts';
import type { Polls } from '../commands/polls.ts';
import type { JournaledCommand } from '../storage/journal.ts';
import type { Modes } from './modes.ts';
import { readLeverage } from './terms.ts';

export interface SettingsParts {
  readonly client: ExchangeClient;
  readonly exchangeClock: ExchangeClock;
  readonly commands: Commands;
  readonly polls: Polls;
  readonly notices: Notices;
  readonly modes: Pick<Modes, 'get' | 'read'>;
}

const marginModeSchema = z.enum(['CROSS', 'ISOLATED']);

/** What is to be, and how it is read back; kept in the journal, where another version may have written it. */
const wishSchema = z.discriminatedUnion('of', [
  z.object({ of: z.literal('leverage'), symbol: z.string(), marginMode: marginModeSchema, leverage: z.number() }),
  z.object({ of: z.literal('positionMode'), positionMode: z.enum(['ONE_WAY', 'HEDGE_MODE']) }),
  z.object({ of: z.literal('spotMargin'), leverage: z.number() }),
]);
type Wish = Readonly<z.output<typeof wishSchema>>;

const NAMES: Readonly<Record<Wish['of'], string>> = {
  leverage: 'account.setLeverage',
  positionMode: 'account.setPositionMode',
  spotMargin: 'account.setSpotMarginLeverage',
};

export interface AccountSettings {
  setLeverage(command: {
    readonly commandId: string;
    readonly symbol: string;
    readonly marginMode: z.output<typeof marginModeSchema>;
    readonly leverage: number;
  }): Promise<Outcome>;
  setPositionMode(command: {
    readonly commandId: string;
    readonly positionMode: 'ONE_WAY' | 'HEDGE_MODE';
  }): Promise<Outcome>;
  setSpotMarginLeverage(command: { readonly commandId: string; readonly leverage: number }): Promise<Outcome>;
  /** Goes on with a command that a former run left without an end; false when it is none of these. Throws where it cannot be read. */
  resume(command: JournaledCommand): boolean;
}

/** Leverage and modes: sent once, then read back; what was not answered is what the exchange says it is. */
export function createAccountSettings(parts: SettingsParts): AccountSettings {
  const { client, exchangeClock, commands, polls, notices, modes } = parts;

  /** Whether the exchange has it as it was wished. Rejects with FaultError. */
  async function isSo(wish: Wish): Promise<boolean> {
    if (wish.of === 'leverage') {
      const { sides } = await readLeverage(client, wish);
      return sides.length > 0 && sides.every(({ leverage }) => leverage === wish.leverage);
    }
    await modes.read();
    const account = modes.get();
    return wish.of === 'positionMode'
      ? account?.positionMode === wish.positionMode
      : account?.spotMarginLeverage === wish.leverage;
  }

  function wait(commandId: string, summary: string, wish: Wish, signed: Signed): void {
    const left = untilProof(exchangeClock, signed);
    polls.start(commandId, async () => {
      const proven = left() === 0;
      const so = await isSo(wish);
      if (!so && !(proven && left() === 0)) return left();
      commands.settle(commandId, so ? accepted : noEffect);
      notices.say(
        so ? 'info' : 'warning',
        `${summary}: ${so ? 'the exchange has it so.' : 'the exchange has it otherwise, and it can no longer take effect.'}`,
      );
      return true;
    });
  }

  function change(commandId: string, summary: string, wish: Wish, call: (sending: () => void) => Promise<unknown>) {
    const symbol = wish.of === 'leverage' ? wish.symbol : null;
    return commands.once(commandId, NAMES[wish.of], async () => {
      let signedAt: number | null = null;
      const outcome = await commands.run(
        { commandId, name: NAMES[wish.of], symbol, clientOrderId: null, summary, input: JSON.stringify(wish) },
        async (sending) => {
          await call(() => {
            signedAt = exchangeClock.now();
            sending();
          });
          return accepted;
        },
      );
      if (outcome.status === 'unconfirmed') wait(commandId, summary, wish, { signedAt });
      // The feed shows what the exchange has, never what was wished.
      if (wish.of !== 'leverage') await modes.read().catch(() => undefined);
      return outcome;
    });
  }

  return {
    setLeverage: ({ commandId, symbol, marginMode, leverage }) =>
      change(
        commandId,
        `Leverage of ${symbol} (${marginMode}) to ${leverage}`,
        { of: 'leverage', symbol, marginMode, leverage },
        (onSending) => client.call('futures.setLeverage', { symbol, marginMode, leverage }, { onSending }),
      ),
    setPositionMode: ({ commandId, positionMode }) =>
      change(commandId, `Position mode to ${positionMode}`, { of: 'positionMode', positionMode }, (onSending) =>
        client.call('futures.setPositionMode', { positionMode }, { onSending }),
      ),
    setSpotMarginLeverage: ({ commandId, leverage }) => {
      const allowed = spotMarginChoices(modes.get()?.accountMode ?? null);
      if (allowed.length > 0 && !allowed.includes(leverage))
        throw invalid('leverage', `Allowed in this account mode: ${allowed.join(', ')}.`);
      return change(commandId, `Spot margin leverage to ${leverage}`, { of: 'spotMargin', leverage }, (onSending) =>
        client.call('spotMargin.setLeverage', { leverage }, { onSending }),
      );
    },
    resume({ name, commandId, summary, input, at }) {
      if (!Object.values(NAMES).includes(name)) return false;
      wait(commandId, summary, wishSchema.parse(JSON.parse(input)), { signedAt: null, begunAt: at });
      return true;
    },
  };
}

const accepted: Outcome = { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: null };
const noEffect: Outcome = {
  status: 'rejected',
  clientOrderId: null,
  fault: {
    kind: 'ExchangeRejected',
    endpoint: 'account',
    code: null,
    message: 'The exchange has it otherwise, and it can no longer take effect.',
    httpStatus: 0,
  },
};
