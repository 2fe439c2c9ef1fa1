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

type Placed = Pick<PanelEntry, 'title' | 'place'> & { readonly id: string };

const SIDE_WIDTH = { left: 300, right: 320 } as const;

/**
 * The first arrangement: order ticket at the left over the whole height, market at the right, the
 * chart between them, and the blotter below chart and market. Without a chart the blotter has its room.
 *
 * @param panels those that are open at first, in the order of their tabs.
 * @param room size of the dock in pixels; 0 where it is not known yet.
 */
export function firstLayout(
  panels: readonly Placed[],
  room: { readonly width: number; readonly height: number },
): readonly Placement[] {
  const of = (place: PanelPlace): readonly Placed[] => panels.filter((panel) => panel.place === place);
  const first = (place: PanelPlace): string | undefined => of(place)[0]?.id;
  const steps: Placement[] = [];
  const narrow = room.width > 0 && room.width < 1200;
  const width = (side: 'left' | 'right'): number => SIDE_WIDTH[side] - (narrow ? 40 : 0);
  const middle = first('center') ?? first('bottom');

  function add(place: PanelPlace, at: Placement['at'], size: { width?: number; height?: number } = {}): void {
    const [head, ...rest] = of(place);
    if (head === undefined) return;
    steps.push({ id: head.id, title: head.title, at, ...size });
    for (const each of rest)
      steps.push({ id: each.id, title: each.title, at: { reference: head.id, direction: 'within' } });
  }
  const edge = (direction: 'left' | 'right' | 'below'): Placement['at'] => (steps.length === 0 ? null : { direction });

  add('center', null);
  add('bottom', edge('below'), first('center') === undefined ? {} : { height: Math.round(room.height * 0.36) });
  const beside = middle === undefined ? edge('right') : { reference: middle, direction: 'right' as const };
  add('right', beside, { width: width('right') });
  const right = first('right');
  add('right-below', right === undefined ? beside : { reference: right, direction: 'below' }, {
    width: width('right'),
    height: Math.round(room.height * (first('center') === undefined ? 0.4 : 0.25)),
  });
  add('left', edge('left'), { width: width('left') });
  const left = first('left');
  add('left-below', left === undefined ? edge('left') : { reference: left, direction: 'below' }, {
    width: width('left'),
    height: Math.round(room.height * 0.34),
  });
  return steps;
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
      return { ...step, at: { direction: 'left' }, width: SIDE_WIDTH.left };
    case 'right':
    case 'right-below':
      return { ...step, at: { direction: 'right' }, width: SIDE_WIDTH.right };
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
