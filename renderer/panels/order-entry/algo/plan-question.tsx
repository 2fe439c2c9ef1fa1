import type { ReactElement } from 'react';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { OnAccount, useAsked } from '../../../ui/overlays/on-account.tsx';
import { answerAlgo, type WrittenPlan } from './algo-store.ts';

/** The question before a plan: what leaves, of which symbol, and where to. */
export function PlanQuestion(props: { readonly plan: WrittenPlan; readonly reasons: readonly string[] }): ReactElement {
  const { plan, reasons } = props;
  const asked = useAsked();
  return (
    <Dialog
      title="Place this plan?"
      tone={asked.on?.environment === 'live' ? 'danger' : undefined}
      onClose={() => void answerAlgo(false)}
      footer={
        <>
          <Button onClick={() => void answerAlgo(false)}>Do not send</Button>
          <Button
            kind={plan.draft.side === 'BUY' ? 'buy' : 'sell'}
            data-autofocus
            whyDisabled={asked.whyNot}
            onPress={() => void answerAlgo(true)}
          >
            Place it
          </Button>
        </>
      }
    >
      <p className="question-command">{plan.words}</p>
      <p>{plan.subject}</p>
      <OnAccount asked={asked} />
      {reasons.length === 0 ? null : (
        <ul className="question-reasons">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
