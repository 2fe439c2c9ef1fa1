import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { describeFault } from '../../shared/fault-words.ts';
import { faultOf } from '../../shared/errors.ts';
import { notify } from '../state/notices.ts';
import { useOpenCount } from '../state/open-count.ts';
import type { Press } from '../state/press.ts';
import { sendCommand } from '../state/send-command.ts';
import { Button } from '../ui/button.tsx';
import { SegmentedRadio } from '../ui/choices.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { OnAccount, useAsked } from '../ui/on-account.tsx';
import { ordersWords } from './order-counts.ts';

type Scope = 'symbol' | 'everything';

/** One question that says how many, then one command. */
export function CancelAllDialog(props: { readonly symbol: string; onClose(): void }): ReactElement {
  const { symbol, onClose } = props;
  const [scope, setScope] = useState<Scope>('symbol');
  const ofSymbol = useOpenCount(symbol);
  const ofEverything = useOpenCount(null);
  const count = scope === 'symbol' ? ofSymbol : ofEverything;
  const asked = useAsked();
  const cancelAll = useMutation({
    mutationFn: (press: Press) =>
      sendCommand('orders.cancelAll', { ...press, symbol: scope === 'symbol' ? symbol : null }),
    onSuccess: (outcome) => {
      if (outcome.status === 'accepted') notify('success', `Cancelling ${ordersWords(count)}`);
      else if (outcome.status === 'unconfirmed') notify('warning', 'Cancel all is unconfirmed', outcome.reason);
      else {
        const words = describeFault(outcome.fault);
        notify('danger', words.title, words.advice);
      }
      onClose();
    },
    onError: (thrown) => {
      const words = describeFault(faultOf(thrown));
      notify('danger', words.title, words.advice);
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
            onClick={() => {
              try {
                cancelAll.mutate(asked.press());
              } catch (thrown) {
                notify('danger', describeFault(faultOf(thrown)).title);
              }
            }}
          >
            {count === 0 ? 'Cancel algo orders' : `Cancel ${ordersWords(count)}`}
          </Button>
        </>
      }
    >
      <SegmentedRadio
        label="Which orders"
        value={scope}
        onChange={setScope}
        choices={[
          { value: 'symbol', label: `${symbol} (${ofSymbol})` },
          { value: 'everything', label: `Every symbol (${ofEverything})` },
        ]}
      />
      <p>
        {count === 0 ? 'No ordinary order is open here.' : `${ordersWords(count)} will be cancelled.`} Algo orders go
        with them, <strong>protective stops too</strong>: an open position is then without its stop.
      </p>
      <OnAccount asked={asked} />
    </Dialog>
  );
}
