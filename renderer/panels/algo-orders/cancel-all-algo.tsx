import { useState, type ReactElement } from 'react';
import { useOpenAlgoCount } from '../../state/orders/open-count.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedRadio } from '../../ui/controls/choices.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { OnAccount, useAsked } from '../../ui/overlays/on-account.tsx';
import { cancelAllAlgo } from './algo-actions.ts';

/** All algo orders of the symbol or of everything, after one question that says how many. */
export function CancelAllAlgo({ symbol }: { readonly symbol: string }): ReactElement {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Cancel all algo orders
      </Button>
      {asking ? <Question symbol={symbol} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function Question({ symbol, onClose }: { readonly symbol: string; onClose(): void }): ReactElement {
  const [scope, setScope] = useState<'symbol' | 'everything'>('symbol');
  const asked = useAsked();
  const count = useOpenAlgoCount(scope === 'symbol' ? symbol : null);
  return (
    <Dialog
      title="Cancel all algo orders?"
      tone="danger"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Keep them</Button>
          <Button
            kind="danger"
            data-autofocus
            whyDisabled={asked.whyNot}
            onPress={() => {
              void cancelAllAlgo(scope === 'symbol' ? symbol : null, asked.press());
              onClose();
            }}
          >
            Cancel {count === 1 ? '1 algo order' : `${count} algo orders`}
          </Button>
        </>
      }
    >
      <SegmentedRadio
        label="Of"
        value={scope}
        onChange={setScope}
        choices={[
          { value: 'symbol', label: symbol },
          { value: 'everything', label: 'Everything' },
        ]}
      />
      <p>Protective stops go too; positions stay. Ordinary orders stay.</p>
      <OnAccount asked={asked} />
    </Dialog>
  );
}
