/**
 * How well text answers what was typed: every typed word must occur in it.
 *
 * @returns null for no match; smaller is better: beginnings of the text before beginnings of its words
 *   before places inside a word.
 */
export function matchRank(typed: string, text: string): number | null {
  const haystack = text.toLowerCase();
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  let rank = 0;
  for (const word of words) {
    const at = haystack.indexOf(word);
    if (at === -1) return null;
    if (at === 0) continue;
    rank += /[^a-z0-9]/.test(haystack.charAt(at - 1)) ? 1 : 2;
  }
  return rank;
}

/**
 * The entries that match, best first; entries of one rank keep their order.
 *
 * @param textOf what is searched.
 * @param nameOf what the entry is called: one of exactly the typed name comes before all others.
 */
export function bestMatches<Entry>(
  typed: string,
  entries: readonly Entry[],
  textOf: (entry: Entry) => string,
  nameOf = textOf,
): Entry[] {
  const name = typed.trim().toLowerCase();
  return entries
    .map((entry) => ({
      entry,
      rank: nameOf(entry).toLowerCase() === name ? -1 : matchRank(typed, textOf(entry)),
    }))
    .filter((each) => each.rank !== null)
    .sort((a, b) => (a.rank ?? 0) - (b.rank ?? 0))
    .map((each) => each.entry);
}
