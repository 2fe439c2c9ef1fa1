import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKLIST } from './mutations/security-page.ts';
import { ROOT } from './page/page-source.ts';
import { securityPage } from './security.ts';

const page = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');
/** Tables are laid out by the formatter: only their words are compared. */
const words = (text: string): string => text.replaceAll(/[ -]+/g, ' ');

test('SECURITY.md has every rule with the line, the test and the mutation of today (npm run security)', () => {
  expect(words(page)).toBe(words(securityPage(page)));
});

test('SECURITY.md goes through all twenty items of the checklist', () => {
  expect(CHECKLIST).toHaveLength(20);
  for (let item = 1; item <= 20; item += 1) expect(page).toMatch(new RegExp(`^\\| ${item} +\\|`, 'm'));
});
