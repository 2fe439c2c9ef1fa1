import { join } from 'node:path';
import program from '../../../package.json' with { type: 'json' };
import { ROOT } from '../../../build/page/page-source.ts';
import { endAtDefects, openCrashReports } from '../electron/crash-reports.ts';
import { defaultDataFolder, holdDataFolder } from '../electron/data-folder.ts';
import { atSignals } from '../electron/window/signals.ts';
import { createCleanup } from './cleanup.ts';
import { fetchRuntime, findRuntime, runtimeVersion } from './electron-runtime.ts';
import { HELP, readFlags, type Flags } from './flags.ts';
import { failedLately, rememberFailure } from './last-attempt.ts';
import { runElectron } from './run-electron.ts';
import { openHostSettings } from './host-settings.ts';
import { runHost } from './run-host.ts';

const ELECTRON = join(ROOT, 'node_modules', 'electron');

/**
 * Runs the terminal until it is over.
 *
 * @returns the exit code: 1 after one line on stderr, with nothing left running.
 */
export async function start(args: readonly string[]): Promise<number> {
  // What is written is for this user alone, whatever the libraries ask for.
  process.umask(0o077);
  const cleanup = createCleanup();
  const stopped = new Promise<void>((resolve) => atSignals(resolve, () => process.exit(130)));
  try {
    const flags = readFlags(args);
    if (flags.help) {
      process.stdout.write(HELP);
      return 0;
    }
    const held = holdDataFolder(flags.dataFolder ?? defaultDataFolder());
    cleanup.add(() => held.release());
    const shell = await chooseShell(flags, held.folder);
    if ('runtime' in shell) {
      held.release(); // Electron's main process holds it from here on.
      return await runElectron({ runtime: shell.runtime, dataFolder: held.folder, seed: flags.seed }, cleanup, stopped);
    }
    const reports = openCrashReports(held.folder, program.version, Date.now);
    endAtDefects(reports, process, (report) => {
      const where = report === null ? '' : ` A report without secrets is in ${report}.`;
      process.stderr.write(`Quarterdeck has ended: something went wrong that it does not know.${where}\n`);
      process.exit(1);
    });
    const crashes = reports.takeUntold();
    await runHost({ ...flags, dataFolder: held.folder, ...shell, crashes }, cleanup, stopped);
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  } finally {
    await cleanup.run();
  }
}

/** The runtime to use, or why it is a browser. */
async function chooseShell(
  flags: Flags,
  dataFolder: string,
): Promise<{ readonly runtime: string } | { readonly because: string | null }> {
  if (flags.shell === 'browser') return { because: null };
  const present = findRuntime(ELECTRON);
  if (present !== null) return { runtime: present };
  const asked = flags.shell === 'electron';
  const version = runtimeVersion(ELECTRON);
  const { store: settings, news } = openHostSettings(dataFolder);
  if (news !== null) process.stderr.write(`${news}\n`);
  if (!asked && failedLately(settings, version, Date.now()))
    return { because: 'the Electron runtime could not be fetched in the last day; --electron tries again' };
  process.stdout.write('Fetching the Electron runtime, once.\n');
  const reason = await fetchRuntime(ELECTRON);
  const fetched = reason === null ? findRuntime(ELECTRON) : null;
  if (fetched !== null) return { runtime: fetched };
  rememberFailure(settings, version, Date.now());
  if (asked)
    throw new Error(`The Electron runtime cannot be fetched: ${reason}. Leave --electron out to use a browser.`);
  return { because: `the Electron runtime cannot be fetched: ${reason}` };
}
