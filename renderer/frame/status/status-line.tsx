import type { ReactElement } from 'react';
import type { TerminalRow } from '../../../shared/contract/contract.ts';
import { ConnectionSign } from '../../panels/connection/connection-sign.tsx';
import { LimitsMeter } from '../../panels/limits/limits-meter.tsx';
import { useExchangeNow } from '../../state/feeds/exchange-now.ts';
import { formatTime, MISSING } from '../../ui/text/format.ts';
import { LayoutLock } from '../dock/layout-lock-button.tsx';
import { close, toggle, useOpened } from '../dock/open.ts';
import { KeysSwitch } from '../keys/armed-sign.tsx';

/** What can be trusted and what is on, in one calm line below everything. */
export function StatusLine({ terminal }: { readonly terminal: TerminalRow | undefined }): ReactElement {
  const connection = useOpened('connection');
  const limits = useOpened('limits');
  return (
    <footer className="status" role="region" aria-label="Status">
      <ConnectionSign opened={connection} toggle={() => toggle('connection')} close={() => close('connection')} />
      <LimitsMeter opened={limits} toggle={() => toggle('limits')} close={() => close('limits')} />
      <KeysSwitch terminal={terminal} />
      <span className="status-space" />
      <LayoutLock />
      <ExchangeTime />
    </footer>
  );
}

/** The exchange's clock, which deadlines and funding go by. */
function ExchangeTime(): ReactElement {
  const now = useExchangeNow();
  return (
    <span className="status-time" title="The exchange’s clock">
      UTC <b className="number">{now === null ? MISSING : formatTime(now, true)}</b>
    </span>
  );
}
