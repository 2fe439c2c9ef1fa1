import { z } from 'zod';
import { chordOf, labelOf, whyNotBindable, type Binding, type Stroke } from './chords.ts';
import { byPlace, keyTable, worksWhileTyping, type KeyEntry } from './key-table.ts';
import { createKept } from '../kept/kept.ts';

/** Keys that a person chose, by the entry's id; null where it is to have none. */
export type ChangedKeys = Readonly<Record<string, Binding | null>>;

const storedSchema = z.object({
  changed: z.record(
    z.string().max(100),
    z.object({ chord: z.string().min(1).max(40), label: z.string().min(1).max(40) }).nullable(),
  ),
});

/** What cannot be read of what is kept counts as nothing chosen. */
export const useChangedKeys = createKept<{ readonly changed: ChangedKeys }>(
  'quarterdeck.keys',
  { changed: {} },
  (stored) => storedSchema.safeParse(stored).data ?? {},
);

/** The keys that an entry has now. */
export const bindingOf = (entry: Pick<KeyEntry, 'id' | 'first'>, changed: ChangedKeys): Binding | null =>
  Object.hasOwn(changed, entry.id) ? (changed[entry.id] ?? null) : entry.first;

let recording = 0;

/** Until the returned function is called, keys are pressed to be chosen, and mean nothing. */
export function recordKeys(): () => void {
  recording += 1;
  return () => {
    recording -= 1;
  };
}

export const isRecording = (): boolean => recording > 0;

/** What keys mean: the first entry that has them. */
export function entryFor(
  stroke: Stroke,
  entries: readonly KeyEntry[],
  changed: ChangedKeys,
): { readonly entry: KeyEntry; readonly binding: Binding } | null {
  const chords = { sign: chordOf(stroke, false), place: chordOf(stroke, true) };
  for (const entry of entries) {
    const binding = bindingOf(entry, changed);
    if (binding !== null && binding.chord === chords[byPlace(entry.group) ? 'place' : 'sign'])
      return { entry, binding };
  }
  return null;
}

/** What became of keys that were pressed for an entry. */
export type Proposal =
  /** Only modifiers are down yet. */
  | { readonly kind: 'unfinished' }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'taken'; readonly binding: Binding };

/** Judges keys that a person pressed for an entry: the browser's, a text field's and another entry's are refused. */
export function propose(
  stroke: Stroke,
  wanted: KeyEntry,
  entries: readonly KeyEntry[],
  changed: ChangedKeys,
): Proposal {
  const place = byPlace(wanted.group);
  const chord = chordOf(stroke, place);
  if (chord === null) return { kind: 'unfinished' };
  const why = whyNotBindable(stroke, worksWhileTyping(wanted.group));
  if (why !== null) return { kind: 'refused', reason: why };
  const label = labelOf(stroke, place);
  const others = entries.filter(({ id }) => id !== wanted.id);
  const other = entryFor(stroke, others, changed);
  if (other !== null) return { kind: 'refused', reason: `${label} is already the key of “${other.entry.what}”.` };
  return { kind: 'taken', binding: { chord, label } };
}

/** Gives an entry other keys, or none. */
export function bind(id: string, binding: Binding | null): void {
  useChangedKeys.setState(({ changed }) => ({ changed: { ...changed, [id]: binding } }));
}

/** Why an entry cannot have its first keys again, or null. */
export function whyNoReset(entry: KeyEntry, entries: readonly KeyEntry[], changed: ChangedKeys): string | null {
  const { first } = entry;
  if (first === null) return null;
  const other = entries.find(
    ({ id, ...each }) => id !== entry.id && bindingOf({ id, ...each }, changed)?.chord === first.chord,
  );
  return other === undefined ? null : `${first.label} is now the key of “${other.what}”.`;
}

/** Gives an entry its first keys again. */
export function resetKey(id: string): void {
  useChangedKeys.setState(({ changed: { [id]: _gone, ...changed } }) => ({ changed }));
}

export function resetAllKeys(): void {
  useChangedKeys.setState({ changed: {} });
}

/** How the keys of an entry read, or null where it has none. */
export function useKeyLabel(id: string): string | null {
  const changed = useChangedKeys((state) => state.changed);
  const entry = keyTable.find((each) => each.id === id);
  return bindingOf(entry ?? { id, first: null }, changed)?.label ?? null;
}
