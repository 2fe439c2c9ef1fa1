import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { inGroups } from '../../../shared/address/check-address.ts';
import { plainText } from '../../../shared/address/text-tricks.ts';
import type { NetworkRow } from '../../../shared/contract/assets.ts';
import { faultOf } from '../../../shared/errors.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { notify } from '../../state/notices.ts';
import { Button, IconButton } from '../../ui/controls/button.tsx';
import { FaultText } from '../../ui/text/fault-text.tsx';

/** Where the account can be paid to; asked for only when it is wanted. */
export function DepositAddress({ row, onClose }: { readonly row: NetworkRow; onClose(): void }): ReactElement {
  const terminal = useFeedRow('terminal', 'terminal');
  const profile = terminal?.profile ?? '';
  const locked = terminal?.locked !== false;
  const { token, network } = row;
  const found = useQuery({
    queryKey: ['assets.depositAddress', profile, token, network],
    queryFn: () => ask('assets.depositAddress', { token, network }),
    enabled: row.allowDeposit && !locked,
    staleTime: 60_000,
  });
  return (
    <section className="deposit" aria-label="Deposit address">
      <header className="move-line">
        <strong>
          Deposit {token} on {network} ({row.name})
        </strong>
        <IconButton icon="close" size="small" label="Close the deposit address" onClick={onClose} />
      </header>
      {row.allowDeposit ? null : (
        <p className="money-soft">
          The exchange takes no deposits of {token} on {network} now.
        </p>
      )}
      {row.allowDeposit && locked ? <p className="money-soft">The terminal is locked.</p> : null}
      {found.isLoading ? <p className="money-soft">Asking the exchange.</p> : null}
      {found.isError ? <FaultText fault={faultOf(found.error)} /> : null}
      {found.data === undefined ? null : (
        <>
          <p className="address">{inGroups(plainText(found.data.address))}</p>
          {found.data.memo === '' ? null : (
            <p>
              Memo <span className="address">{plainText(found.data.memo)}</span>. Without it the tokens are not
              credited.
            </p>
          )}
          <div className="money-buttons">
            <Button size="small" onClick={() => copy('The address', found.data.address)}>
              Copy the address
            </Button>
            {found.data.memo === '' ? null : (
              <Button size="small" onClick={() => copy('The memo', found.data.memo)}>
                Copy the memo
              </Button>
            )}
          </div>
          <p className="money-soft">
            Send only {token} on {network}. Compare it where you paste it: programs that swap addresses exist.
          </p>
        </>
      )}
    </section>
  );
}

function copy(what: string, text: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify('success', `${what} is on the clipboard.`),
    () => notify('warning', `${what} was not copied.`, 'The browser does not allow it. Select it by hand.'),
  );
}
