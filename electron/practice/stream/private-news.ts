import type { Account, Position } from '../engine/model.ts';
import type { Outlet, Venue } from '../engine/venue.ts';
import { accountFrame, algoFrame, balanceFrame, executionFrame, positionFrame, refusalFrame } from './frames.ts';

/** Tells the listeners of an account's topic; `make` runs only where there are some. */
export type Tell = (account: Account, topic: string, make: () => unknown) => void;

/** What the venue says to accounts. Reports go out at once; balances, positions and modes once after each operation. */
interface PrivateNews {
  readonly outlet: Omit<Outlet, 'onTrade'>;
  /** Sends what changed since the last time. */
  flush(): void;
}

/** @param listens whether anybody has the private stream of an account open. */
export function newPrivateNews(venue: Venue, tell: Tell, listens: (account: Account) => boolean): PrivateNews {
  const balances = new Map<Account, Set<string>>();
  const positions = new Map<Account, Set<Position>>();
  const accounts = new Set<Account>();
  return {
    outlet: {
      onReport: (order, fill, status) =>
        tell(order.account, 'executionreport', () => executionFrame(order, fill, status)),
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
        if (first !== undefined) tell(first.account, 'algoexecutionreport', () => nodes.map(algoFrame));
      },
    },
    flush() {
      for (const [account, tokens] of balances)
        tell(account, 'balance', () => ({ balances: [...tokens].map((token) => balanceFrame(venue, account, token)) }));
      for (const [account, changed] of positions)
        tell(account, 'position', () => ({
          positions: [...changed].map((position) => positionFrame(venue, account, position)),
        }));
      for (const account of accounts) tell(account, 'account', () => accountFrame(venue, account));
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
