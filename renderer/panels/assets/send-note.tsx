import type { ReactElement } from 'react';
import { FaultText } from '../../ui/fault-text.tsx';
import type { Sending } from './use-money.ts';

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
