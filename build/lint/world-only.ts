import { isTest, pathOf, type Rule } from './rule.ts';

/** Calls that read time, chance or the network by themselves. */
const OBJECTS: Readonly<Record<string, readonly string[] | 'all'>> = {
  Date: ['now'],
  Math: ['random'],
  performance: 'all',
  console: 'all',
  globalThis: ['fetch', 'WebSocket', 'setTimeout', 'setInterval', 'Date', 'performance', 'console'],
};
const FUNCTIONS = new Set(['setTimeout', 'setInterval', 'setImmediate', 'fetch', 'WebSocket', 'EventSource']);

/** Nothing there reads them by itself. */
const PLAIN = ['electron/core/', 'e2e/rigs/simulation/'];
/** The real clock, chance, HTTP and sockets, and a command. */
const OUTSIDE = new Set([
  'e2e/rigs/simulation/main.ts',
  'electron/core/world/world.ts',
  'electron/core/exchange/stream/socket.ts',
  'electron/core/exchange/rest/http.ts',
]);

/** Time, chance and network are parameters of the core, so that a seed replays any run; world.ts hands in the real ones. */
export const worldOnly: Rule = {
  create(context) {
    const path = pathOf(context.filename);
    if (!PLAIN.some((folder) => path.startsWith(folder)) || OUTSIDE.has(path) || isTest(path)) return {};
    const refuse = (node: Parameters<typeof context.report>[0]['node'], what: string): void => {
      if (node !== undefined) context.report({ node, message: `${what} belongs to world.ts; take it as a parameter.` });
    };
    return {
      MemberExpression(node) {
        if (node.object.type !== 'Identifier' || node.computed || node.property.type !== 'Identifier') return;
        const banned = OBJECTS[node.object.name];
        if (banned === 'all' || banned?.includes(node.property.name) === true)
          refuse(node, `${node.object.name}.${node.property.name}`);
      },
      CallExpression(node) {
        if (node.callee.type === 'Identifier' && FUNCTIONS.has(node.callee.name)) refuse(node, node.callee.name);
      },
      NewExpression(node) {
        if (node.callee.type !== 'Identifier') return;
        if (FUNCTIONS.has(node.callee.name)) refuse(node, node.callee.name);
        if (node.callee.name === 'Date' && node.arguments.length === 0) refuse(node, 'the present date');
      },
    };
  },
};
