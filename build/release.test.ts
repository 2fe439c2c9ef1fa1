import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import program from '../package.json' with { type: 'json' };
import { ROOT } from './page/page-source.ts';

const workflow = readFileSync(join(ROOT, '.github/workflows/release.yml'), 'utf8');

test('the release runs only commands that there are, tests before it builds, and may write in its last step alone', () => {
  const called = [...workflow.matchAll(/npm run ([\w-]+)/g)].map(([, name = '']) => name);
  expect(called).toEqual(['mutations', 'supply', 'electronegativity', 'dist', 'sbom']);
  for (const name of called) expect(Object.keys(program.scripts)).toContain(name);
  expect(workflow.indexOf('npm test')).toBeLessThan(workflow.indexOf('npm run dist'));
  expect(workflow.match(/contents: write/g)).toHaveLength(1);
  expect(workflow.indexOf('contents: write')).toBeGreaterThan(workflow.indexOf('publish:'));
});

test('the release attaches checksums and the bill of materials, and shows itself to nobody before a person looked', () => {
  for (const attached of ['out/sbom.cdx.json', 'SHA256SUMS', '--draft']) expect(workflow).toContain(attached);
});

test('every action of others is pinned by its commit', () => {
  const used = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action = '']) => action);
  expect(used.length).toBeGreaterThan(4);
  for (const action of used) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});
