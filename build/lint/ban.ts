import { isTest, pathOf, type Rule } from './rule.ts';

/** Something that must not be written, in some files. */
export interface Ban {
  /** Ends the sentence that begins with what was written. */
  readonly why: string;
  /** Files that are held to it, by path inside the project. Tests never are. */
  readonly holds: (path: string) => boolean;
  /** Names that must not be mentioned: `fetch`, `ipcMain`. */
  readonly names?: readonly string[];
  /** Members that must not be used, of whatever: `innerHTML`; or of one object: `net.fetch`. */
  readonly members?: readonly string[];
  /** Keys of objects and attributes of elements, whatever their value. */
  readonly keys?: readonly string[];
  /** Keys that must not have this value. */
  readonly values?: Readonly<Record<string, boolean>>;
  /** Keys that must have this value, written out, and no other. */
  readonly only?: Readonly<Record<string, boolean>>;
  /** Texts that must not be written. */
  readonly texts?: RegExp;
}

/** Makes the lint rule of a ban. */
export function ruleOf(ban: Ban): Rule {
  const { why, holds, names = [], members = [], keys = [], values = {}, only = {}, texts } = ban;
  return {
    create(context) {
      const path = pathOf(context.filename);
      if (isTest(path) || !holds(path)) return {};
      const refuse = (node: Parameters<typeof context.report>[0]['node'], what: string): void => {
        if (node !== undefined) context.report({ node, message: `${what} ${why}` });
      };
      const checkText = (node: Parameters<typeof refuse>[0], text: unknown): void => {
        if (texts !== undefined && typeof text === 'string' && texts.test(text)) refuse(node, JSON.stringify(text));
      };
      const checkMember = (node: Parameters<typeof refuse>[0], object: string | null, member: string): void => {
        if (members.includes(member) || (object !== null && members.includes(`${object}.${member}`)))
          refuse(node, object === null ? member : `${object}.${member}`);
      };
      return {
        Identifier(node) {
          const { parent } = node;
          // The name of a member or a key is another thing than what it is called here.
          const isOwnName =
            (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
            (parent.type === 'Property' && parent.key === node && !parent.computed && parent.value !== node) ||
            parent.type === 'TSPropertySignature' ||
            parent.type === 'TSMethodSignature';
          if (!isOwnName && names.includes(node.name)) refuse(node, node.name);
        },
        MemberExpression(node) {
          const object = node.object.type === 'Identifier' ? node.object.name : null;
          if (!node.computed && node.property.type === 'Identifier') checkMember(node, object, node.property.name);
          if (node.computed && node.property.type === 'Literal' && typeof node.property.value === 'string')
            checkMember(node, object, node.property.value);
        },
        Property(node) {
          const key =
            node.key.type === 'Identifier' && !node.computed
              ? node.key.name
              : node.key.type === 'Literal'
                ? String(node.key.value)
                : null;
          if (key === null) return;
          if (keys.includes(key)) refuse(node, key);
          const isOnly = node.value.type === 'Literal' && node.value.value === only[key];
          if (Object.hasOwn(only, key) && !isOnly) refuse(node, key);
          if (node.value.type === 'Literal' && Object.hasOwn(values, key) && node.value.value === values[key])
            refuse(node, `${key}: ${String(values[key])}`);
        },
        JSXAttribute(node) {
          if (node.name.type === 'JSXIdentifier' && keys.includes(node.name.name)) refuse(node, node.name.name);
        },
        Literal(node) {
          checkText(node, node.value);
        },
        TemplateElement(node) {
          checkText(node, node.value.cooked);
        },
      };
    },
  };
}
