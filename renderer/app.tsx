import { useEffect, useLayoutEffect, useRef, type ReactElement } from 'react';
import type { TerminalRow } from '../shared/contract/contract.ts';
import { ArmDialog } from './frame/keys/arm-dialog.tsx';
import { CancelAllDialog } from './frame/cancel-all.tsx';
import { CommandQuestions } from './frame/command-question.tsx';
import { Dock } from './frame/dock/dock.tsx';
import { GoLiveDialog } from './frame/profiles/go-live.tsx';
import { KeysDialog } from './frame/keys/keys-dialog.tsx';
import { LinkBanner, RecordBanner } from './frame/link-banner.tsx';
import { close, useOpened } from './frame/dock/open.ts';
import { Palette } from './frame/palette/palette.tsx';
import { StatusLine } from './frame/status/status-line.tsx';
import { TopBar } from './frame/header/top-bar.tsx';
import { WindowTitle } from './frame/header/window-title.ts';
import { UnlockScreen } from './frame/profiles/unlock-screen.tsx';
import { useLeaveGuard } from './frame/profiles/use-leave-guard.ts';
import { useLinks } from './frame/use-links.ts';
import { useAlarm } from './frame/news/use-alarm.ts';
import { useKeys } from './frame/keys/use-keys.ts';
import { useNotices } from './frame/news/use-notices.ts';
import { usePresence } from './frame/profiles/use-presence.ts';
import { useWatchOrders } from './frame/news/watch-orders.ts';
import { useArmed } from './state/keys/armed.ts';
import { startAnew, useFeedRow } from './state/feeds/feeds.ts';
import { useSettingsOf } from './state/kept/keep-in-core.ts';
import { useSettings } from './state/kept/settings.ts';
import { useSymbol } from './state/kept/symbol.ts';
import { Toasts } from './ui/overlays/toasts.tsx';

/** What is not known of an account that was locked until it is read again. */
const READ_AT_OPENING = new Set(['orders', 'algoOrders', 'positions', 'balances'] as const);

/** Nothing is drawn before the settings of the profile are there: the page would show others for a moment, and keep them. */
export function App(): ReactElement {
  const profile = useSettingsOf((state) => state.profile);
  if (profile !== null) return <Frame profile={profile} />;
  return (
    <div className="frame">
      <LinkBanner />
      <main className="frame-dock">
        <Waiting />
      </main>
    </div>
  );
}

/** The frame: top bar, dock, and what opens above them. */
function Frame({ profile }: { readonly profile: string }): ReactElement {
  const terminal = useFeedRow('terminal', 'terminal');
  const symbol = useSymbol();
  const environment = terminal?.environment;
  useRootAttributes();
  useKeys();
  useNotices();
  useAlarm();
  useWatchOrders();
  useLinks();
  usePresence();
  useLeaveGuard();
  const foreign = useOneProfile(profile, terminal);
  const locked = useFeedRow('desk', 'desk')?.locked ?? false;
  const wasLocked = useRef(locked);
  useEffect(() => {
    if (wasLocked.current !== locked) startAnew(READ_AT_OPENING);
    wasLocked.current = locked;
  }, [locked]);
  const palette = useOpened('palette');
  const keys = useOpened('keys');
  const cancelAll = useOpened('cancel-all');
  const arm = useOpened('arm');
  const armed = useArmed((state) => state.until !== null);

  if (foreign) return <Waiting />;
  return (
    <div className="frame" data-environment={environment ?? 'unknown'} data-armed={armed}>
      <WindowTitle environment={environment} symbol={symbol} locked={locked} />
      <h1 className="unseen">Quarterdeck</h1>
      <TopBar terminal={terminal} symbol={symbol} locked={locked} />
      <LinkBanner />
      <RecordBanner />
      <main className="frame-dock">
        {locked ? <UnlockScreen terminal={terminal} /> : terminal === undefined ? <Waiting /> : <Dock />}
      </main>
      <StatusLine terminal={terminal} />
      {palette && !locked ? <Palette onClose={() => close('palette')} /> : null}
      {keys ? <KeysDialog onClose={() => close('keys')} /> : null}
      {cancelAll && !locked ? <CancelAllDialog symbol={symbol} onClose={() => close('cancel-all')} /> : null}
      {arm && !locked && terminal !== undefined ? <ArmDialog terminal={terminal} /> : null}
      {locked ? null : <CommandQuestions />}
      <GoLiveDialog />
      <Toasts locked={locked} />
    </div>
  );
}

/**
 * A page belongs to the profile that it began with. When another is opened it loads itself anew: no store,
 * draft or answer of the old one can be shown under the new one's name.
 *
 * @returns whether the page waits for that.
 */
function useOneProfile(profile: string, terminal: TerminalRow | undefined): boolean {
  const foreign = terminal !== undefined && terminal.profile !== profile;
  useEffect(() => {
    if (foreign) location.reload();
  }, [foreign]);
  return foreign;
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
