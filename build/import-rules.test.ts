import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { copyProject } from './package/project-copy.ts';
import { runQuietly, tool } from './run.ts';

/*
 * The rules about who may import and use what are only as good as what they catch: each is broken once
 * in a copy of the project, and the checks must say so.
 */

/** Broken for lint: file, its text, the rule that must speak. */
const LINT: readonly (readonly [string, string, string])[] = [
  ['shared/x1.ts', `import '../renderer/app.tsx';`, 'sides'],
  ['shared/x2.ts', `import '../electron/core/world/ports.ts';`, 'sides'],
  ['shared/x3.ts', `export { readFileSync } from 'node:fs';`, 'sides'],
  ['shared/x4.ts', `export * from 'react';`, 'sides'],
  ['shared/x5.ts', `export type { World } from '../electron/core/world/ports.ts';`, 'sides'],
  ['renderer/x1.ts', `export * from '../electron/core/world/ports.ts';`, 'sides'],
  ['renderer/x2.ts', `export type World = import('../electron/core/world/ports.ts').World;`, 'sides'],
  ['renderer/x3.ts', `export const load = () => import('../electron/practice/server.ts');`, 'sides'],
  ['renderer/x4.ts', `import type { App } from 'electron'; export type A = App;`, 'sides'],
  ['renderer/x5.ts', `export { Agent } from 'undici';`, 'sides'],
  ['renderer/x6.ts', `export { readFileSync } from 'fs';`, 'sides'],
  ['renderer/panels/book/x.ts', `export * from '../open-orders/open-orders-panel.tsx';`, 'sides'],
  ['electron/core/x1.ts', `export * from '../../renderer/link/ports.ts';`, 'sides'],
  ['electron/core/x2.ts', `export * from '../practice/options.ts';`, 'sides'],
  ['electron/core/x3.ts', `export * from '../shells/host/host.ts';`, 'sides'],
  ['electron/core/x4.ts', `import type { App } from 'electron'; export type A = App;`, 'sides'],
  ['electron/core/x5.ts', `export { default } from 'electron-store';`, 'sides'],
  ['electron/practice/x1.ts', `export * from '../core/world/ports.ts';`, 'sides'],
  ['electron/practice/x2.test.ts', `export * from '../core/world/ports.ts';`, 'sides'],
  ['electron/practice/x3.ts', `export * from '../shells/electron/page/origin.ts';`, 'sides'],
  ['electron/shells/electron/x1.ts', `import { app } from 'electron'; export const name = app.name;`, 'sides'],
  ['electron/shells/electron/x2.ts', `export { app } from 'electron';`, 'sides'],
  ['electron/shells/electron/x3.ts', `export * from '../../../renderer/link/ports.ts';`, 'sides'],
  ['electron/shells/host/x1.ts', `export const load = () => import('electron');`, 'sides'],
  ['electron/core/w1.ts', `export const now = () => Date.now();`, 'world-only'],
  ['electron/core/w2.ts', `export const chance = () => Math.random();`, 'world-only'],
  ['electron/core/w3.ts', `export const later = () => setTimeout(() => 1, 1);`, 'world-only'],
  ['electron/core/w4.ts', `export const ask = () => fetch('x');`, 'world-only'],
  ['electron/core/w5.ts', `export const open = () => new WebSocket('x');`, 'world-only'],
  ['electron/core/w6.ts', `export const say = () => console.log('x');`, 'world-only'],
  ['electron/core/w7.ts', `export const today = () => new Date();`, 'world-only'],
  ['electron/core/w8.ts', `export const since = () => performance.now();`, 'world-only'],
  ['electron/core/w9.ts', `export const now = () => globalThis.Date.now();`, 'world-only'],
];

/** Broken for the compiler: the side, a file in it, its text. */
const TYPES: readonly (readonly [string, string, string])[] = [
  ['shared', 'shared/y1.ts', 'export const where = process.cwd();'],
  ['shared', 'shared/y2.ts', 'export const page = document;'],
  ['renderer', 'renderer/y1.ts', 'export const where = process.cwd();'],
  ['renderer', 'renderer/y2.ts', 'export const bytes = Buffer.from("x");'],
  ['electron/core', 'electron/core/y1.ts', 'export const page = window.location;'],
  ['electron/practice', 'electron/practice/y1.ts', 'export const page = document.title;'],
  ['electron', 'electron/shells/electron/y1.ts', 'export const page = document.title;'],
];

const SIDES = [...new Set(TYPES.map(([side]) => side))];

let copy = '';
/** What lint says of its breaches, and the compiler of each side. */
let linted: readonly string[] = [];
let compiled = new Map<string, string>();

beforeAll(async () => {
  copy = copyProject();
  const plant = (file: string, text: string): void => {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), `${text}\n`);
  };
  const say = async (name: string, args: readonly string[]): Promise<string> =>
    (await runQuietly(tool(name), args, {}, copy)).output;
  const compile = async (side: string) => [side, await say('tsc', ['-p', side])] as const;
  for (const [, file, text] of TYPES) plant(file, text);
  compiled = new Map(await Promise.all(SIDES.map(compile)));
  // After the compilers: what is imported against the rules brings its types with it.
  for (const [file, text] of LINT) plant(file, text);
  linted = (await say('oxlint', ['--format', 'unix'])).split('\n').filter((line) => line.includes('quarterdeck('));
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('finds every import and use that lint forbids, where it stands, and no other', () => {
  for (const [file, text, rule] of LINT) {
    const said = linted.filter((line) => line.startsWith(`${file}:`) && line.includes(`quarterdeck(${rule})`));
    expect(said, `${file}: ${text}`).not.toHaveLength(0);
  }
  expect(linted.filter((line) => !LINT.some(([file]) => line.startsWith(`${file}:`)))).toEqual([]);
});

it.each(TYPES)('does not compile what %s may not use: %s', (side, file) => {
  expect(compiled.get(side)).toContain(`${file}(`);
});
