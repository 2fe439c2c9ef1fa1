import { join } from 'node:path';
import { readDurable, writeDurable } from '../../electron/core/storage/durable-file.ts';
import type { PageSettingName } from '../../shared/settings/page-settings.ts';

/** What a core keeps of a profile, by name. */
export type KeptSettings = Partial<Record<PageSettingName, object>>;

const fileOf = (dataFolder: string, profile: string): string => join(dataFolder, `screen-${profile}`);

/** What is on disk. */
export function readKept(dataFolder: string, profile = 'practice'): KeptSettings {
  const kept = readDurable(fileOf(dataFolder, profile));
  const values = JSON.parse(kept?.text ?? '{}') as Record<string, string>; // as the core wrote it
  return Object.fromEntries(Object.entries(values).map(([name, json]) => [name, JSON.parse(json) as object]));
}

/** Puts settings on disk, as the core does, for a program that is not running. */
export function writeKept(dataFolder: string, settings: KeptSettings, profile = 'practice'): void {
  if (Object.keys(settings).length === 0) return;
  const path = fileOf(dataFolder, profile);
  const all = { ...readKept(dataFolder, profile), ...settings };
  const text = JSON.stringify(
    Object.fromEntries(Object.entries(all).map(([name, value]) => [name, JSON.stringify(value)])),
  );
  writeDurable(path, text, (readDurable(path)?.generation ?? 0) + 1);
}
