import type { Configuration } from 'electron-builder';
import { join } from 'node:path';
import { setFuses } from './fuses.ts';

/**
 * What is packaged and how. Every bundle in `dist` has what it needs in itself: no folder of packages, no
 * source, map or test goes along. A program looks for newer ones only where it is signed and knows a place
 * ({@link placeOfUpdates}); until then there is none.
 */
export const PACKAGER: Configuration = {
  appId: 'app.quarterdeck.terminal',
  productName: 'Quarterdeck',
  copyright: 'Quarterdeck',
  directories: { output: 'out', buildResources: 'build/resources' },
  files: [
    'dist/main.js',
    'dist/preload.cjs',
    'dist/practice-worker.js',
    'dist/archive-worker.js',
    'dist/page/**/*',
    'package.json',
    '!node_modules',
    '!**/*.map',
    '!**/*.ts',
  ],
  asar: true,
  // The dependencies are in the bundles; none is native.
  npmRebuild: false,
  nodeGypRebuild: false,
  publish: placeOfUpdates(process.env),
  afterPack: async (context) => setFuses(programOf(context)),
  artifactName: '${productName}-${version}-${os}-${arch}.${ext}',
  linux: {
    target: ['AppImage', 'deb'],
    category: 'Office',
    synopsis: 'Trading terminal',
    executableName: 'quarterdeck',
    icon: 'icons',
    desktop: {
      entry: {
        Name: 'Quarterdeck',
        GenericName: 'Trading terminal',
        Keywords: 'trading;exchange;orders;perpetuals;',
        StartupWMClass: 'Quarterdeck',
      },
    },
  },
  // Left out, the packager writes --no-sandbox into the desktop entry of its own accord.
  appImage: { executableArgs: [] },
  deb: { maintainer: 'Quarterdeck <maintainers@quarterdeck.invalid>', priority: 'optional' },
  mac: {
    target: ['dmg'],
    category: 'public.app-category.finance',
    icon: 'icon.png',
    hardenedRuntime: true,
    entitlements: 'build/resources/entitlements.mac.plist',
    entitlementsInherit: 'build/resources/entitlements.mac.plist',
    extendInfo: { NSAllowsArbitraryLoads: false },
  },
  win: { target: ['nsis'], icon: 'icon.png' },
  nsis: { oneClick: false, perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false },
};

/**
 * Where newer versions are looked for: nowhere without a key to sign with, and never without encryption.
 *
 * @throws Error for a place that is not https.
 */
export function placeOfUpdates(
  env: Readonly<Record<string, string | undefined>>,
): { readonly provider: 'generic'; readonly url: string } | null {
  const { CSC_LINK: key, QUARTERDECK_UPDATES: url } = env;
  if (key === undefined || key === '' || url === undefined || url === '') return null;
  if (!url.startsWith('https://')) throw new Error('QUARTERDECK_UPDATES is to be an https address.');
  return { provider: 'generic', url };
}

/** The packed program's own file. */
export function programOf({
  appOutDir,
  electronPlatformName,
  packager,
}: {
  readonly appOutDir: string;
  readonly electronPlatformName: string;
  readonly packager: {
    readonly appInfo: { readonly productFilename: string };
    readonly executableName?: string;
  };
}): string {
  const { productFilename } = packager.appInfo;
  switch (electronPlatformName) {
    case 'darwin':
      return join(appOutDir, `${productFilename}.app`);
    case 'win32':
      return join(appOutDir, `${productFilename}.exe`);
    default:
      return join(appOutDir, packager.executableName ?? 'quarterdeck');
  }
}
