import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PACKAGER, programOf } from './packager.ts';
import { ROOT } from '../page/page-source.ts';

/** The packager's own check of a configuration, which its command runs first. */
const { validateConfiguration } = createRequire(import.meta.url)('app-builder-lib/out/util/config/config.js') as {
  validateConfiguration(config: unknown, log: { readonly isEnabled: boolean; add(): void }): Promise<void>;
}; // its types are not exported
const check = (config: unknown): Promise<void> =>
  validateConfiguration(config, { isEnabled: false, add: () => undefined });

test('is what the packager’s own schema asks for, which does refuse what is wrong', async () => {
  await check(PACKAGER);
  await expect(check({ ...PACKAGER, asarr: true })).rejects.toThrow(/asarr/);
  await expect(check({ ...PACKAGER, asar: 'x' })).rejects.toThrow();
});

test('packs the bundles alone: no source, map, test or package', () => {
  const files = PACKAGER.files as readonly string[]; // written as a list of patterns
  expect(files.filter((pattern) => !pattern.startsWith('!')).sort()).toEqual([
    'dist/archive-worker.js',
    'dist/main.js',
    'dist/page/**/*',
    'dist/practice-worker.js',
    'dist/preload.cjs',
    'package.json',
  ]);
  for (const kept of ['!node_modules', '!**/*.map', '!**/*.ts']) expect(files).toContain(kept);
  expect(PACKAGER.asar).toBe(true);
});

test('makes what people install on each platform, and publishes and updates nothing', () => {
  expect([PACKAGER.linux?.target, PACKAGER.mac?.target, PACKAGER.win?.target]).toEqual([
    ['AppImage', 'deb'],
    ['dmg'],
    ['nsis'],
  ]);
  expect(PACKAGER.publish).toBeNull();
});

test('starts no program without its sandbox, in the desktop entry that the packager writes for the AppImage', async () => {
  expect(JSON.stringify(PACKAGER)).not.toMatch(/no-sandbox|disable-/);
  const { default: AppImageTarget } = createRequire(import.meta.url)(
    'app-builder-lib/out/targets/appimage/AppImageTarget.js',
  ) as { default: new (...parts: unknown[]) => { readonly desktopEntry: { readonly value: Promise<unknown> } } }; // its types are not exported
  const commands: string[] = [];
  const packager = { platformSpecificBuildOptions: PACKAGER.linux, config: PACKAGER, appInfo: { buildVersion: '0' } };
  const helper = { computeDesktopEntry: async (_options: unknown, exec: string) => commands.push(exec) };
  await new AppImageTarget('', packager, helper, '/out').desktopEntry.value;
  expect(commands).toEqual(['AppRun %U']);
});

test.each([
  ['linux', '/out/quarterdeck'],
  ['darwin', '/out/Quarterdeck.app'],
  ['win32', '/out/Quarterdeck.exe'],
])('sets the fuses of the program itself on %s', (electronPlatformName, program) => {
  const packager = { appInfo: { productFilename: 'Quarterdeck' }, executableName: 'quarterdeck' };
  expect(programOf({ appOutDir: '/out', electronPlatformName, packager })).toBe(program);
  expect(PACKAGER.afterPack).toBeTypeOf('function');
});

test.each([16, 32, 48, 64, 128, 256, 512])('has an icon of %i pixels', (size) => {
  const png = readFileSync(join(ROOT, `build/resources/icons/${size}x${size}.png`));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size]);
});
