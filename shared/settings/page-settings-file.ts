import { z } from 'zod';
import { isPageSetting, pageSettingWords, readPageSetting } from './page-settings.ts';

/** A file of settings: what “Export settings” writes and “Import settings” reads. */

const FORMAT = 'quarterdeck settings';

const fileSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  settings: z.record(z.string().max(64), z.unknown()),
});

/** What a file of settings holds. */
export interface ReadSettingsFile {
  /** Value as JSON text by name: what can be taken. */
  readonly taken: ReadonlyMap<string, string>;
  /** What cannot, in words. */
  readonly left: readonly string[];
}

/**
 * Reads a file as hostile.
 *
 * @param text of the file.
 * @returns null where it is no file of settings at all.
 */
export function readSettingsFile(text: string): ReadSettingsFile | null {
  let settings: Readonly<Record<string, unknown>>;
  try {
    const file = fileSchema.safeParse(JSON.parse(text));
    if (!file.success) return null;
    ({ settings } = file.data);
  } catch {
    return null;
  }
  const taken = new Map<string, string>();
  const left: string[] = [];
  for (const [name, value] of Object.entries(settings)) {
    const read = isPageSetting(name) ? readPageSetting(name, jsonOf(value)) : null;
    if (read === null || read.text === null) left.push(shortened(pageSettingWords(name)));
    else {
      taken.set(name, read.text);
      for (const field of read.left) left.push(`${pageSettingWords(name)} (${shortened(field)})`);
    }
  }
  return { taken, left };
}

/**
 * Makes the text of such a file.
 *
 * @param values JSON text by name, as the core keeps it.
 */
export function settingsFile(values: Iterable<readonly [string, string]>): string {
  const settings = Object.fromEntries([...values].map(([name, json]) => [name, JSON.parse(json) as unknown]));
  return `${JSON.stringify({ format: FORMAT, version: 1, settings })}\n`;
}

/** "" is no JSON: what is nested too deeply to be written is not taken. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

const shortened = (words: string): string => words.slice(0, 60);
