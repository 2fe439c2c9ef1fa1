import type { ReactElement } from 'react';
import type { TerminalRow } from '../../shared/contract/contract.ts';
import { ConnectionLamps } from '../panels/connection/connection-lamps.tsx';
import { TopBarCountdown } from '../panels/dead-man/top-bar-countdown.tsx';
import { LimitsMeter } from '../panels/limits/limits-meter.tsx';
import { useKeyLabel } from '../state/keys/key-bindings.ts';
import { Button } from '../ui/controls/button.tsx';
import { Icon } from '../ui/controls/icons.tsx';
import { AccountBadge } from './profiles/account-badge.tsx';
import { ArmedSign } from './keys/armed-sign.tsx';
import { showPanel } from './dock/dock-control.ts';
import { LayoutLock } from './dock/layout-lock-button.tsx';
import { NoticesButton } from './news/notices-button.tsx';
import { close, open, toggle, useOpened } from './dock/open.ts';
import { SettingsButton } from './settings/settings-popover.tsx';
import { SymbolPicker } from './symbols/symbol-picker.tsx';

/** Which account, which symbol, and whether any of it can be trusted. */
export function TopBar(props: { readonly terminal: TerminalRow | undefined; readonly symbol: string }): ReactElement {
  const connection = useOpened('connection');
  const limits = useOpened('limits');
  const paletteKey = useKeyLabel('palette');
  return (
    <header className="top-bar">
      <AccountBadge terminal={props.terminal} />
      <SymbolPicker symbol={props.symbol} />
      <ConnectionLamps opened={connection} toggle={() => toggle('connection')} close={() => close('connection')} />
      <LimitsMeter opened={limits} toggle={() => toggle('limits')} close={() => close('limits')} />
      <div className="top-bar-end">
        <TopBarCountdown onOpen={() => showPanel('dead-man')} />
        <ArmedSign terminal={props.terminal} />
        <Button
          className="top-bar-cancel"
          tip="Cancels ordinary and algo orders, after one question"
          whyDisabled={whyNoCommand(props.terminal)}
          onClick={() => open('cancel-all')}
        >
          Cancel all
        </Button>
        <Button
          kind="quiet"
          className="top-bar-palette"
          tip="Every action, symbol and panel by name"
          onClick={() => open('palette')}
        >
          <span className="unseen">Command palette</span>
          {paletteKey === null ? <Icon name="search" /> : <kbd>{paletteKey.replaceAll(/(?<=.)\+(?=.)/g, ' ')}</kbd>}
        </Button>
        <NoticesButton />
        <LayoutLock />
        <SettingsButton />
      </div>
    </header>
  );
}

function whyNoCommand(terminal: TerminalRow | undefined): string | undefined {
  if (terminal === undefined) return 'The account is not known yet';
  return terminal.locked ? 'Locked, or without a key: nothing can be sent' : undefined;
}
