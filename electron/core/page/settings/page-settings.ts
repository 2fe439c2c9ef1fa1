import { join } from 'node:path';
import {
  MOST_SETTINGS_CHARS,
  type PageSettingRow,
  type pageSettingsRequests,
} from '../../../../shared/contract/page-settings.ts';
import { FaultError, invalid } from '../../../../shared/errors.ts';
import { readSettingsFile, settingsFile } from '../../../../shared/settings/page-settings-file.ts';
import { isPageSetting, pageSettingWords, readPageSetting } from '../../../../shared/settings/page-settings.ts';
import { createFeed, type FeedSource } from '../feeds.ts';
import { createExportFile, type ExportFile } from '../../history/archive/export/export-file.ts';
import type { Clock } from '../../world/ports.ts';
import type { AnswersOf } from '../requests.ts';
import { removeDurable } from '../../storage/durable-file.ts';
import { openDocument, type SettingsDocument } from './document.ts';

/** What the page keeps, for each profile. Requests about a profile that is not there are refused. */
export interface PageSettings {
  readonly answers: AnswersOf<keyof typeof pageSettingsRequests>;
  /** The values of a profile; none of one that is not there. */
  feed(profile: string): FeedSource<PageSettingRow>;
  /** What a person should know of the opening of a profile's settings; each sentence once. */
  takeNews(profile: string): readonly string[];
  /** Deletes those of a profile that was removed. */
  forget(profile: string): Promise<void>;
  /** Resolves when all is written. */
  settle(): Promise<void>;
}

/** What they are made of. */
export interface PageSettingsParts {
  readonly folder: string;
  readonly clock: Pick<Clock, 'now'>;
  /** Ids of the profiles that there are. */
  readonly profiles: () => readonly string[];
}

/** Makes them; a profile's file is opened when it is first needed. */
export function createPageSettings({ folder, clock, profiles }: PageSettingsParts): PageSettings {
  const open = new Map<string, SettingsDocument>();
  const told = new Set<string>();
  const now = (): number => Math.round(clock.now());

  const pathOf = (profile: string): string => join(folder, `screen-${profile}`);
  function documentOf(profile: string): SettingsDocument {
    if (!profiles().includes(profile)) throw invalid('profile', 'There is no such profile.');
    const known = open.get(profile);
    if (known !== undefined) return known;
    const fresh = openDocument(pathOf(profile), now());
    open.set(profile, fresh);
    return fresh;
  }

  return {
    feed: (profile) => (profiles().includes(profile) ? documentOf(profile).feed : createFeed<PageSettingRow>('name')),
    takeNews(profile) {
      const news = profiles().includes(profile) ? documentOf(profile).news : null;
      if (news === null || told.has(profile)) return [];
      told.add(profile);
      return [news];
    },
    async forget(profile) {
      const document = open.get(profile);
      open.delete(profile);
      await document?.settle();
      try {
        removeDurable(pathOf(profile));
      } catch {
        // Nothing reads them any more: the ids of profiles do not come back.
      }
    },
    async settle() {
      await Promise.all([...open.values()].map((document) => document.settle()));
    },
    answers: {
      'pageSettings.put': async ({ profile, name, value }) => {
        const document = documentOf(profile);
        const changes = [[name, wholeValue(name, value)]] as const;
        refuseTooMuch(document, changes);
        await document.put(changes);
        return {};
      },
      'pageSettings.takeOver': async ({ profile, name, value }) => {
        // What an earlier version kept was never looked at: what does not fit is left out.
        const { text } = isPageSetting(name) ? readPageSetting(name, value) : { text: null };
        if (text === null) return { taken: false };
        const there = profile === null ? profiles() : profiles().filter((id) => id === profile);
        const wanting = there.map(documentOf).filter((document) => document.get(name) === undefined);
        for (const document of wanting) refuseTooMuch(document, [[name, text]]);
        await Promise.all(wanting.map((document) => document.put([[name, text]])));
        return { taken: wanting.length > 0 };
      },
      'pageSettings.export': ({ profile }) => {
        const values = [...documentOf(profile).feed.rows()].map(({ name, value }) => [name, value] as const);
        const time = new Date(now()).toISOString().replaceAll(/[:.]/g, '-');
        const path = join(folder, 'exports', `settings-${time}.json`);
        writeExport(path, settingsFile(values));
        return { path };
      },
      'pageSettings.import': async ({ profile, text }) => {
        const document = documentOf(profile);
        const file = readSettingsFile(text);
        if (file === null) throw invalid('text', 'This is no file of settings.');
        refuseTooMuch(document, file.taken);
        await document.put(file.taken);
        return { taken: [...file.taken.keys()].map(pageSettingWords), left: [...file.left] };
      },
    },
  };
}

/** The value, where all of it fits its name. */
function wholeValue(name: string, value: string): string {
  if (!isPageSetting(name)) throw invalid('name', 'Nothing is kept under this name.');
  const { text, left } = readPageSetting(name, value);
  if (text === null || left.length > 0)
    throw invalid('value', `${pageSettingWords(name)}: this cannot be kept${left.length > 0 ? ` (${left[0]})` : ''}.`);
  return text;
}

function refuseTooMuch(document: SettingsDocument, changes: Iterable<readonly [string, string]>): void {
  const all = new Map([...document.feed.rows()].map(({ name, value }) => [name, value]));
  for (const [name, value] of changes) all.set(name, value);
  let chars = 0;
  for (const value of all.values()) chars += value.length;
  if (chars > MOST_SETTINGS_CHARS)
    throw invalid('value', 'The settings of this screen have become too large. Delete templates, or reset the layout.');
}

function writeExport(path: string, text: string): void {
  let file: ExportFile | null = null;
  try {
    file = createExportFile(path);
    file.write(text);
    file.finish();
  } catch (error) {
    file?.abandon();
    const reason = `The file cannot be written: ${error instanceof Error ? error.message : String(error)}.`;
    throw new FaultError({ kind: 'NotAllowed', policy: 'journal', reason });
  }
}
