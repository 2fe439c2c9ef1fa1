/** The words at the beginning of a line: where the line is, and their width, in pixels. */
export interface Tag {
  readonly y: number;
  readonly width: number;
}

const HEIGHT = 18;
const LEFT = 6;
const GAP = 4;

/**
 * Where tags begin so that none hides another: lines of one price, or of prices close by, have theirs side by side.
 *
 * @returns left edges in pixels, in the order of the tags.
 */
export function stepAside(tags: readonly Tag[]): readonly number[] {
  const placed: { readonly y: number; readonly left: number; readonly right: number }[] = [];
  return tags.map(({ y, width }) => {
    const near = placed.filter((other) => Math.abs(other.y - y) < HEIGHT).toSorted((a, b) => a.left - b.left);
    let left = LEFT;
    for (const other of near) if (left + width + GAP > other.left && left < other.right + GAP) left = other.right + GAP;
    placed.push({ y, left, right: left + width });
    return left;
  });
}
