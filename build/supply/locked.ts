import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../page/page-source.ts';

/** A package as the lockfile has it. */
export interface Locked {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly integrity: string;
  readonly resolved: string;
  readonly hasInstallScript: boolean;
  /** Whether the product runs with it. */
  readonly shipped: boolean;
  readonly folder: string;
}

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly resolved?: string;
  readonly hasInstallScript?: boolean;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

/** Every package of the lockfile. */
export function lockedPackages(): readonly Locked[] {
  const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  }; // npm's own form, version 3
  return Object.entries(lock.packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, entry]) => ({
      name: folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: entry.version ?? '',
      licence: entry.license ?? '',
      integrity: entry.integrity ?? '',
      resolved: entry.resolved ?? '',
      hasInstallScript: entry.hasInstallScript === true,
      shipped: entry.dev !== true && entry.devOptional !== true,
      folder,
    }));
}

/** Kilobytes that a folder of the project takes, whatever is in it. */
export function weightOf(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })) {
    const found = statSync(join(ROOT, folder, name), { throwIfNoEntry: false });
    if (found?.isFile() === true) bytes += found.size;
  }
  return Math.round(bytes / 1024);
}
