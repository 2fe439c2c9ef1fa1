import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { pagePlace, ROOT } from '../../../build/page/page-source.ts';
import { serveBridge } from '../../core/page/bridge.ts';
import { hurriedPaces } from '../../core/world/paces.ts';
import type { KeyRefusal } from '../../../shared/wire/admission.ts';
import { startHost } from '../host/host.ts';
import { composeDesk } from '../electron/compose.ts';
import { readPageFiles, type PageFiles } from '../electron/page/page-files.ts';
import { writeAddressFile } from './address-file.ts';
import { findOpener, open, thisMachine } from './browser.ts';
import type { Cleanup } from './cleanup.ts';
import { untilDeserted } from './deserted.ts';
import { openHostSettings } from './host-settings.ts';
import { readLines, terminalQuestions } from './terminal-questions.ts';

export interface HostRun {
  readonly dataFolder: string;
  readonly port: number;
  readonly seed: number;
  readonly practiceAdmin: number | null;
  readonly open: boolean;
  /** Withdrawals are confirmed on the terminal that this was started from; without it there are none. */
  readonly confirmWithdrawals: boolean;
  /** Reports of earlier runs that ended in a defect. */
  readonly crashes: readonly string[];
  /** Why it is a browser, where Electron was asked for first. */
  readonly because: string | null;
}

/** A browser that has shown nothing by then will show nothing. */
const OPEN_MS = 60_000;

/**
 * Serves the terminal to a browser. Whatever it starts is handed to `cleanup`.
 *
 * @param stopped resolves when it must end: Ctrl+C.
 * @returns when it is over.
 * @throws Error with one line for a person.
 */
export async function runHost(run: HostRun, cleanup: Cleanup, stopped: Promise<void>): Promise<void> {
  const machine = thisMachine();
  const opener = run.open ? findOpener(machine) : null;
  if (run.open && opener === null)
    throw new Error('There is no browser to open. Install Chromium, or use --no-open and open the address yourself.');

  const pages = builtPages();
  // Whichever fails first is told; the other one's failure must not be an unhandled one.
  pages.catch(() => undefined);
  const { dataFolder, seed, practiceAdmin } = run;
  const onPracticeLost = (): void =>
    void process.stderr.write('The practice exchange has ended. Start again to go on.\n');
  const { store: settings, news: settingsNews } = openHostSettings(dataFolder);
  if (settingsNews !== null) process.stderr.write(`${settingsNews}\n`);
  const lines = run.confirmWithdrawals || process.stdin.isTTY ? readLines(process.stdin) : null;
  const asking = run.confirmWithdrawals && lines !== null ? terminalQuestions(lines, process.stdout) : null;
  const composed = await composeDesk({
    dataFolder,
    settings,
    settingsNews,
    keychain: null,
    confirm: asking === null ? null : (question) => asking.ask({ ...question, proofs: [] }, UNENDING),
    confirmMoney: asking,
    seed,
    practiceAdmin,
    crashes: run.crashes,
    // For tests of the whole program: what is otherwise read each half minute can be read each second.
    paces: hurriedPaces(process.env['QUARTERDECK_TEST_PACES']),
    onPracticeLost,
  });
  if (composed.practiceAdmin !== null)
    process.stdout.write(`Practice exchange, admin interface: ${composed.practiceAdmin}\n`);
  cleanup.add(() => composed.stop());

  let connected: () => void = () => undefined;
  const firstPage = new Promise<void>((resolve) => (connected = resolve));
  const host = await startHost({
    port: run.port,
    pages: await pages,
    serve: (pipe, session) => {
      connected();
      serveBridge(pipe, composed.desk, { shell: HOST_CAN, session });
    },
    onRefusal: countRefusals(),
    onKeyRefused: sayKeyRefusals(),
  });
  cleanup.add(() => host.close());

  const armed = (): boolean => ['armed', 'renewing', 'failing'].includes(composed.desk.deadMan()?.state ?? '');
  const deserted = untilDeserted(() => host.occupied() || armed(), after).then(() =>
    process.stdout.write('Nobody was here for an hour: Quarterdeck ends. Start it again to go on.\n'),
  );

  if (opener === null) {
    process.stdout.write(`Quarterdeck, open once: ${host.newAddress()}\n`);
    // A key that was lost (a closed tab) needs a new address; only who sits at the terminal gets one.
    lines?.otherwise(() => process.stdout.write(`Quarterdeck, open once: ${host.newAddress()}\n`));
    await Promise.race([stopped, deserted]);
    return;
  }
  const why = run.because === null ? '' : ` (${run.because})`;
  process.stdout.write(`Quarterdeck opens in ${opener.name}${why}. Ctrl+C stops it.\n`);
  const file = writeAddressFile(dataFolder, host.newAddress(), randomBytes(16).toString('base64url'));
  cleanup.add(() => file.remove());
  void firstPage.then(() => file.remove());
  const window = open(opener, file.url, join(dataFolder, 'browser'));
  cleanup.add(() => window.close());
  const failed = await Promise.race([
    firstPage.then(() => null),
    stopped.then(() => null),
    window.ended.then((reason) => (opener.window || reason !== null ? (reason ?? 'it ended at once') : never())),
    after(OPEN_MS).then(() => `it showed nothing for ${OPEN_MS / 1000} s`),
  ]);
  if (failed !== null)
    throw new Error(
      `The browser did not open (${opener.program}: ${failed}). Use --no-open and open the address yourself.`,
    );
  await Promise.race([stopped, deserted, opener.window ? window.ended : never()]);
}

/** What a browser's page can do beside showing itself. */
const HOST_CAN = { name: 'browser', keychain: false, nativeDialogs: false, notifications: false };

/** The page of the present sources; a process of its own builds it where it is missing. */
async function builtPages(): Promise<PageFiles> {
  const { folder, built } = pagePlace();
  if (!built) {
    const building = spawn(process.execPath, [join(ROOT, 'build/page/page.ts')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    building.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = await once(building, 'close');
    if (code !== 0) throw new Error(`The page cannot be built:\n${said}`);
  }
  return readPageFiles(folder);
}

/** Says of refusals that they happen, without letting a stranger fill the screen. */
function countRefusals(): (refusal: { readonly reason: string }) => void {
  let count = 0;
  return ({ reason }) => {
    count += 1;
    // 1, 10, 100 …
    if (/^10*$/.test(String(count))) process.stderr.write(`Refused ${count} request(s) so far; the last: ${reason}.\n`);
  };
}

/** Words for a page that was let not in; each is said once, so that a stranger cannot fill the screen. */
const KEY_REFUSALS: Readonly<Record<KeyRefusal, string>> = {
  spent:
    'An address that was opened before was opened again; it was refused. If neither was you, press Ctrl+C: somebody else has read it.',
  replaced: 'A window that was replaced by a later one asked again; it was refused.',
  unknown: 'A window of an earlier start, or a stranger, asked with a key of another start; it was refused.',
  unproved: 'Somebody named a key without knowing it; it was refused.',
};

function sayKeyRefusals(): (reason: KeyRefusal) => void {
  const said = new Set<KeyRefusal>();
  return (reason) => {
    if (said.has(reason)) return;
    said.add(reason);
    process.stderr.write(`${KEY_REFUSALS[reason]}\n`);
  };
}

/** A question about a profile stands until it is answered. */
const UNENDING = new AbortController().signal;

const never = (): Promise<never> => new Promise(() => undefined);
const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
