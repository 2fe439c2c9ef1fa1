/** Why each package that the product runs with is there. Whoever adds one writes its reason here. */
export const REASONS: Readonly<Record<string, string>> = {
  '@fontsource-variable/inter': 'The typeface, with figures of one width; shipped, as the page has no network',
  '@noble/hashes': 'Checksums of addresses (SHA-256, Keccak) on both sides of the pipe; audited, no dependencies',
  '@scure/base': 'Base58, Bech32 and Base32 of addresses; audited, no dependencies',
  '@tanstack/react-query':
    'Asked data of the page, with its loading and failed states; never pauses or repeats a command',
  'ag-grid-community': 'Grids of thousands of rows that change many times a second',
  'ag-grid-react': 'The same grids as React components',
  'big.js': 'Decimal arithmetic on money; a float never holds any',
  conf: 'Settings file of the loopback host, written whole',
  'dockview-react': 'Panels that dock, tab, resize and come back',
  'electron-store': 'The same settings file in Electron',
  'electron-updater': 'Newer versions, checked by the platform’s signature; off in a build that is not signed',
  'lightweight-charts': 'Candles drawn on a canvas',
  react: 'The page',
  'react-dom': 'The page',
  undici: 'HTTP that sends a request once and never again by itself',
  ws: 'WebSockets of the streams, and of the loopback host',
  zod: 'Schemas of the exchange’s records and of the contract between page and core',
  zustand: 'Small stores of the page, one a feed',
};

/** Licences that allow the product to be shipped; a new one is read before it is added. */
export const LICENCES: ReadonlySet<string> = new Set([
  'MIT',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  // That of typefaces: shipped unchanged with a program, and never sold alone.
  'OFL-1.1',
  // That of argparse, below electron-updater: permissive, asks for its notice alone.
  'Python-2.0',
  // Those of graceful-fs and sax, below it too: permissive, a plainer MIT.
  'BlueOak-1.0.0',
  '(MIT OR CC0-1.0)',
]);

/** A package that was published a moment ago may have been published by a thief. */
export const LEAST_DAYS = 14;
