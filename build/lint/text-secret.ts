import { isTest, pathOf, type Rule } from './rule.ts';

const SECRET = /^(?:secret|apiSecret|passphrase|password|privateKey)$/i;

/**
 * A secret held as a text cannot be cleaned up: copies of it stay in memory after the last reference is
 * gone. In the core it is a KeyObject or bytes.
 */
export const textSecret: Rule = {
  create(context) {
    const path = pathOf(context.filename);
    if (!path.startsWith('electron/core/') || isTest(path)) return {};
    const check = (
      node: Parameters<typeof context.report>[0]['node'],
      name: unknown,
      annotation: { readonly typeAnnotation: { readonly type: string } } | null | undefined,
    ): void => {
      if (typeof name !== 'string' || !SECRET.test(name) || node === undefined) return;
      if (annotation?.typeAnnotation.type === 'TSStringKeyword')
        context.report({ node, message: `${name} is held as text; take a KeyObject or bytes that are wiped.` });
    };
    return {
      TSPropertySignature(node) {
        if (node.key.type === 'Identifier') check(node, node.key.name, node.typeAnnotation);
      },
      Identifier(node) {
        if ('typeAnnotation' in node) check(node, node.name, node.typeAnnotation);
      },
    };
  },
};
