import type { DockviewApi } from 'dockview-react';
import { catchFocus } from './dock-focus.ts';
import { placeOf, type Box, type KeptPlace, type Spot } from './dock-places.ts';

/** Where panels stood when they were closed, since this page began or the layout was reset. */
const places = new Map<string, KeptPlace>();
/** The page was loaded again, as it is for another profile: the focus was in it before. */
let focusFell = performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'reload');

export const keptPlace = (id: string): KeptPlace | undefined => places.get(id);
export const forgetPlaces = (): void => places.clear();

/** The screen that stood in the dock's place had the focus, and takes it along. */
export function expectFocus(): void {
  focusFell = true;
}

/**
 * After each change of the dock: keeps the place of what was closed, shows the tab of each panel in front, and takes
 * up a focus that fell.
 *
 * @returns the end of that.
 */
export function followDock(dock: DockviewApi): () => void {
  let before: { readonly spots: readonly Spot[]; readonly room: Box } | null = null;
  const tabs = tabsInView(dock);
  const ends = [
    dock.onWillMutateLayout(({ kind }) => {
      before = kind === 'remove' && !dock.hasMaximizedGroup() ? { spots: spotsOf(dock), room: roomOf(dock) } : null;
    }),
    dock.onDidRemovePanel(({ id }) => {
      const place = before === null ? null : placeOf(id, before.spots, before.room);
      if (place === null) places.delete(id);
      else places.set(id, place);
    }),
    dock.onDidMutateLayout(() => {
      before = null;
      tabs.follow();
      catchFocus(dock);
    }),
  ];
  tabs.follow();
  if (focusFell) catchFocus(dock);
  focusFell = false;
  return () => {
    for (const end of ends) end.dispose();
    tabs.end();
  };
}

/** Keeps the tab of each panel in front in view: tabs get their room, and their counts, after they are there. */
function tabsInView(dock: DockviewApi): { follow(): void; end(): void } {
  const sized = new ResizeObserver(() => {
    for (const { element } of dock.groups)
      element.querySelector('.dv-active-tab')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return {
    follow() {
      sized.disconnect();
      for (const { element } of dock.groups)
        for (const each of element.querySelectorAll('.dv-tabs-container, .dv-tab')) sized.observe(each);
    },
    end: () => sized.disconnect(),
  };
}

/** What lies in the grid. */
const spotsOf = (dock: DockviewApi): readonly Spot[] =>
  dock.groups
    .filter(({ api }) => api.location.type === 'grid')
    .map(({ panels, element }) => ({ panels: panels.map(({ id }) => id), box: boxOf(element) }));

export const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top, width, height };
};

function roomOf(dock: DockviewApi): Box {
  const element = document.querySelector('.frame-dock .dock');
  return element === null ? { left: 0, top: 0, width: dock.width, height: dock.height } : boxOf(element);
}
