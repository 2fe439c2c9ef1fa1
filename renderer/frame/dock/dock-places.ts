/** In pixels of the window. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Panels that share tabs, in the order of those, and their room. */
export interface Spot {
  readonly panels: readonly string[];
  readonly box: Box;
}

type Direction = 'left' | 'right' | 'above' | 'below';

/** Where a panel stood when it was closed, in terms of the others. */
export interface KeptPlace {
  /** Those that it shared tabs with, and its own place among those tabs. */
  readonly mates: readonly string[];
  readonly index: number;
  /** `panels` are those it lay beside; without them it lay along the edge of the window. */
  readonly beside: { readonly panels: readonly string[] | null; readonly direction: Direction } | null;
  readonly box: Box;
}

/** Where a panel comes back. */
export type BackAt =
  | { readonly reference: string; readonly direction: 'within'; readonly index: number }
  | { readonly reference: string; readonly direction: Direction; readonly box: Box }
  | { readonly direction: Direction; readonly box: Box };

/** What separates two groups, and what rounding adds to it. */
const GAP = 12;
const SAME = 3;

/** @returns the place of the panel, or null where it is not among the spots. */
export function placeOf(id: string, spots: readonly Spot[], room: Box): KeptPlace | null {
  const own = spots.find(({ panels }) => panels.includes(id));
  if (own === undefined) return null;
  const { box } = own;
  const mates = own.panels.filter((each) => each !== id);
  const index = own.panels.indexOf(id);
  const near = spots
    .filter((spot) => spot !== own)
    .map(({ panels, box: other }) => ({ panels, ...sharedEdge(box, other) }))
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length);
  const along = edgeOf(box, room);
  const nearest =
    near.find(({ whole }) => whole) ?? (along === null ? near[0] : { panels: null, direction: along, length: 0 });
  const beside = nearest === undefined ? null : { panels: nearest.panels, direction: nearest.direction };
  return { mates, index, beside, box };
}

/**
 * Where it goes now.
 *
 * @param open ids of the panels that are there.
 * @returns null where nothing is left of what it stood beside.
 */
export function wayBack({ mates, index, beside, box }: KeptPlace, open: readonly string[]): BackAt | null {
  const mate = mates.find((id) => open.includes(id));
  if (mate !== undefined) return { reference: mate, direction: 'within', index };
  if (beside === null || open.length === 0) return null;
  const { panels, direction } = beside;
  if (panels === null) return { direction, box };
  const reference = panels.find((id) => open.includes(id));
  return reference === undefined ? null : { reference, direction, box };
}

/** How long the edge is that two boxes share, the side of it that the first is on, and whether it is all of both. */
function sharedEdge(
  a: Box,
  b: Box,
): { readonly direction: Direction; readonly length: number; readonly whole: boolean } {
  const touch = (first: number, second: number): boolean => Math.abs(second - first) <= GAP;
  const same = (first: number, second: number): boolean => Math.abs(second - first) <= SAME;
  const wide = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left);
  const high = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  const sameWide = same(a.left, b.left) && same(a.width, b.width);
  const sameHigh = same(a.top, b.top) && same(a.height, b.height);
  if (wide > GAP && touch(a.top + a.height, b.top)) return { direction: 'above', length: wide, whole: sameWide };
  if (wide > GAP && touch(b.top + b.height, a.top)) return { direction: 'below', length: wide, whole: sameWide };
  if (high > GAP && touch(a.left + a.width, b.left)) return { direction: 'left', length: high, whole: sameHigh };
  if (high > GAP && touch(b.left + b.width, a.left)) return { direction: 'right', length: high, whole: sameHigh };
  return { direction: 'below', length: 0, whole: false };
}

/** The edge of the window that a box lies along with the whole of its side. */
function edgeOf(box: Box, room: Box): Direction | null {
  const near = (first: number, second: number): boolean => Math.abs(second - first) <= GAP;
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const [roomRight, roomBottom] = [room.left + room.width, room.top + room.height];
  if (near(box.top, room.top) && near(bottom, roomBottom)) {
    if (near(box.left, room.left)) return 'left';
    if (near(right, roomRight)) return 'right';
  }
  if (near(box.left, room.left) && near(right, roomRight)) {
    if (near(box.top, room.top)) return 'above';
    if (near(bottom, roomBottom)) return 'below';
  }
  return null;
}

const FLOAT = { width: 720, wide: 840, height: 400, margin: 16, step: 24 } as const;

/**
 * Room of a panel that begins to float: enough for a row of orders, inside the window, and beside the ticket where
 * there is room for that.
 *
 * @param ticket in pixels of the dock; null while it is closed.
 * @param others how many panels float already.
 */
export function floatBox(
  room: { readonly width: number; readonly height: number },
  ticket: Box | null,
  others: number,
): Box {
  const { margin } = FLOAT;
  const height = Math.max(0, Math.min(FLOAT.height, room.height - 2 * margin));
  const [before, after] = ticket === null ? [0, 0] : [ticket.left, room.width - ticket.left - ticket.width];
  const [least, most] =
    ticket === null ? [0, room.width] : after >= before ? [room.width - after, room.width] : [0, ticket.left];
  // With the wider one, quantities are seen beside prices.
  const wanted = Math.max(FLOAT.width, Math.min(FLOAT.wide, most - least - 2 * margin));
  const width = Math.max(0, Math.min(wanted, room.width - 2 * margin));
  const shift = (others % 5) * FLOAT.step;
  const within = (at: number, end: number): number => Math.max(0, Math.min(at, end));
  const left = Math.max(least + margin, (least + most - width) / 2) + shift;
  const top = Math.max(margin, (room.height - height) / 3) + shift;
  return {
    left: Math.round(within(left, room.width - width - margin)),
    top: Math.round(within(top, room.height - height - margin)),
    width,
    height,
  };
}
