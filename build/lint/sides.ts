import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { isTest, pathOf, type Rule } from './rule.ts';

/** What a folder may import. A folder ends with a slash; the first row whose folder fits counts. */
interface Side {
  readonly folder: string;
  readonly ours: readonly string[];
  /** Packages; `node:` stands for everything that Node brings. */
  readonly packages: readonly string[];
  /** What its tests may import beside that. */
  readonly tests: readonly string[];
}

const SIDES: readonly Side[] = [
  { folder: 'shared/', ours: ['shared/'], packages: ['zod', 'big.js', '@noble/hashes', '@scure/base'], tests: [] },
  {
    folder: 'renderer/',
    ours: ['renderer/', 'shared/'],
    packages: [
      'react',
      'react-dom',
      'zustand',
      '@tanstack/react-query',
      'ag-grid-community',
      'ag-grid-react',
      '@fontsource-variable/inter',
      'dockview-react',
      'lightweight-charts',
      'zod',
    ],
    tests: [],
  },
  // Its tests run against the practice exchange, as a real server.
  {
    folder: 'electron/core/',
    ours: ['electron/core/', 'shared/'],
    packages: ['node:', 'ws', 'undici', 'zod'],
    tests: ['electron/practice/', 'e2e/rigs/'],
  },
  // It stays a second, independent reading of the interface: never the core, not even in its tests.
  {
    folder: 'electron/practice/',
    ours: ['electron/practice/', 'shared/'],
    packages: ['node:', 'ws', 'zod'],
    tests: ['e2e/rigs/practice/', 'e2e/rigs/proof.ts'],
  },
  // The start command builds the page.
  {
    folder: 'electron/shells/start/',
    ours: ['electron/', 'shared/', 'build/page/page-source.ts', 'package.json'],
    packages: ['node:', 'conf'],
    tests: ['build/', 'e2e/rigs/'],
  },
  {
    folder: 'electron/',
    ours: ['electron/', 'shared/', 'package.json'],
    packages: ['node:', 'ws', 'conf', 'electron-store', 'electron-updater', 'electron', 'zod'],
    tests: ['build/', 'e2e/rigs/'],
  },
];

const TEST_PACKAGES: readonly string[] = ['node:', 'vitest', 'fast-check', 'conf'];
const BUILTIN = new Set(builtinModules);

/** Files that may use Electron itself; everything else gets what it needs of it as an argument. */
const ELECTRON_USERS = new Set(['electron/shells/electron/main.ts', 'electron/shells/electron/preload.ts']);

/** Why a file may not import something, or null. Paths are inside the project, `specifier` as written. */
export function refuseImport(path: string, specifier: string, typesOnly: boolean): string | null {
  const side = SIDES.find(({ folder }) => path.startsWith(folder));
  if (side === undefined) return null;
  const test = isTest(path);
  if (!specifier.startsWith('.')) {
    const name = packageOf(specifier);
    if (name === 'electron' && !typesOnly && !ELECTRON_USERS.has(path) && path.startsWith('electron/'))
      return 'Electron is used in main.ts and preload.ts alone; take what you need as an argument.';
    const allowed = [...side.packages, ...(test ? TEST_PACKAGES : [])];
    return allowed.includes(name) ? null : `${side.folder} may not use the package ${name}.`;
  }
  const target = posix.join(posix.dirname(path), specifier);
  const allowed = [...side.ours, ...(test ? side.tests : [])];
  if (!allowed.some((place) => target === place || (place.endsWith('/') && target.startsWith(place))))
    return `${side.folder} may not import ${target}.`;
  const panel = panelOf(path);
  if (panel !== null && panelOf(target) !== null && panelOf(target) !== panel)
    return `A panel never imports another panel: what both need belongs to renderer/ui or renderer/state.`;
  return null;
}

const panelOf = (path: string): string | null => /^renderer\/panels\/(?:market\/)?([^/]+)\//.exec(path)?.[1] ?? null;

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:') || BUILTIN.has(specifier)) return 'node:';
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** Who may import whom. */
export const sides: Rule = {
  create(context) {
    const path = pathOf(context.filename);
    const check = (
      node: Parameters<typeof context.report>[0]['node'],
      specifier: unknown,
      typesOnly: boolean,
    ): void => {
      if (typeof specifier !== 'string') return;
      const message = refuseImport(path, specifier, typesOnly);
      if (message !== null && node !== undefined) context.report({ node, message });
    };
    return {
      ImportDeclaration(node) {
        const everyType =
          node.specifiers.length > 0 &&
          node.specifiers.every((each) => each.type === 'ImportSpecifier' && each.importKind === 'type');
        check(node, node.source.value, node.importKind === 'type' || everyType);
      },
      ExportNamedDeclaration(node) {
        check(node, node.source?.value, node.exportKind === 'type');
      },
      ExportAllDeclaration(node) {
        check(node, node.source.value, node.exportKind === 'type');
      },
      ImportExpression(node) {
        check(node, node.source.type === 'Literal' ? node.source.value : null, false);
      },
      TSImportType(node) {
        check(node, node.source.value, true);
      },
    };
  },
};
