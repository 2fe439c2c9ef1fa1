import type { ReactElement } from 'react';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import { peekFeed } from '../../state/feeds/feeds.ts';
import { useOpenCount } from '../../state/orders/open-count.ts';
import { Button } from '../../ui/controls/button.tsx';
import { cancellable, cancelOrders } from '../../state/orders/order-actions.ts';

/** Cancels of more than one row; each says how many requests it is. */
export function CancelButtons(props: {
  readonly symbol: string;
  readonly selected: readonly OrderRow[];
}): ReactElement {
  const { symbol, selected } = props;
  const ofSymbol = useOpenCount(symbol);
  return (
    <>
      <Button
        size="small"
        whyDisabled={selected.length === 0 ? 'No row is selected.' : undefined}
        tip={requests(selected.length)}
        onClick={() => cancelOrders(newest(selected))}
      >
        Cancel selected{selected.length === 0 ? '' : ` (${selected.length})`}
      </Button>
      <Button
        size="small"
        whyDisabled={ofSymbol === 0 ? `No order of ${symbol} is open.` : undefined}
        tip={`${requests(ofSymbol)} Algo orders stay; “Cancel all” takes them too.`}
        onClick={() =>
          cancelOrders(cancellable([...peekFeed('orders').values()].filter((row) => row.symbol === symbol)))
        }
      >
        Cancel {symbol}
        {ofSymbol === 0 ? '' : ` (${ofSymbol})`}
      </Button>
    </>
  );
}

const requests = (count: number): string => (count === 1 ? 'One request.' : `${count} requests, one an order.`);

/** The grid's selection may be a step behind the feed. */
function newest(selected: readonly OrderRow[]): readonly OrderRow[] {
  const rows = peekFeed('orders');
  return selected.flatMap((row) => rows.get(row.id) ?? []);
}
