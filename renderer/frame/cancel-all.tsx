import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { describeFault } from '../../shared/words/fault-words.ts';
import { faultOf } from '../../shared/errors.ts';
import { notify } from '../state/notices.ts';
import { useFeedStatus } from '../state/feeds/feeds.ts';
import { useOpenAlgoCount, useOpenCount } from '../state/orders/open-count.ts';
import type { Press } from '../state/commands/press.ts';
import { sendCommand } from '../state/commands/send-command.ts';
import { Button } from '../ui/controls/button.tsx';
import { SegmentedRadio } from '../ui/controls/choices.tsx';
import { Dialog } from '../ui/overlays/dialog.tsx';
import { OnAccount, useAsked } from '../ui/overlays/on-account.tsx';
import { openWords, staysWords, type OpenOrders } from './news/order-counts.ts';

type Scope = 'symbol' | 'everything';

/** One question that says how many, then one command. */
export function CancelAllDialog(props: { readonly symbol: string; onClose(): void }): ReactElement {
  const { symbol, onClose } = props;
  const [scope, setScope] = useState<Scope>('symbol');
  const ofSymbol: OpenOrders = { orders: useOpenCount(symbol), algos: useOpenAlgoCount(symbol) };
  const ofEverything: OpenOrders = { orders: useOpenCount(null), algos: useOpenAlgoCount(null) };
  const known = [useFeedStatus('orders'), useFeedStatus('algoOrders')].every((status) => status === 'live');
  const words = openWords(scope === 'symbol' ? ofSymbol : ofEverything);
  const elsewhere: OpenOrders | null =
    scope === 'everything'
      ? null
      : { orders: ofEverything.orders - ofSymbol.orders, algos: ofEverything.algos - ofSymbol.algos };
  const total = ({ orders, algos }: OpenOrders): string => (known ? ` (${orders + algos})` : '');
  const asked = useAsked();
  const cancelAll = useMutation({
    mutationFn: (press: Press) =>
      sendCommand('orders.cancelAll', { ...press, symbol: scope === 'symbol' ? symbol : null }),
    onSuccess: (outcome) => {
      if (outcome.status === 'accepted') notify('success', `Cancelling ${words === '' ? 'whatever is open' : words}`);
      else if (outcome.status === 'unconfirmed') notify('warning', 'Cancel all is unconfirmed', outcome.reason);
      else {
        const why = describeFault(outcome.fault);
        notify('danger', why.title, why.advice);
      }
      onClose();
    },
    onError: (thrown) => {
      const why = describeFault(faultOf(thrown));
      notify('danger', why.title, why.advice);
    },
  });

  return (
    <Dialog
      title="Cancel all orders?"
      tone="danger"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep them</Button>
          <Button
            kind="danger"
            data-autofocus
            busy={cancelAll.isPending}
            whyDisabled={asked.whyNot}
            onPress={() => {
              try {
                cancelAll.mutate(asked.press());
              } catch (thrown) {
                notify('danger', describeFault(faultOf(thrown)).title);
              }
            }}
          >
            {known && words !== '' ? `Cancel ${words}` : 'Cancel whatever is open'}
          </Button>
        </>
      }
    >
      <SegmentedRadio
        label="Which orders"
        value={scope}
        onChange={setScope}
        choices={[
          { value: 'symbol', label: `${symbol}${total(ofSymbol)}` },
          { value: 'everything', label: `Every symbol${total(ofEverything)}` },
        ]}
      />
      <p>
        {known
          ? words === ''
            ? 'By all that is known, nothing is open here.'
            : `${words} will be cancelled.`
          : 'The number of orders is not known yet: not all of them were read.'}{' '}
        It takes ordinary and algo orders, <strong>protective stops too</strong>: an open position is then without its
        stop.
      </p>
      <p>{staysWords(elsewhere)}</p>
      <OnAccount asked={asked} />
    </Dialog>
  );
}
