import { writeFileSync } from 'node:fs';
import type { PageSettingRow } from '../../../../shared/contract/page-settings.ts';
import { isPageSetting, pageSettingWords, readPageSetting } from '../../../../shared/settings/page-settings.ts';
import { createFeed, type FeedSource } from '../feeds.ts';
import { readDurable, setDurableAside, writeDurableLater } from '../../storage/durable-file.ts';
import { notWritten } from '../../storage/not-written.ts';

/** The settings of one profile: JSON text by name, in one file. */
export interface SettingsDocument {
  readonly feed: FeedSource<PageSettingRow>;
  get(name: string): string | undefined;
  /**
   * Shows values at once and writes them; names and forms were looked at before. Resolves when they are on disk.
   * Rejects with FaultError NotAllowed (`journal`) where they cannot be written: they hold until the program ends.
   */
  put(values: Iterable<readonly [string, string]>): Promise<void>;
  /** Resolves when nothing is being written any more; what failed is tried once more. */
  settle(): Promise<void>;
  /** What a person should know of its opening, in a sentence; null when there is nothing. */
  readonly news: string | null;
}

/**
 * Opens the settings of a profile. Nothing in the file keeps a start from going on: what cannot be read is put aside
 * with a sentence, and the rest opens.
 *
 * @param path of the file, which is kept twice (durable-file.ts).
 * @param now local ms, for the name of a file put aside.
 */
export function openDocument(path: string, now: number): SettingsDocument {
  const { values, generation: found, mended, news } = readDocument(path, now);
  const feed = createFeed<PageSettingRow>('name');
  feed.put(...[...values].map(([name, value]) => ({ name, value })));
  let generation = found;
  let unkept = false;
  let last: Promise<void> = Promise.resolve();
  /** The write that has not begun; whoever comes until then is in it. */
  let next: Promise<void> | null = null;

  function write(): Promise<void> {
    next ??= last = last
      .catch(() => undefined)
      .then(async () => {
        next = null;
        // A number of its own for every attempt: the two copies of one that failed half way are told apart.
        generation += 1;
        unkept = true;
        await writeDurableLater(path, JSON.stringify(Object.fromEntries(values)), generation);
        unkept = false;
      });
    return next;
  }

  if (mended) write().catch(() => undefined); // it is tried again with the next change
  return {
    feed,
    news,
    get: (name) => values.get(name),
    async put(changes) {
      const rows = [...changes].map(([name, value]) => ({ name, value }));
      for (const { name, value } of rows) values.set(name, value);
      feed.put(...rows);
      try {
        await write();
      } catch (error) {
        throw notWritten('The settings of this screen', error);
      }
    },
    async settle() {
      await last.catch(() => undefined);
      if (unkept) await write().catch(() => undefined);
    },
  };
}

interface Found {
  readonly values: Map<string, string>;
  readonly generation: number;
  /** Not all of it was taken: the file is to be written as it is now. */
  readonly mended: boolean;
  readonly news: string | null;
}

function readDocument(path: string, now: number): Found {
  const none = { values: new Map<string, string>(), generation: 0, mended: false, news: null };
  try {
    const kept = readDurable(path);
    if (kept === null) return none;
    const { values, left } = readValues(kept.text);
    const found = { ...none, values, generation: kept.generation };
    if (left.length === 0) return found;
    const how = `cannot be read in part (${left.join(', ')})`;
    return { ...found, mended: true, news: putAside(how, () => keepText(path, kept.text, now)) };
  } catch {
    return { ...none, news: putAside('cannot be read, and begin anew', () => setDurableAside(path, now)) };
  }
}

/** Throws where it is no document at all. */
function readValues(text: string): { readonly values: Map<string, string>; readonly left: readonly string[] } {
  const stored: unknown = JSON.parse(text);
  if (typeof stored !== 'object' || stored === null || Array.isArray(stored)) throw new Error('no settings');
  const values = new Map<string, string>();
  const left: string[] = [];
  for (const [name, value] of Object.entries(stored)) {
    const read = isPageSetting(name) && typeof value === 'string' ? readPageSetting(name, value) : null;
    if (typeof read?.text === 'string') values.set(name, read.text);
    if (read === null || read.text === null || read.left.length > 0) left.push(pageSettingWords(name).slice(0, 60));
  }
  return { values, left };
}

/** @returns the sentence about it. */
function putAside(how: string, move: () => string): string {
  try {
    return `Settings of this screen ${how}. The file as it was is kept as ${move()}.`;
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return `Settings of this screen ${how}. The file as it was cannot be put aside: ${why}.`;
  }
}

function keepText(path: string, text: string, now: number): string {
  const aside = `${path}.damaged-${now}`;
  writeFileSync(aside, text, { mode: 0o600 });
  return aside;
}
