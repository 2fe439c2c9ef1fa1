import { useMemo } from 'react';
import { keyTable, type KeyEntry } from './key-table.ts';
import type { Template } from '../kept/template-list.ts';
import { currentTemplates, templateKey, useTemplates } from '../kept/templates.ts';

const withTemplates = (templates: readonly Template[]): readonly KeyEntry[] => [
  ...keyTable,
  ...templates.map(({ id, name }): KeyEntry => ({
    id: templateKey(id),
    what: `Fill from “${name}”`,
    group: 'template',
    first: null,
  })),
];

/** Every entry that can have keys, those of the open profile's templates too. */
export function useKeyEntries(): readonly KeyEntry[] {
  const { templates } = useTemplates();
  return useMemo(() => withTemplates(templates), [templates]);
}

/** The same at a press of a key. */
export const keyEntries = (): readonly KeyEntry[] => withTemplates(currentTemplates());
