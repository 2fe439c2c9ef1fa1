import { parseArgs } from 'node:util';

export const HELP = `Quarterdeck, a trading terminal.

Usage: npm start -- [flags]

  --browser       serve the terminal to a browser of this machine
  --electron      run it in Electron, or say why that is not possible
                  (without either: Electron where its runtime is there, else the browser)
  --no-open       with --browser: only print the address, open nothing
  --port N        with --browser: port on 127.0.0.1 (default: another at each start)
  --data-dir DIR  folder of settings, journal and secrets
  --seed N        the market of the embedded practice exchange (default 1)
  --practice-admin N
                  with --browser: opens the practice exchange's admin interface on
                  127.0.0.1, to force prices and faults on it; 0 takes a free port
  --confirm-withdrawals-here
                  with --browser: asks on this terminal about each withdrawal, about
                  going live, and before a host is contacted for the first time;
                  without it nothing can be withdrawn in the browser
  --help          print this and exit

It runs until Ctrl+C, or until its window is closed.
`;

export interface Flags {
  readonly shell: 'electron' | 'browser' | 'any';
  readonly open: boolean;
  readonly port: number;
  readonly dataFolder: string | null;
  readonly seed: number;
  /** Port of the practice exchange's admin interface; null for none. */
  readonly practiceAdmin: number | null;
  /** Whether withdrawals are confirmed on the terminal that it was started from. */
  readonly confirmWithdrawals: boolean;
  readonly help: boolean;
}

/**
 * Reads the command line.
 *
 * @throws Error with one line for a person.
 */
export function readFlags(args: readonly string[]): Flags {
  const { values } = parseArgs({
    args: [...args],
    strict: true,
    allowPositionals: false,
    options: {
      browser: { type: 'boolean', default: false },
      electron: { type: 'boolean', default: false },
      'no-open': { type: 'boolean', default: false },
      port: { type: 'string' },
      'data-dir': { type: 'string' },
      seed: { type: 'string' },
      'practice-admin': { type: 'string' },
      'confirm-withdrawals-here': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.browser && values.electron) throw new Error('Choose one of --browser and --electron.');
  // An address to open by hand, or at a port of one's own, is one of the browser shell.
  const browser =
    values.browser ||
    values['no-open'] ||
    values['confirm-withdrawals-here'] ||
    values.port !== undefined ||
    values['practice-admin'] !== undefined;
  if (browser && values.electron)
    throw new Error(
      '--no-open, --port, --practice-admin and --confirm-withdrawals-here belong to --browser, not to --electron.',
    );
  if (values['data-dir'] === '') throw new Error('--data-dir needs a folder.');
  return {
    shell: values.electron ? 'electron' : browser ? 'browser' : 'any',
    open: !values['no-open'],
    port: whole('--port', values.port ?? '0', 65_535),
    dataFolder: values['data-dir'] ?? null,
    seed: whole('--seed', values.seed ?? '1', 0xffff_ffff),
    practiceAdmin:
      values['practice-admin'] === undefined ? null : whole('--practice-admin', values['practice-admin'], 65_535),
    confirmWithdrawals: values['confirm-withdrawals-here'],
    help: values.help,
  };
}

function whole(flag: string, text: string, most: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value <= most)) throw new Error(`${flag} needs a whole number from 0 to ${most}, not ${JSON.stringify(text)}.`);
  return value;
}
