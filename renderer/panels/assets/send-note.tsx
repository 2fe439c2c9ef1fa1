import type { ReactElement } from 'react';
import { FaultText } from '../../ui/text/fault-text.tsx';
import { useWhyNot, type Sending } from './use-money.ts';

/** Why nothing can be moved from this profile, said before anybody fills in a form. */
export function WhyNotNote(): ReactElement | null {
  const whyNot = useWhyNot();
  return whyNot === undefined ? null : (
    <p className="money-warning" role="status" aria-label="Why nothing can be moved">
      {whyNot} Nothing can be moved from it.
    </p>
  );
}

/** What became of the last press, kept until the form is changed. */
export function SendNote({ sending, what }: { readonly sending: Sending; readonly what: string }): ReactElement | null {
  if (sending.fault !== null)
    return (
      <div role="alert" className="money-refused">
        <p>{what} was not carried out.</p>
        <FaultText fault={sending.fault} />
      </div>
    );
  return sending.note === '' ? null : (
    <p role="status" aria-label="Outcome" className="money-soft">
      {sending.note}
    </p>
  );
}
