import type { ReactElement } from 'react';
import type { TerminalRow } from '../../../shared/contract/contract.ts';
import { BrokenLink } from '../../panels/connection/connection-sign.tsx';
import { TopBarCountdown } from '../../panels/dead-man/top-bar-countdown.tsx';
import { useKeyLabel } from '../../state/keys/key-bindings.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/controls/icons.tsx';
import { showPanel } from '../dock/dock-control.ts';
import { open } from '../dock/open.ts';
import { ArmedSign } from '../keys/armed-sign.tsx';
import { NoticesButton } from '../news/notices-button.tsx';
import { AccountBadge } from '../profiles/account-badge.tsx';
import { SettingsButton } from '../settings/settings-popover.tsx';
import { AccountStrip } from './account-strip.tsx';
import { MarketHeader } from './market-header.tsx';

/** Which account and which market, what the account is worth, and what stops everything. */
export function TopBar(props: {
  readonly terminal: TerminalRow | undefined;
  readonly symbol: string;
  /** Nothing of the account is shown. */
  readonly locked: boolean;
}): ReactElement {
  const paletteKey = useKeyLabel('palette');
  return (
    <header className="top-bar">
      <span className="brand">
        <Icon name="helm" size={22} />
      </span>
      <AccountBadge terminal={props.terminal} />
      <MarketHeader symbol={props.symbol} />
      <BrokenLink onOpen={() => open('connection')} />
      {props.locked || props.terminal === undefined ? null : <AccountStrip />}
      <div className="top-bar-end">
        <TopBarCountdown onOpen={() => showPanel('dead-man')} />
        <ArmedSign />
        <Button
          className="top-bar-cancel"
          tip="Cancels ordinary and algo orders, after one question"
          whyDisabled={whyNoCommand(props.terminal)}
          onClick={() => open('cancel-all')}
        >
          Cancel all
        </Button>
        <Button
          className="top-bar-palette icon-button"
          tip="Every action, symbol and panel by name"
          onClick={() => open('palette')}
        >
          <span className="unseen">
            Command palette{paletteKey === null ? '' : ` ${paletteKey.replaceAll(/(?<=.)\+(?=.)/g, ' ')}`}
          </span>
          <Icon name="search" />
        </Button>
        <NoticesButton />
        <SettingsButton />
      </div>
    </header>
  );
}

function whyNoCommand(terminal: TerminalRow | undefined): string | undefined {
  if (terminal === undefined) return 'The account is not known yet';
  return terminal.locked ? 'Locked, or without a key: nothing can be sent' : undefined;
}
