import { useQuery } from '@tanstack/react-query';
import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import type { Decimal } from '../../../../shared/decimal.ts';
import { leverageOf } from '../../../../shared/rules/leverage-rules.ts';
import { ask } from '../../../link/bridge.ts';
import { useAccountKey } from '../../../state/feeds/account-key.ts';
import { useLeverage } from '../../../state/feeds/leverage.ts';

/** Fees are asked for again this often: no feed tells all of them. */
const EVERY_MS = 30_000;

/** On which terms a symbol is traded; null where the exchange has not said. Fees as sent. */
export interface Terms {
  readonly makerFee: Decimal | null;
  readonly takerFee: Decimal | null;
  readonly leverage: number | null;
}

/** Fees and leverage of what the order would trade, asked of the exchange. */
export function useTerms(
  draft: Pick<OrderDraft, 'symbol' | 'side' | 'marginMode' | 'positionSide'>,
  kind: InstrumentRow['kind'],
): Terms {
  const { symbol, side, marginMode, positionSide } = draft;
  const account = useAccountKey();
  const fees = useQuery({
    enabled: account !== null,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
    queryKey: ['account.fees', account, symbol],
    queryFn: () => ask('account.fees', { symbol }),
  });
  const leverage = useLeverage({ symbol, marginMode }, kind === 'perpetual');
  return {
    makerFee: fees.data?.makerFee ?? null,
    takerFee: fees.data?.takerFee ?? null,
    leverage: leverageOf(leverage.data?.sides ?? [], { side, positionSide }),
  };
}
