import {
  DockviewReact,
  type DockviewApi,
  type DockviewTheme,
  type IDockviewPanel,
  type IDockviewPanelProps,
  type ReactContextMenuItemConfig,
} from 'dockview-react';
import { Activity, Suspense, useEffect, useState, type KeyboardEvent, type ReactElement } from 'react';
import { panelComponents } from './panel-components.ts';
import { panels } from '../../panels.ts';
import { keepValue, keptValue } from '../../state/kept/kept-values.ts';
import { useKeyLabel } from '../../state/keys/key-bindings.ts';
import { styleNonce } from '../../theme/nonce.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorBoundary } from '../../ui/error-boundary.tsx';
import { SkeletonRows } from '../../ui/panel.tsx';
import { arrange, attachDock, floatPanel, resetLayout } from './dock-control.ts';
import { followDock } from './dock-follow.ts';
import { storedPanels } from './dock-layout.ts';
import { DockTab } from './dock-tab.tsx';
import { useLayoutLocked, whyNoReset } from './layout-lock.ts';

const theme: DockviewTheme = {
  name: 'quarterdeck',
  className: 'dockview-theme-quarterdeck',
  gap: 4,
  dndTabIndicator: 'line',
  dndPanelOverlay: 'group',
};

const components = { panel: DockPanel };

/** The panels where the person left them. Kept for each profile. */
export function Dock(): ReactElement {
  const [dock, setDock] = useState<DockviewApi | null>(null);
  const locked = useLayoutLocked();
  useEffect(() => {
    if (dock === null) return undefined;
    const saving = dock.onDidLayoutChange(() => save(dock));
    const letGo = attachDock(dock);
    const endFollowing = followDock(dock);
    return () => {
      saving.dispose();
      endFollowing();
      letGo();
    };
  }, [dock]);
  return (
    <div className="dock" data-locked={locked} onKeyDownCapture={locked ? keepTab : undefined}>
      <DockviewReact
        theme={theme}
        components={components}
        defaultTabComponent={DockTab}
        watermarkComponent={NothingOpen}
        scrollbars="native"
        nonce={styleNonce()}
        locked={locked}
        disableDnd={locked}
        getTabContextMenuItems={({ api, panel }) =>
          locked ? ['maximize'] : ['maximize', floatItem(api, panel), 'separator', 'closeOthers', 'close']
        }
        onReady={({ api }) => {
          // The panel inside is the region; a second one of the same name around it would only confuse.
          api.onDidAddGroup(({ element }) => {
            element.removeAttribute('role');
            element.querySelector('[role="tablist"]')?.setAttribute('aria-label', 'Panels');
          });
          restore(api);
          setDock(api);
        }}
      />
    </div>
  );
}

/** The docking library's own gives every panel the same small room over the ticket. */
const floatItem = (api: DockviewApi, panel: IDockviewPanel): ReactContextMenuItemConfig => ({
  label: 'Float',
  disabled: panel.api.location.type === 'floating',
  action: () => floatPanel(api, panel.id),
});

/** The docking library closes a tab with these keys. */
function keepTab(event: KeyboardEvent): void {
  const onTab = event.target instanceof Element && event.target.closest('[role="tab"]') !== null;
  if (onTab && (event.key === 'Delete' || event.key === 'Backspace')) event.stopPropagation();
}

/**
 * A panel that stands behind another's tab keeps its state and stops its work. Its failure while
 * loading or drawing stays inside it.
 */
function DockPanel({ api }: IDockviewPanelProps): ReactElement {
  const [visible, setVisible] = useState(api.isVisible);
  useEffect(() => {
    setVisible(api.isVisible);
    const following = api.onDidVisibilityChange((event) => setVisible(event.isVisible));
    return () => following.dispose();
  }, [api]);
  const entry = panels.find((panel) => panel.id === api.id);
  if (entry === undefined) return <p className="panel-message">This panel is not part of this version.</p>;
  const Shown = panelComponents[entry.id];
  return (
    <Activity mode={visible ? 'visible' : 'hidden'}>
      <ErrorBoundary label={entry.title}>
        <Suspense fallback={<SkeletonRows />}>
          <Shown />
        </Suspense>
      </ErrorBoundary>
    </Activity>
  );
}

function NothingOpen(): ReactElement {
  const key = useKeyLabel('palette');
  return (
    <div className="panel-message">
      <p className="panel-message-title">Every panel is closed</p>
      <p>The command palette{key === null ? '' : ` (${key})`} opens any of them by name.</p>
      <Button whyDisabled={whyNoReset(useLayoutLocked())} onClick={resetLayout}>
        Reset layout
      </Button>
    </div>
  );
}

function restore(api: DockviewApi): void {
  try {
    const stored = keptValue('layout');
    const known = storedPanels(stored)?.every((id) => panels.some((panel) => panel.id === id)) ?? false;
    if (known) {
      // What this same library wrote; it throws for what it cannot read, and the first arrangement follows.
      api.fromJSON(stored as Parameters<DockviewApi['fromJSON']>[0]);
      return;
    }
  } catch {
    // The first arrangement takes its place.
  }
  arrange(api);
}

const save = (api: DockviewApi): void => keepValue('layout', api.toJSON());
