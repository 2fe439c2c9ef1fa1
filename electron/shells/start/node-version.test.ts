import { expect, it } from 'vitest';
import { refuseEnvironment, refuseNode } from './node-version.ts';

it.each(['22.18.0', '22.19.1', '23.0.0', '24.21.0', '25.0.0-nightly'])('runs on %s', (version) => {
  expect(refuseNode(version)).toBeNull();
});

it.each(['22.17.1', '22.6.0', '20.20.2', '18.0.0', ''])('says in one line that %j is too old', (version) => {
  expect(refuseNode(version)).toMatch(/^Quarterdeck needs Node 22\.18 or newer, and this is .*$/);
});

it('refuses a start with the checks of certificates switched off, and no other', () => {
  expect(refuseEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: '0' })).toMatch(/anybody could be the exchange/);
  for (const value of ['1', '', undefined])
    expect(refuseEnvironment({ NODE_TLS_REJECT_UNAUTHORIZED: value })).toBeNull();
});
