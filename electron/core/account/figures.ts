import type { Decimal } from '../../../shared/decimal.ts';
import { crossPnl } from '../../../shared/rules/account/position.ts';
import type { ExchangeClient, ExchangeClock, PublicStream } from '../exchange/types.ts';
import type { Paces } from '../world/paces.ts';
import type { Clock, Unsubscribe } from '../world/ports.ts';
import { createBalances, type Balances } from './balances.ts';
import { latestNow } from './latest-now.ts';
import { createModes, type Modes } from './modes.ts';
import { createPositions, type Positions } from './positions.ts';

/** What the account holds and what is free of it. */
export interface AccountFigures {
  readonly balances: Balances;
  readonly positions: Positions;
  readonly modes: Modes;
  /** Something of one's own changed them: a fill, an order, a setting, a transfer. All are read soon. */
  changed(): void;
  /** The exchange set its clock: what was said before is not newer than what is said from now on. */
  forgetDates(): void;
  stop: Unsubscribe;
}

export interface FiguresParts {
  readonly client: ExchangeClient;
  readonly publicStream: PublicStream;
  readonly clock: Clock;
  readonly exchangeClock: Pick<ExchangeClock, 'now' | 'offset' | 'uncertainty'> | null;
  readonly paces: Paces;
}

/** Makes balances, positions and the account's row. While a position is held, a notable move of its mark reads the account. */
export function createFigures({ client, publicStream, exchangeClock, clock, paces }: FiguresParts): AccountFigures {
  const latest = latestNow(exchangeClock);
  const balances = createBalances(client, clock, paces, latest);
  const positions = createPositions(client, publicStream, clock, paces, latest);
  // Before they were read it is not known: nothing held is no answer then.
  const pnlNow = (): Decimal | null => (positions.feed.known?.() === true ? crossPnl(positions.feed.rows()) : null);
  const modes = createModes(client, clock, paces, latest, pnlNow);
  positions.onMoved(modes.changed);
  const all = [balances, positions, modes];
  return {
    balances,
    positions,
    modes,
    changed: () => {
      for (const each of all) each.changed();
    },
    forgetDates: () => {
      for (const each of all) each.forgetDates();
    },
    stop: () => {
      for (const each of all) each.stop();
    },
  };
}
