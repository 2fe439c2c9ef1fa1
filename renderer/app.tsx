import { useEffect, useLayoutEffect, type ReactElement } from 'react';
import { CancelAllDialog } from './frame/cancel-all.tsx';
import { Dock } from './frame/dock.tsx';
import { KeysDialog } from './frame/keys-dialog.tsx';
import { useKeys } from './frame/keys.ts';
import { LinkBanner } from './frame/link-banner.tsx';
import { close, useOpened } from './frame/open.ts';
import { Palette } from './frame/palette.tsx';
import { windowTitle } from './frame/titles.ts';
import { TopBar } from './frame/top-bar.tsx';
import { useNotices } from './frame/use-notices.ts';
import { useFeedRow } from './state/feeds.ts';
import { useSettings } from './state/settings.ts';
import { useSymbol } from './state/symbol.ts';
import { Toasts } from './ui/toasts.tsx';

/** The frame: top bar, dock, and what opens above them. */
export function App(): ReactElement {
  const terminal = useFeedRow('terminal', 'terminal');
  const symbol = useSymbol();
  const environment = terminal?.environment;
  useRootAttributes();
  useKeys();
  useNotices();
  useEffect(() => {
    document.title = windowTitle(environment, symbol);
  }, [environment, symbol]);

  return (
    <div className="frame" data-environment={environment ?? 'unknown'}>
      <TopBar terminal={terminal} symbol={symbol} />
      <LinkBanner />
      <main className="frame-dock">
        {terminal === undefined ? <Waiting /> : <Dock key={terminal.profile} profile={terminal.profile} />}
      </main>
      {useOpened('palette') ? <Palette onClose={() => close('palette')} /> : null}
      {useOpened('keys') ? <KeysDialog onClose={() => close('keys')} /> : null}
      {useOpened('cancel-all') ? <CancelAllDialog symbol={symbol} onClose={() => close('cancel-all')} /> : null}
      <Toasts />
    </div>
  );
}

/** Theme, colour pair and density are attributes of the root, which the tokens look at. */
function useRootAttributes(): void {
  const { theme, updown, density } = useSettings();
  // Before the first paint, so that nobody sees the other theme flash.
  useLayoutEffect(() => {
    Object.assign(document.documentElement.dataset, { theme, updown, density });
  }, [theme, updown, density]);
}

/** Before the account is known there is nothing that could be meant by a panel. */
function Waiting(): ReactElement {
  return (
    <div className="waiting" role="status">
      <span className="waiting-mark" aria-hidden="true" />
      <p>Starting the terminal</p>
    </div>
  );
}
