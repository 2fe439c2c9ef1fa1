import type { Account, Position } from '../engine/model.ts';
import type { Outlet, Venue } from '../engine/venue.ts';
import type { Forms } from '../wire/forms.ts';
import { accountFrame, algoFrame, balanceFrame, executionFrame, positionFrame, refusalFrame } from './frames.ts';

/** Tells the listeners of an account's topic; `make` runs only where there are some. */
export type Tell = (account: Account, topic: string, make: () => unknown) => void;

/** What the venue says to accounts. Reports go out at once; balances, positions and modes once after each operation. */
interface PrivateNews {
  readonly outlet: Omit<Outlet, 'onTrade'>;
  /** Has the account topic sent with the next {@link flush}. */
  remind(account: Account): void;
  /** Sends what changed since the last time. */
  flush(): void;
}

/** @param listens whether anybody has the private stream of an account open. */
export function newPrivateNews(
  venue: Venue,
  tell: Tell,
  listens: (account: Account) => boolean,
  forms: Forms,
  saysReplaced: boolean,
): PrivateNews {
  const balances = new Map<Account, Set<string>>();
  const positions = new Map<Account, Set<Position>>();
  const accounts = new Set<Account>();
  return {
    outlet: {
      // By default an edit is reported with the order's own status; one client alone saw REPLACED (protocol.md, 9.7).
      onReport: (order, fill, status) =>
        tell(order.account, 'executionreport', () =>
          executionFrame(order, fill, status === 'REPLACED' && !saysReplaced ? order.status : status, forms),
        ),
      onRefusedReport: (account, kind, symbol, order, reason) =>
        tell(account, 'executionreport', () => refusalFrame(kind, symbol, order, reason, venue.now)),
      onBalance: (account, token) => {
        if (listens(account)) note(balances, account, token);
      },
      onPosition: (account, position) => {
        if (listens(account)) note(positions, account, position);
      },
      onAccount: (account) => {
        if (listens(account)) accounts.add(account);
      },
      onAlgo: (nodes) => {
        const [first] = nodes;
        if (first !== undefined)
          tell(first.account, 'algoexecutionreport', () => nodes.map((node) => algoFrame(node, forms)));
      },
    },
    remind: (account) => accounts.add(account),
    flush() {
      for (const [account, tokens] of balances)
        tell(account, 'balance', () => ({ balances: [...tokens].map((token) => balanceFrame(venue, account, token)) }));
      for (const [account, changed] of positions)
        tell(account, 'position', () => ({
          positions: [...changed].map((position) => positionFrame(venue, account, position)),
        }));
      for (const account of accounts) tell(account, 'account', () => accountFrame(venue, account, forms));
      balances.clear();
      positions.clear();
      accounts.clear();
    },
  };
}

function note<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = map.get(key);
  if (set === undefined) map.set(key, new Set([value]));
  else set.add(value);
}
