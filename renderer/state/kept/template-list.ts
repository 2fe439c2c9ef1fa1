import { z } from 'zod';
import { orderDraftSchema } from '../../../shared/contract/contract.ts';
import { algoDraftSchema } from '../../../shared/contract/algo.ts';
import { textTricks } from '../../../shared/address/text-tricks.ts';

export const MOST_TEMPLATES = 50;
export const LONGEST_NAME = 40;

/** Why a text can be no template's name, or null. */
function nameFault(name: string): string | null {
  if (name.trim() === '') return 'Give the template a name.';
  if (name.length > LONGEST_NAME) return `A name has at most ${LONGEST_NAME} characters.`;
  const trick = textTricks(name).find(({ kind }) => kind === 'turning' || kind === 'invisible');
  return trick?.words ?? null;
}

const orderSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('order'), draft: orderDraftSchema }),
  z.strictObject({ kind: z.literal('algo'), draft: algoDraftSchema }),
]);
const templateSchema = z.strictObject({
  id: z.string().regex(/^[\w-]{1,64}$/),
  name: z.string().refine((name) => nameFault(name) === null),
  order: orderSchema,
});

/** What a ticket holds, to be filled in again: text as typed, checked only when it is used. */
export type TemplateOrder = z.infer<typeof orderSchema>;
/** It under a name. */
export type Template = z.infer<typeof templateSchema>;

/** Whether two names would be taken for one another. */
const sameName = (one: string, other: string): boolean =>
  one.trim().normalize('NFKC').toLowerCase() === other.trim().normalize('NFKC').toLowerCase();

/** What is wrong with the name for a template, or null; `twin` is another template of that name. */
export function nameProblem(
  name: string,
  templates: readonly Template[],
  own: string | null,
): { readonly reason: string; readonly twin: Template | null } | null {
  const fault = nameFault(name);
  if (fault !== null) return { reason: fault, twin: null };
  const twin = templates.find((each) => each.id !== own && sameName(each.name, name));
  return twin === undefined ? null : { reason: `There is a template “${twin.name}” already.`, twin };
}

/** Why no other template can be saved, or null. */
export const whyFull = (templates: readonly Template[]): string | null =>
  templates.length < MOST_TEMPLATES ? null : `${MOST_TEMPLATES} templates are the most: delete one first.`;

/** @returns those of what was kept that can be read, and how many cannot. */
export function readTemplates(stored: unknown): {
  readonly templates: readonly Template[];
  readonly refused: number;
} {
  if (stored === undefined) return { templates: [], refused: 0 };
  if (!Array.isArray(stored)) return { templates: [], refused: 1 };
  const templates: Template[] = [];
  for (const each of stored.slice(0, MOST_TEMPLATES)) {
    const read = templateSchema.safeParse(each);
    if (read.success && nameProblem(read.data.name, templates, null) === null) templates.push(read.data);
  }
  return { templates, refused: stored.length - templates.length };
}
