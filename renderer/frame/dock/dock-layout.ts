import type { PanelEntry, PanelPlace } from '../../panels.ts';

/** Where a panel is added, in terms of panels that were added before it. */
export interface Placement {
  readonly id: string;
  readonly title: string;
  /** `within` puts it behind the reference's tab; without a reference the direction is the window's edge. */
  readonly at:
    | {
        readonly reference: string;
        readonly direction: 'within' | 'right' | 'left' | 'above' | 'below';
        /** Among the tabs that it stands within; at their end otherwise. */
        readonly index?: number;
      }
    | { readonly direction: 'left' | 'right' | 'above' | 'below' }
    | null;
  readonly width?: number;
  readonly height?: number;
}

/** Pixels of a dock below which the ticket needs the whole height. */
const LOW = 700;

type Placed = Pick<PanelEntry, 'title' | 'place'> & { readonly id: string };

/**
 * The first arrangement: order ticket at the left and market at the right, both over the whole height, the chart
 * between them, and the blotter below the chart. Without a chart the blotter has its room.
 *
 * @param panels those that are open at first, in the order of their tabs.
 * @param room size of the dock in pixels; 0 where it is not known yet.
 */
export function firstLayout(
  panels: readonly Placed[],
  room: { readonly width: number; readonly height: number },
): readonly Placement[] {
  // A low window has no room below the ticket: what goes there stands behind it.
  const isLow = room.height > 0 && room.height < LOW;
  const placeOf = ({ place }: Placed): PanelPlace => (isLow && place === 'left-below' ? 'left' : place);
  const of = (place: PanelPlace): readonly Placed[] => panels.filter((panel) => placeOf(panel) === place);
  const first = (place: PanelPlace): string | undefined => of(place)[0]?.id;
  const steps: Placement[] = [];
  const sides = sideWidths(room.width);

  function add(place: PanelPlace, at: Placement['at'], size: { width?: number; height?: number } = {}): void {
    const [head, ...rest] = of(place);
    if (head === undefined) return;
    steps.push({ id: head.id, title: head.title, at, ...size });
    for (const each of rest)
      steps.push({ id: each.id, title: each.title, at: { reference: head.id, direction: 'within' } });
  }
  const edge = (direction: 'left' | 'right' | 'below'): Placement['at'] => (steps.length === 0 ? null : { direction });
  const below = (place: PanelPlace, otherwise: Placement['at']): Placement['at'] => {
    const above = first(place);
    return above === undefined ? otherwise : { reference: above, direction: 'below' };
  };
  const share = (part: number): { height: number } => ({ height: Math.round(room.height * part) });

  add('center', null);
  add('bottom', below('center', edge('below')), first('center') === undefined ? {} : share(0.34));
  add('right', edge('right'), { width: sides.right });
  add('right-below', below('right', edge('right')), { width: sides.right, ...share(0.28) });
  add('left', edge('left'), { width: sides.left });
  add('left-below', below('left', edge('left')), { width: sides.left, ...share(0.28) });
  return steps;
}

/** What ticket and market get: enough for their figures, and more where the window has it. */
function sideWidths(width: number): { readonly left: number; readonly right: number } {
  if (width > 0 && width < 1200) return { left: 264, right: 220 };
  if (width >= 2400) return { left: 340, right: 380 };
  if (width >= 1800) return { left: 316, right: 330 };
  return { left: 292, right: 290 };
}

/**
 * Where a panel that was closed comes back: behind one of its own place, else at that place's edge.
 *
 * @param open ids of the panels that are there.
 */
export function returnPlacement(panel: Placed, all: readonly Placed[], open: readonly string[]): Placement {
  const sibling = all.find((each) => each.place === panel.place && each.id !== panel.id && open.includes(each.id));
  const step = { id: panel.id, title: panel.title };
  if (sibling !== undefined) return { ...step, at: { reference: sibling.id, direction: 'within' } };
  if (open.length === 0) return { ...step, at: null };
  switch (panel.place) {
    case 'left':
    case 'left-below':
      return { ...step, at: { direction: 'left' }, width: sideWidths(0).left };
    case 'right':
    case 'right-below':
      return { ...step, at: { direction: 'right' }, width: sideWidths(0).right };
    case 'center':
    case 'bottom':
      return { ...step, at: { direction: 'below' } };
  }
}

/** Ids of the panels in a stored arrangement, or null for what is none. */
export function storedPanels(stored: unknown): readonly string[] | null {
  if (typeof stored !== 'object' || stored === null || !('panels' in stored) || !('grid' in stored)) return null;
  const { panels } = stored;
  return typeof panels === 'object' && panels !== null ? Object.keys(panels) : null;
}
