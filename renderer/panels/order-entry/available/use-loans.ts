import { useQuery } from '@tanstack/react-query';
import type { InstrumentRow } from '../../../../shared/contract/contract.ts';
import { ZERO, type Decimal } from '../../../../shared/decimal.ts';
import { ask } from '../../../link/bridge.ts';
import { useAccountKey } from '../../../state/feeds/account-key.ts';
import { useFeed } from '../../../state/feeds/feeds.ts';

/** No feed tells what can be borrowed; the exchange answers ten reads in 60 s. */
const EVERY_MS = 15_000;

/** What can be borrowed of a token, by the exchange, and what that costs a year as a share; null where it is not known. */
export interface Loan {
  readonly most: Decimal | null;
  readonly annualRate: Decimal | null;
}
export interface Loans {
  readonly base: Loan;
  readonly quote: Loan;
}
const NONE: Loan = { most: ZERO, annualRate: null };
const NOT_KNOWN: Loan = { most: null, annualRate: null };

/** Loans for both tokens of a symbol: none outside of spot margin. */
export function useLoans({ symbol, kind }: Pick<InstrumentRow, 'symbol' | 'kind'>): Loans {
  const account = useAccountKey();
  const mode = useFeed('account', '', (state) => state.rows.get('account')?.accountMode ?? null);
  const lends = kind === 'spot' && mode === 'MARGIN';
  const { data } = useQuery({
    enabled: lends && account !== null,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
    queryKey: ['account.loans', account, symbol],
    queryFn: () => ask('account.loans', { symbol }),
  });
  if (!lends) return { base: NONE, quote: NONE };
  return data ?? { base: NOT_KNOWN, quote: NOT_KNOWN };
}
