import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../page/page-source.ts';
import type { Mutation } from './mutation.ts';

/** Electron's own words for its twenty items, shortened. */
export const CHECKLIST: readonly string[] = [
  'Only load secure content',
  'No Node integration for remote content',
  'Context isolation',
  'Process sandboxing',
  'Permission requests from remote content',
  '`webSecurity` stays on',
  'Content security policy',
  'No `allowRunningInsecureContent`',
  'No experimental features',
  'No `enableBlinkFeatures`',
  'No `allowpopups` for web views',
  'Verify web views before creation',
  'Limit navigation',
  'Limit new windows',
  'No `shell.openExternal` with untrusted content',
  'A current version of Electron',
  'Validate the sender of every message',
  'No `file:` protocol',
  'Fuses',
  'No Electron interfaces for untrusted content',
];

/** The rows of SECURITY.md's tables: what is broken, the line that stands against it, and the test that notices. */
export function mutationRows(mutations: readonly Mutation[], of: Mutation['rule']): string {
  return mutations
    .filter(({ rule }) => rule === of)
    .map(({ breaks, file, from, test }) => `| ${breaks} | \`${file}\`: ${lineOf(file, from)} | \`${test}\` |`)
    .join('\n');
}

/** The table of Electron's checklist. */
export function checklistRows(mutations: readonly Mutation[]): string {
  return CHECKLIST.map((words, at) =>
    mutations
      .filter(({ rule }) => rule === at + 1)
      .map(
        ({ breaks, file, from, test }, row) =>
          `| ${row === 0 ? at + 1 : ''} | ${row === 0 ? words : ''} | \`${file}\`: ${lineOf(file, from)} | \`${test}\` | ${breaks} |`,
      )
      .join('\n'),
  ).join('\n');
}

/** The line as it stands in its file: its number would be another after every change above it. */
function lineOf(file: string, from: string): string {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const at = text.indexOf(from) + from.length - from.trimStart().length;
  const start = text.lastIndexOf('\n', at) + 1;
  const [line = ''] = text.slice(start).split('\n', 1);
  return `\`${line.trim().replaceAll('|', '\\|').replaceAll('`', '´')}\``;
}
