/**
 * Where the arrow keys, Home and End lead in a list of `count` options.
 *
 * @param at the present option's index.
 * @returns the next index, or null for a key that does not move.
 */
export function nextOption(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % count;
    case 'ArrowUp':
      return (at - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, at + 10);
    case 'PageUp':
      return Math.max(0, at - 10);
    default:
      return null;
  }
}
