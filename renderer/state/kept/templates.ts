import { createKept } from './kept.ts';
import { resetKey } from '../keys/key-bindings.ts';
import { readTemplates, type Template, type TemplateOrder } from './template-list.ts';

/** The templates of the open profile. */
interface Kept {
  readonly templates: readonly Template[];
  /** Stored ones that cannot be read. */
  readonly refused: number;
}

const useKept = createKept<Kept>('quarterdeck.templates', { templates: [], refused: 0 }, (stored) =>
  readTemplates((stored as { readonly templates?: unknown }).templates),
);

/** The open profile's templates, in the order in which they were saved. */
export const useTemplates = (): Kept => useKept();

/** The same at a press of a key. */
export const currentTemplates = (): readonly Template[] => useKept.getState().templates;

const keep = (change: (templates: readonly Template[]) => readonly Template[]): void =>
  useKept.setState(({ templates }) => ({ templates: change(templates), refused: 0 }));

/** Saves under a name that was checked, in the place of the one with that id where there is one. */
export function saveTemplate(name: string, order: TemplateOrder, id: string = crypto.randomUUID()): void {
  const saved: Template = { id, name: name.trim(), order };
  keep((templates) =>
    templates.some((each) => each.id === id)
      ? templates.map((each) => (each.id === id ? saved : each))
      : [...templates, saved],
  );
}

export const renameTemplate = (id: string, name: string): void =>
  keep((templates) => templates.map((each) => (each.id === id ? { ...each, name: name.trim() } : each)));

/** Forgets a template, and its keys. */
export function deleteTemplate(id: string): void {
  keep((templates) => templates.filter((each) => each.id !== id));
  resetKey(templateKey(id));
}

/** Under which id the keys of a template are kept. */
export const templateKey = (id: string): string => `template ${id}`;
