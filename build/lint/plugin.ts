import { ruleOf } from './ban.ts';
import { BANS } from './bans.ts';
import type { Rule } from './rule.ts';
import { sides } from './sides.ts';
import { textSecret } from './text-secret.ts';
import { worldOnly } from './world-only.ts';

/** The project's own lint rules. */
const plugin: { readonly meta: { readonly name: string }; readonly rules: Readonly<Record<string, Rule>> } = {
  meta: { name: 'quarterdeck' },
  rules: {
    sides,
    'world-only': worldOnly,
    'text-secret': textSecret,
    ...Object.fromEntries(Object.entries(BANS).map(([name, ban]) => [name, ruleOf(ban)])),
  },
};
export default plugin;
