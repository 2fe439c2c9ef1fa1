import { expect, test } from 'vitest';
import program from '../../package.json' with { type: 'json' };
import { lockedPackages } from './locked.ts';
import { LICENCES, REASONS } from './reasons.ts';

const locked = lockedPackages();
const shipped = locked.filter((each) => each.shipped);

test('every package that the product runs with has its reason, and no reason is left of one that went', () => {
  expect(Object.keys(REASONS).sort()).toEqual(Object.keys(program.dependencies).sort());
});

/** Packages that the product runs with: those that it names itself, and all with what they bring. */
const MOST = { direct: 24, inAll: 120 };

test('the product runs with few packages', () => {
  expect(shipped.length).toBeGreaterThan(10);
  expect(Object.keys(program.dependencies).length).toBeLessThanOrEqual(MOST.direct);
  expect(shipped.length).toBeLessThanOrEqual(MOST.inAll);
});

test('none of them runs anything when it is installed', () => {
  expect(shipped.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)).toEqual([]);
});

test('each of them has a licence that lets the product be shipped', () => {
  expect(
    shipped.filter(({ licence }) => !LICENCES.has(licence)).map(({ name, licence }) => `${name} ${licence}`),
  ).toEqual([]);
});

test('every locked package comes from the registry and no other place, and is what it was when it was locked', () => {
  for (const { folder, integrity, resolved } of locked) {
    expect(resolved, folder).toMatch(/^(?:https:\/\/registry\.npmjs\.org\/.*)?$/);
    expect(integrity, folder).toMatch(/^sha512-/);
  }
});
