import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** What the operating system's dump of a process would hold, keys among it, this does not: words alone. */
const FOLDER = 'crashes';
const KEPT = 20;
const MOST_CHARS = 20_000;
const UNTOLD = '.new.txt';

/** Text that is long enough to be a key, secret or signature. */
const LONG = /[A-Za-z0-9+/_=-]{20,}/g;
/** Of letters with digits among them; where a slash makes it look like a path, of as many capitals as base64 has. */
const isSecretLike = (text: string): boolean =>
  text.includes('/') ? (text.match(/[A-Z]/g) ?? []).length >= 5 : /\d/.test(text) && /[A-Za-z]/.test(text);
/** Values behind names that tell what they are. */
const NAMED =
  /((?:secret|passphrase|password|signature|auth-?key|listen-?key|api-?key|token)["']?\s*[=:]\s*["']?)[^\s"'&,}]+/gi;

/** Takes out of a text what may be a secret, and where the person's home is. */
export function redactWords(text: string, home = homedir()): string {
  const placed = home.length > 1 ? text.replaceAll(home, '~') : text;
  return placed
    .replace(NAMED, '$1•••')
    .replace(LONG, (long) => (isSecretLike(long) ? '•••' : long))
    .slice(0, MOST_CHARS);
}

export interface CrashReports {
  /** Writes a report; never throws. @returns its path, or null where it cannot be written. */
  write(what: string, error: unknown): string | null;
  /** Paths of reports that were written since the last call: an earlier run ended so. */
  takeUntold(): readonly string[];
}

/**
 * Makes the keeper of crash reports in the data folder. They stay on this machine, for this user alone;
 * the twenty newest are kept.
 *
 * @param now local ms.
 */
export function openCrashReports(dataFolder: string, version: string, now: () => number): CrashReports {
  const folder = join(dataFolder, FOLDER);
  const names = (): string[] => {
    try {
      return readdirSync(folder).sort();
    } catch {
      return [];
    }
  };
  return {
    write(what, error) {
      try {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        const at = new Date(now()).toISOString();
        const path = join(folder, `crash-${at.replaceAll(':', '-')}${UNTOLD}`);
        const words = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
        const head = `${at} ${what}\nQuarterdeck ${version}, ${process.platform} ${process.arch}, Node ${process.versions.node}\n\n`;
        writeFileSync(path, `${head}${redactWords(words)}\n`, { mode: 0o600 });
        for (const old of names().slice(0, -KEPT)) rmSync(join(folder, old), { force: true });
        return path;
      } catch {
        // The program ends anyway; there is nothing left to tell it to.
        return null;
      }
    },
    takeUntold() {
      return names()
        .filter((name) => name.endsWith(UNTOLD))
        .map((name) => {
          const told = join(folder, `${name.slice(0, -UNTOLD.length)}.txt`);
          renameSync(join(folder, name), told);
          return told;
        });
    },
  };
}

/**
 * Ends the program at an error that nobody caught, with a report: what goes on after one cannot be
 * trusted with orders. The journal settles at the next start what was on its way, and the dead-man switch
 * is the exchange's.
 *
 * @param end ends the process at once.
 */
export function endAtDefects(
  reports: Pick<CrashReports, 'write'>,
  source: Pick<NodeJS.Process, 'on'>,
  end: (report: string | null) => void,
): void {
  source.on('uncaughtException', (error: unknown) => end(reports.write('An error that nobody caught', error)));
  source.on('unhandledRejection', (reason: unknown) => end(reports.write('A promise that nobody caught', reason)));
}
