import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './page/page-source.ts';

const FOLDERS = ['shared', 'electron', 'renderer', 'build', 'e2e'];
/** A statement that begins a line, over as many lines as it has. */
const STATEMENT = /^(?:import|export)\b(?:[\w\s*,{}]*\bfrom)?\s*['"](\.[^'"]+)['"]/gm;
/** An import within an expression or a type. */
const EXPRESSION = /\bimport\(\s*['"](\.[^'"]+)['"]/g;

type Graph = ReadonlyMap<string, readonly string[]>;

/** Each file with all that it imports by a relative path, types included. */
function graphOf(texts: ReadonlyMap<string, string>): Graph {
  const importsOf = (file: string, text: string): readonly string[] =>
    [STATEMENT, EXPRESSION]
      .flatMap((form) => [...text.matchAll(form)].map(([, path = '']) => join(dirname(file), path)))
      .filter((path) => texts.has(path));
  return new Map([...texts].map(([file, text]) => [file, importsOf(file, text)]));
}

/** Sets of files that import each other, over whatever others (Tarjan's strongly connected components). */
function circlesOf(graph: Graph): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const found = new Map<string, { readonly number: number; lowest: number; waits: boolean }>();
  const path: string[] = [];
  function visit(file: string): { readonly number: number; lowest: number; waits: boolean } {
    const own = { number: found.size, lowest: found.size, waits: true };
    found.set(file, own);
    path.push(file);
    for (const imported of graph.get(file) ?? []) {
      const known = found.get(imported);
      if (known === undefined) own.lowest = Math.min(own.lowest, visit(imported).lowest);
      else if (known.waits) own.lowest = Math.min(own.lowest, known.number);
    }
    if (own.lowest < own.number) return own;
    const circle = path.splice(path.indexOf(file));
    for (const each of circle) {
      const left = found.get(each);
      if (left !== undefined) left.waits = false;
    }
    if (circle.length > 1 || graph.get(file)?.includes(file) === true) circles.push(circle.sort());
    return own;
  }
  for (const file of graph.keys()) if (!found.has(file)) visit(file);
  return circles;
}

test.each([
  ['of values', `import { b } from './b.ts';`],
  ['of types', `import type { B } from './b.ts';`],
  ['over several lines', `import {\n  b,\n  c,\n} from './b.ts';`],
  ['passed on', `export * from './b.ts';`],
  ['for its effects', `import './b.ts';`],
  ['within a type', `type B = import('./b.ts').B;`],
  ['of itself', `import type { A } from './a.ts';`],
])('finds a circle by an import %s', (how, line) => {
  const texts = new Map([
    ['x/a.ts', `const one = 1;\n${line}`],
    ['x/b.ts', `import { c } from '../c.ts';`],
    ['c.ts', `import type { A } from './x/a.ts';`],
    ['d.ts', `import './x/a.ts';`],
  ]);
  const circle = how === 'of itself' ? ['x/a.ts'] : ['c.ts', 'x/a.ts', 'x/b.ts'];
  expect(circlesOf(graphOf(texts))).toEqual([circle]);
});

test('no file imports itself over others, not even for its types', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ).filter((file) => /\.tsx?$/.test(file));
  const graph = graphOf(new Map(files.map((file) => [file, readFileSync(join(ROOT, file), 'utf8')])));
  // Nearly every file imports another one: none is read in vain.
  expect([...graph.values()].filter((imports) => imports.length > 0).length).toBeGreaterThan(files.length * 0.8);
  expect(circlesOf(graph)).toEqual([]);
});
