import { expect, it } from 'vitest';
import { refuseNode } from './node-version.ts';

it.each(['22.18.0', '22.19.1', '23.0.0', '24.21.0', '25.0.0-nightly'])('runs on %s', (version) => {
  expect(refuseNode(version)).toBeNull();
});

it.each(['22.17.1', '22.6.0', '20.20.2', '18.0.0', ''])('says in one line that %j is too old', (version) => {
  expect(refuseNode(version)).toMatch(/^Quarterdeck needs Node 22\.18 or newer, and this is .*$/);
});
