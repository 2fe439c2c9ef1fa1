import type { DockviewApi } from 'dockview-react';
import { panels, type PanelEntry } from '../../panels.ts';

/** Not what lies in a grid: its guards drop a focus that they cannot hand on, and a button of a row acts on that row. */
const FOCUSABLE = ['input:not([disabled])', 'select:not([disabled])', '[tabindex="0"]', 'button']
  .map((kind) => `${kind}:not(.ag-root-wrapper *)`)
  .join(', ');
/** A panel's code is loaded when it is first shown; after this many frames the focus stays where it is. */
const PATIENCE = 60;
/** What a panel that is drawn has not shown after so many frames is not about to come. */
const PATIENCE_DRAWN = 10;

const regionOf = ({ title }: PanelEntry): HTMLElement | null =>
  document.querySelector<HTMLElement>(`.frame-dock [role="region"][aria-label="${CSS.escape(title)}"]`);

/** Once the panel is drawn: it may have been hidden or not there a moment ago. */
export function focusPanel(entry: PanelEntry, frames = 0): void {
  requestAnimationFrame(() => {
    const region = regionOf(entry);
    const target = region?.querySelector<HTMLElement>(FOCUSABLE);
    if (target !== null && target !== undefined) target.focus();
    else if (frames < (region === null ? PATIENCE : PATIENCE_DRAWN)) focusPanel(entry, frames + 1);
    // It still loads, or has a grid alone: Tab goes into it from there.
    else region?.focus();
  });
}

/**
 * Takes up a focus that fell to the page, as what had it was closed, moved or hidden: the panel in front has it then.
 * Not a control of that panel: a key that is still held would press it.
 */
export function catchFocus(dock: DockviewApi, frames = 0): void {
  requestAnimationFrame(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const front = dock.activePanel ?? dock.groups.find(({ activePanel }) => activePanel !== undefined)?.activePanel;
    const entry = panels.find(({ id }) => id === front?.id);
    const region = entry === undefined ? null : regionOf(entry);
    if (region !== null) region.focus({ preventScroll: true });
    else if (front === undefined) document.querySelector<HTMLElement>('.frame-dock button')?.focus();
    else if (frames < PATIENCE) catchFocus(dock, frames + 1);
    else front.group.element.querySelector<HTMLElement>('.dv-active-tab')?.focus();
  });
}
