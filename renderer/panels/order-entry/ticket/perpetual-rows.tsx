import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import { cut, decimalsOf, grouped, isZero, known, toDecimal, type Decimal } from '../../../../shared/decimal.ts';
import { ask } from '../../../link/bridge.ts';
import { useAccountKey } from '../../../state/feeds/account-key.ts';
import { peekFeed, useFeed, useFeedRows } from '../../../state/feeds/feeds.ts';
import type { SaidMeans } from '../available/available.ts';
import { useMeansNow } from '../available/use-surroundings.ts';
import { liquidationChange, marginOf, type Liquidation, type Risk } from './after-order.ts';
import type { Summary } from './summary.ts';

/** Haircuts change once in months. */
const EVERY_MS = 600_000;

/** Margin that the order claims, and where the position is liquidated before and after it. */
export function PerpetualRows(props: {
  readonly draft: OrderDraft;
  readonly instrument: InstrumentRow;
  readonly summary: Summary;
  readonly means: SaidMeans;
}): ReactElement {
  const { draft, instrument, summary } = props;
  const means = useMeansNow(draft, props.means);
  const risk = useRisk();
  const margin = marginOf(draft, instrument, summary, means);
  const price = summary.taking?.found?.cost.average ?? known(toDecimal(draft.price)) ?? means.price;
  const change = liquidationChange(draft, instrument, summary, means, price, risk);
  const places = decimalsOf(instrument.priceTick);
  const at = ({ price: found }: Liquidation): string => (found === null ? 'none' : `≈ ${grouped(cut(found, places))}`);
  return (
    <>
      <dt title="At the mark price, beyond what positions and open orders claim already">Margin</dt>
      <dd>
        {margin === null ? (
          <Missing />
        ) : (
          <Amount value={cut(margin, places)} unit={instrument.quote} none="nothing new" />
        )}
      </dd>
      <dt title="Estimated: with collateral that moves with the market, other positions and both legs of hedge mode">
        Liquidation
      </dt>
      <dd>
        {change === null ? (
          <Missing />
        ) : (
          <>
            <span className="number">{at(change.before)}</span> →{' '}
            <span className="number ticket-after">{at(change.after)}</span>
          </>
        )}
      </dd>
    </>
  );
}

function Amount(props: { readonly value: Decimal; readonly unit: string; readonly none: string }): ReactElement {
  return isZero(props.value) ? (
    <span>{props.none}</span>
  ) : (
    <>
      ≈ <span className="number">{grouped(props.value)}</span> {props.unit}
    </>
  );
}

/** What liquidation is worked out from, as the account feeds have it. */
function useRisk(): Risk {
  const account = useAccountKey();
  const collateral = useFeed('account', '', (state) => state.rows.get('account')?.totalCollateral ?? null);
  const positions = useFeedRows('positions');
  const balances = useFeedRows('balances');
  const { data } = useQuery({
    enabled: account !== null,
    staleTime: EVERY_MS,
    queryKey: ['account.collateral', account],
    queryFn: () => ask('account.collateral', {}),
  });
  const isRead = positions.status === 'live' && balances.status === 'live';
  return {
    collateral: isRead ? collateral : null,
    positions: [...positions.rows.values()],
    balances: [...balances.rows.values()],
    ratioOf: data === undefined ? null : (token) => data.tokens.find((each) => each.token === token)?.ratio ?? null,
    instrumentOf: (symbol) => peekFeed('instruments').get(symbol),
  };
}

const Missing = (): ReactElement => <span className="missing">–</span>;
