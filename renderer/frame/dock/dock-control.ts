import type { DockviewApi } from 'dockview-react';
import { panels, type PanelEntry } from '../../panels.ts';
import { focusPanel } from './dock-focus.ts';
import { boxOf, forgetPlaces, keptPlace } from './dock-follow.ts';
import { firstLayout, returnPlacement, type Placement } from './dock-layout.ts';
import { floatBox, wayBack, type Box } from './dock-places.ts';

/** The dock on the screen, for actions that come from elsewhere (palette, keys, settings). */
let dock: DockviewApi | null = null;
/** The panel that was asked for while there was no dock yet, in the first moments of a page. */
let wished: string | null = null;

/** @returns the detach. */
export function attachDock(api: DockviewApi): () => void {
  dock = api;
  if (wished !== null) showPanel(wished);
  wished = null;
  return () => {
    if (dock === api) dock = null;
  };
}

/** Brings a panel to the front, opening it again if it was closed, and puts the focus into it. */
export function showPanel(id: string): void {
  if (dock === null) wished = id;
  const entry = revealPanel(id);
  if (entry !== undefined) focusPanel(entry);
}

/** The same, and leaves the focus where it is. */
export function revealPanel(id: string): PanelEntry | undefined {
  const entry = panels.find((panel) => panel.id === id);
  if (dock === null || entry === undefined) return undefined;
  if (dock.getPanel(id) === undefined) bringBack(dock, entry);
  const panel = dock.getPanel(id);
  panel?.api.setActive();
  // The tab of a panel that was just added has no room yet.
  requestAnimationFrame(() => {
    const tab = panel?.group.element.querySelector('.dv-active-tab');
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return entry;
}

/** Where it was when it was closed, else where it is at first. */
function bringBack(api: DockviewApi, entry: PanelEntry): void {
  const open = api.panels.map((panel) => panel.id);
  const kept = keptPlace(entry.id);
  const at = kept === undefined ? null : wayBack(kept, open);
  if (at === null) return place(api, returnPlacement(entry, panels, open));
  place(api, {
    id: entry.id,
    title: entry.title,
    at,
    ...('box' in at ? sizeAcross(at.direction, at.box) : {}),
  });
}

/** The other side has the length of what it lies beside. */
const sizeAcross = (direction: string, { width, height }: Box): { width: number } | { height: number } =>
  direction === 'left' || direction === 'right' ? { width } : { height };

/** Lays a panel above the others. */
export function floatPanel(api: DockviewApi, id: string): void {
  const panel = api.getPanel(id);
  const field = panel?.group.element.closest('.dv-dockview');
  if (panel === undefined || field === null || field === undefined) return;
  const ticket = api.getPanel('order-entry');
  const origin = boxOf(field);
  const taken = ticket === undefined || ticket === panel ? null : boxOf(ticket.group.element);
  const others = api.groups.filter((group) => group.api.location.type === 'floating').length;
  const { left, top, width, height } = floatBox(
    api,
    taken === null ? null : { ...taken, left: taken.left - origin.left, top: taken.top - origin.top },
    others,
  );
  api.addFloatingGroup(panel, { x: left, y: top, width, height });
}

export function resetLayout(): void {
  if (dock === null) return;
  arrange(dock);
  // All panels are made anew, and with them what had the focus.
  const front = dock.activePanel?.id;
  const entry = panels.find((panel) => panel.id === front);
  if (entry !== undefined) focusPanel(entry);
}

/** Ids of the panels that have a tab on the screen. */
export const shownPanels = (): ReadonlySet<string> => new Set(dock?.panels.map(({ id }) => id));

export function closePanel(id: string): void {
  dock?.getPanel(id)?.api.close();
}

/** Goes to the next or previous group of panels, around the window. */
export function stepGroup(direction: 1 | -1): void {
  const groups = dock?.groups.filter((group) => group.activePanel !== undefined) ?? [];
  const at = groups.findIndex((group) => group === dock?.activeGroup);
  const next = groups[(at + direction + groups.length) % groups.length]?.activePanel;
  if (next !== undefined) showPanel(next.id);
}

/** Goes to the next or previous tab of the active group. */
export function stepTab(direction: 1 | -1): void {
  const group = dock?.activeGroup;
  if (group === undefined) return;
  const at = group.panels.findIndex((panel) => panel === group.activePanel);
  const next = group.panels[(at + direction + group.panels.length) % group.panels.length];
  if (next !== undefined) showPanel(next.id);
}

/** Clears the dock and builds the first arrangement. */
export function arrange(api: DockviewApi): void {
  api.clear();
  forgetPlaces();
  const room = { width: api.width, height: api.height };
  const steps = firstLayout(
    panels.filter((panel) => panel.closedAtFirst !== true),
    room,
  );
  for (const step of steps) place(api, step);
  // Each later split takes its room from the earlier ones in proportion: the sides get their widths at the end.
  for (const { id, width, height } of steps)
    if (width !== undefined) api.getPanel(id)?.api.setSize({ width, ...(height === undefined ? {} : { height }) });
  api.getPanel('open-orders')?.api.setActive();
}

function place(api: DockviewApi, step: Placement): void {
  api.addPanel({
    id: step.id,
    component: 'panel',
    title: step.title,
    minimumWidth: 220,
    minimumHeight: 96,
    inactive: step.at !== null && 'reference' in step.at && step.at.direction === 'within',
    ...(step.width === undefined ? {} : { initialWidth: step.width }),
    ...(step.height === undefined ? {} : { initialHeight: step.height }),
    ...(step.at === null
      ? {}
      : {
          position:
            'reference' in step.at
              ? {
                  referencePanel: step.at.reference,
                  direction: step.at.direction,
                  ...('index' in step.at && step.at.index !== undefined ? { index: step.at.index } : {}),
                }
              : { direction: step.at.direction },
        }),
  });
}
