import type { DockviewApi } from 'dockview-react';
import { panels, type PanelEntry } from '../panels.ts';
import { firstLayout, returnPlacement, type Placement } from './dock-layout.ts';

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
  if (dock.getPanel(id) === undefined)
    place(
      dock,
      returnPlacement(
        entry,
        panels,
        dock.panels.map((panel) => panel.id),
      ),
    );
  const panel = dock.getPanel(id);
  panel?.api.setActive();
  // The tab of a panel that was just added has no room yet.
  requestAnimationFrame(() => {
    const tab = panel?.group.element.querySelector('.dv-active-tab');
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return entry;
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
  const room = { width: api.width, height: api.height };
  const steps = firstLayout(
    panels.filter((panel) => panel.closedAtFirst !== true),
    room,
  );
  for (const step of steps) place(api, step);
  // Each later split takes its room from the earlier ones in proportion: the sides get their widths at the end.
  for (const { id, width } of steps) if (width !== undefined) api.getPanel(id)?.api.setSize({ width });
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
              ? { referencePanel: step.at.reference, direction: step.at.direction }
              : { direction: step.at.direction },
        }),
  });
}

/** Not what lies in a grid: its guards drop a focus that they cannot hand on, and a button of a row acts on that row. */
const FOCUSABLE = ['input:not([disabled])', 'select:not([disabled])', '[tabindex="0"]', 'button']
  .map((kind) => `${kind}:not(.ag-root-wrapper *)`)
  .join(', ');
/** A panel's code is loaded when it is first shown; after this many frames the focus stays where it is. */
const PATIENCE = 60;
/** What a panel that is drawn has not shown after so many frames is not about to come. */
const PATIENCE_DRAWN = 10;

/** Once the panel is drawn: it may have been hidden or not there a moment ago. */
function focusPanel(entry: PanelEntry, frames = 0): void {
  requestAnimationFrame(() => {
    const region = document.querySelector<HTMLElement>(
      `.frame-dock [role="region"][aria-label="${CSS.escape(entry.title)}"]`,
    );
    const target = region?.querySelector<HTMLElement>(FOCUSABLE);
    if (target !== null && target !== undefined) target.focus();
    else if (frames < (region === null ? PATIENCE : PATIENCE_DRAWN)) focusPanel(entry, frames + 1);
    // It still loads, or has a grid alone: Tab goes into it from there.
    else region?.focus();
  });
}
