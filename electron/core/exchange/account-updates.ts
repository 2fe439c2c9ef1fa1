import type { AccountRow, Reads } from '../../../shared/contract/contract.ts';
import { compare, isPositive, ZERO } from '../../../shared/decimal.ts';
import type {
  AccountUpdate,
  ExecutionReport,
  OrderReport,
  PrivateMessage,
  PrivateTopic,
} from '../../../shared/v3/topics.ts';
import type { AccountFigures } from '../account/figures.ts';
import type { AlgoOrders } from '../algo/types.ts';
import { followDoubts } from '../account/doubts.ts';
import { ALL_PARTS, createRestFallback } from './rest-fallback.ts';
import type { Connection } from './connection.ts';
import type { PrivateStream } from './types.ts';
import type { RiskLimits } from '../risk-limits/risk-limits.ts';
import type { OwnOrders } from '../orders/book/own-orders.ts';
import type { Reconciler } from '../orders/book/reconcile.ts';
import type { Paces } from '../world/paces.ts';
import type { Clock } from '../world/ports.ts';

export interface AccountUpdatesParts {
  /** Null without credentials: there is no news then. */
  readonly privateStream: PrivateStream | null;
  readonly clock: Clock;
  readonly orders: Pick<OwnOrders, 'onChange' | 'forgetDates'>;
  /** Told when all open orders were read. */
  readonly ordersKnown: () => void;
  readonly reconciler: Reconciler;
  readonly takeReport: (report: ExecutionReport) => void;
  readonly algo: AlgoOrders;
  readonly figures: AccountFigures;
  readonly guard: Pick<RiskLimits, 'filled'>;
  readonly connection: Pick<Connection, 'read' | 'doubt'>;
  readonly paces: Paces;
}

/** What brings each part. The modes are read by a timer of their own in any case. */
const TOPIC: Readonly<Record<keyof Reads, PrivateTopic>> = {
  orders: 'executionreport',
  algoOrders: 'algoexecutionreport',
  balances: 'balance',
  positions: 'position',
};

export interface AccountUpdates {
  /** Reads what the stream may have missed. Rejects with FaultError where the orders cannot be read. */
  reconcile(): Promise<void>;
  /** The exchange set its clock: words that are dated by the old one count no more, and all is read at once. */
  stepped(): void;
  stop(): void;
}

/** News of the account: each message of the private stream goes to its owner, and REST stands in while it is away. */
export function followAccount(parts: AccountUpdatesParts): AccountUpdates {
  const { privateStream, clock, orders, ordersKnown, reconciler, takeReport, algo, figures, guard, paces } = parts;
  const { balances, positions, modes } = figures;

  function take(message: PrivateMessage): void {
    switch (message.kind) {
      case 'executionreport':
        guard.filled();
        takeReport(message.report);
        // What an order reserves, and what its fill claims, is in no frame.
        if (message.report.messageType === 0) {
          modes.changed();
          if (isFill(message.report)) positions.changed();
        }
        return;
      case 'balance':
        balances.take(message.balances);
        return modes.changed();
      case 'position':
        positions.take(message.positions);
        algo.changed();
        return modes.changed();
      case 'account':
        // It comes every second too (protocol.md, 9.9): only other modes are news of positions.
        if (saysOtherModes(message.account, modes.get())) figures.changed();
        return modes.take(message.account);
      case 'algoexecutionreport':
        return algo.take(message.reports);
    }
  }

  const away = createRestFallback(
    clock,
    {
      orders: () => reconciler.run('away').then(ordersKnown),
      algoOrders: algo.readAway,
      balances: balances.read,
      positions: positions.read,
    },
    parts.connection.read,
    paces,
  );

  const { doubt } = parts.connection;
  const doubts = followDoubts({ clock, privateStream, figures, orders: reconciler, algo, paces, doubt });

  const stops = [
    doubts,
    orders.onChange(({ life, fills }, before) => {
      // A plan places orders and is triggered by the price that fills them; the stream may say neither.
      if (before === undefined || fills !== before.fills || life?.open !== before.life?.open) algo.changed();
      // A fill that the stream did not bring.
      if (fills?.source !== 'read' || compare(fills.executed, before?.fills?.executed ?? ZERO) <= 0) return;
      guard.filled();
      figures.changed();
    }),
    privateStream?.onMessage(take),
    privateStream?.onStatus(({ state, missing }) => {
      // A line whose pongs come late loses no less.
      const isThere = state === 'live' || state === 'stale';
      for (const each of [reconciler, algo]) each.whileLive(isThere);
      away.read(
        state === 'down' ? [] : isThere ? ALL_PARTS.filter((part) => missing.includes(TOPIC[part])) : ALL_PARTS,
      );
    }),
    away.stop,
  ];

  let connected = false;
  return {
    async reconcile() {
      const cause = connected ? 'reconnect' : 'start';
      connected = true;
      // The orders decide whether the stream is called live; the rest tries again by itself.
      const rest = Promise.allSettled([balances.read(), positions.read(), modes.read(), algo.read()]);
      await reconciler.run(cause);
      ordersKnown();
      await rest;
    },
    stepped() {
      figures.forgetDates();
      algo.forgetDates();
      orders.forgetDates();
      if (privateStream === null) return;
      const orderRead = reconciler.run('timer').then(ordersKnown);
      // What fails is tried again by itself.
      void Promise.allSettled([orderRead, balances.read(), positions.read(), modes.read(), algo.readAway()]);
    },
    stop() {
      for (const stop of stops) stop?.();
    },
  };
}

const isFill = ({ executedQuantity }: OrderReport): boolean =>
  executedQuantity !== null && isPositive(executedQuantity);

function saysOtherModes(update: AccountUpdate, known: AccountRow | undefined): boolean {
  if (known === undefined) return false;
  const { accountMode, positionMode, leverage } = update;
  return (
    (accountMode !== null && accountMode !== known.accountMode) ||
    (positionMode !== null && positionMode !== known.positionMode) ||
    (leverage !== null && leverage !== known.spotMarginLeverage)
  );
}
