import type { ReactElement } from 'react';
import { whyNoWithdrawals } from '../../../shared/rules/asset-rules.ts';
import type { WithdrawalsRow } from '../../../shared/contract/assets.ts';
import { faultOf } from '../../../shared/errors.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { sayFault } from '../../state/profiles.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Panel } from '../../ui/panel.tsx';
import { AddressBook } from './address-book.tsx';
import { MoveList } from './move-list.tsx';
import { WhyNotNote } from './send-note.tsx';
import { onScreen, useTokens, useWhyNot } from './use-money.ts';
import { WithdrawForm } from './withdraw-form.tsx';
import { WithdrawalRules } from './withdrawal-rules.tsx';
import './assets.css';

/** Money to an address outside: the form, how far the last ones are, the address book and what all of it is held to. */
export default function WithdrawPanel(): ReactElement {
  const rules = useFeedRow('withdrawals', 'withdrawals');
  const profile = useFeedRow('terminal', 'terminal')?.profile ?? '';
  const tokens = useTokens();
  const whyNot = useWhyNot();
  return (
    <Panel
      label="Withdraw"
      state={
        tokens.isError
          ? { kind: 'error', fault: faultOf(tokens.error), retry: () => void tokens.refetch() }
          : tokens.data === undefined || rules === undefined
            ? { kind: 'loading' }
            : rules.book === 'locked'
              ? {
                  kind: 'denied',
                  reason:
                    'The address book opens with the key of this profile: unlock the terminal, or give the profile a key.',
                }
              : { kind: 'ready' }
      }
    >
      {tokens.data === undefined || rules === undefined ? null : (
        <div className="money" key={profile}>
          <div className="money-form">
            <WhyNotNote />
            {whyNot === undefined ? <Off rules={rules} /> : null}
            <WithdrawForm rules={rules} networks={tokens.data.networks} tokens={tokens.data.tokens} />
            <MoveList kind="withdraw" />
          </div>
          <div className="money-form">
            <AddressBook networks={tokens.data.networks} rules={rules} />
            <WithdrawalRules
              key={`${rules.enabled} ${rules.waitHours} ${rules.dailyLimit} ${rules.book}`}
              rules={rules}
            />
          </div>
        </div>
      )}
    </Panel>
  );
}

/** Why nothing can be withdrawn, and the way to change that. */
function Off({ rules }: { readonly rules: WithdrawalsRow }): ReactElement | null {
  const terminal = useFeedRow('terminal', 'terminal');
  const why = whyNoWithdrawals(rules);
  if (why === null || terminal === undefined) return null;
  return (
    <div className="money-warning" role="status" aria-label="Why nothing can be withdrawn">
      <p>{why}</p>
      {rules.book === 'changed' ? (
        <>
          <p>Somebody or something else wrote the file. Begin an empty book; the old file is kept beside it.</p>
          <Button
            size="small"
            onClick={() =>
              void ask('assets.renewBook', onScreen(terminal)).catch((error: unknown) =>
                sayFault('The book was not begun anew.', error),
              )
            }
          >
            Begin an empty address book
          </Button>
        </>
      ) : rules.confirmedWhere === null ? (
        <p>
          Start it with <code>--confirm-withdrawals-here</code> to confirm them on the terminal that you start it from.
        </p>
      ) : (
        <p>Allow them under “What withdrawals are held to”.</p>
      )}
    </div>
  );
}
