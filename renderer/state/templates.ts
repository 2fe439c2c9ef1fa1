import { create } from 'zustand';
import { peekFeed } from './feeds.ts';
import { notify } from './notices.ts';
import { resetKey } from './key-bindings.ts';
import { useProfile } from './profiles.ts';
import { readTemplates, type Template, type TemplateOrder } from './template-list.ts';

/** The templates of a profile, kept for each on this machine. */
interface Kept {
  readonly templates: readonly Template[];
  /** Stored ones that cannot be read. */
  readonly refused: number;
}

const NONE: Kept = { templates: [], refused: 0 };
const useKept = create<Readonly<Record<string, Kept>>>(() => ({}));
const storageKey = (profile: string): string => `quarterdeck.templates.${profile}`;
/** Read once a page. */
const read = new Map<string, Kept>();

function keptOf(profile: string): Kept {
  const known = useKept.getState()[profile] ?? read.get(profile);
  if (known !== undefined) return known;
  const fresh = readTemplates(localStorage.getItem(storageKey(profile)));
  read.set(profile, fresh);
  return fresh;
}

/** The open profile's templates, in the order in which they were saved. */
export function useTemplates(): Kept {
  const profile = useProfile();
  return useKept((kept) => (profile === undefined ? NONE : (kept[profile] ?? keptOf(profile))));
}

/** The same at a press of a key. */
export function currentTemplates(): readonly Template[] {
  const profile = peekFeed('terminal').get('terminal')?.profile;
  return profile === undefined ? [] : keptOf(profile).templates;
}

/** @returns whether it was kept; why not is said. */
function keep(change: (templates: readonly Template[]) => readonly Template[]): boolean {
  const profile = peekFeed('terminal').get('terminal')?.profile;
  if (profile === undefined) return false;
  // What another window saved meanwhile stays.
  const templates = change(readTemplates(localStorage.getItem(storageKey(profile))).templates);
  try {
    localStorage.setItem(storageKey(profile), JSON.stringify(templates));
  } catch {
    notify('danger', 'The template was not saved: this machine has no room for it.');
    return false;
  }
  useKept.setState({ [profile]: { templates, refused: 0 } });
  return true;
}

/** Saves under a name that was checked, in the place of the one with that id where there is one. */
export function saveTemplate(name: string, order: TemplateOrder, id: string = crypto.randomUUID()): boolean {
  const saved: Template = { id, name: name.trim(), order };
  return keep((templates) =>
    templates.some((each) => each.id === id)
      ? templates.map((each) => (each.id === id ? saved : each))
      : [...templates, saved],
  );
}

export const renameTemplate = (id: string, name: string): boolean =>
  keep((templates) => templates.map((each) => (each.id === id ? { ...each, name: name.trim() } : each)));

/** Forgets a template, and its keys. */
export function deleteTemplate(id: string): void {
  if (keep((templates) => templates.filter((each) => each.id !== id))) resetKey(templateKey(id));
}

/** Under which id the keys of a template are kept. */
export const templateKey = (id: string): string => `template ${id}`;
