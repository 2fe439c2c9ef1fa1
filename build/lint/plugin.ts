import type { Rule } from './rule.ts';
import { sides } from './sides.ts';
import { worldOnly } from './world-only.ts';

/** The project's own lint rules. */
const plugin: { readonly meta: { readonly name: string }; readonly rules: Readonly<Record<string, Rule>> } = {
  meta: { name: 'quarterdeck' },
  rules: { sides, 'world-only': worldOnly },
};
export default plugin;
