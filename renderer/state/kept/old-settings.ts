import { isPageSetting } from '../../../shared/settings/page-settings.ts';

/** A setting that an earlier version kept in the browser. */
export interface OldSetting {
  /** Where it lies there. */
  readonly key: string;
  readonly name: string;
  /** Null: it was the same for every profile. */
  readonly profile: string | null;
  /** As JSON text of today's form. */
  readonly value: string;
}

type Stored = Pick<Storage, 'length' | 'key' | 'getItem'>;

/** Kept for each profile, under its id; the others were the machine's. */
const OF_PROFILE: Readonly<Record<string, (text: string) => unknown>> = {
  layout: (text) => JSON.parse(text),
  'layout-lock': () => ({ locked: true }),
  templates: (text) => ({ templates: JSON.parse(text) as unknown }),
};

/** What an earlier version kept in the browser and this one keeps in the core. What cannot be read is left there. */
export function oldSettings(storage: Stored): readonly OldSetting[] {
  const keys = Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '');
  return keys.flatMap((key) => {
    try {
      return settingAt(key, storage.getItem(key) ?? '') ?? [];
    } catch {
      return [];
    }
  });
}

function settingAt(key: string, text: string): OldSetting | null {
  if (!key.startsWith('quarterdeck.')) return null;
  const name = key.slice('quarterdeck.'.length);
  if (name === 'open-orders.columns') return settingOf(key, name, null, { columns: JSON.parse(text) as unknown });
  const [kind = '', profile] = name.split('.');
  const read = Object.hasOwn(OF_PROFILE, kind) ? OF_PROFILE[kind] : undefined;
  if (profile !== undefined) return read === undefined ? null : settingOf(key, kind, profile, read(text));
  const stored: unknown = JSON.parse(text);
  if (!isPageSetting(name) || typeof stored !== 'object' || stored === null) return null;
  if (!('version' in stored) || stored.version !== 1 || !('state' in stored)) return null;
  return settingOf(key, name, null, stored.state);
}

const settingOf = (key: string, name: string, profile: string | null, value: unknown): OldSetting => ({
  key,
  name,
  profile,
  value: JSON.stringify(value),
});
