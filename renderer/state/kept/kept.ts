import { create, type StoreApi, type UseBoundStore } from 'zustand';
import type { PageSettingName } from '../../../shared/settings/page-settings.ts';
import { followKept, keepValue, keptValue } from './kept-values.ts';

/**
 * Settings that the core keeps for the open profile. They are there before anything is drawn, and follow what another
 * window changes. What a person chose is kept and nothing else: the rest is as this version has it at first.
 *
 * @param title under which they are kept: `quarterdeck.` and a name of shared/settings/page-settings.ts.
 * @param first what they are before anything was chosen.
 * @param read makes settings of what was kept; what is not in them stays as at first.
 */
export function createKept<Settings extends object>(
  title: `quarterdeck.${PageSettingName}`,
  first: Settings,
  read: (stored: unknown) => Partial<Settings> = (stored) => stored as Partial<Settings>, // the core looked at its form
): UseBoundStore<StoreApi<Settings>> {
  const name = title.slice('quarterdeck.'.length);
  const stored = (): object => {
    const found = keptValue(name);
    return isRecord(found) ? found : {};
  };
  const kept = (): Settings => ({ ...first, ...read(stored()) });
  const store = create<Settings>(kept);
  /** While a change goes from here into what is kept, or from there to here. */
  let passing = false;
  const pass = (act: () => void): void => {
    if (passing) return;
    passing = true;
    try {
      act();
    } finally {
      passing = false;
    }
  };
  store.subscribe((now, before) => pass(() => keepValue(name, withChanges(stored(), before, now))));
  followKept(name, () => pass(() => store.setState(kept(), true)));
  return store;
}

type Fields = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What is kept, with the fields that differ between two states as they are in the later one. */
function withChanges(kept: object, before: object, now: object): object {
  const result: Record<string, unknown> = { ...kept };
  const [was, is] = [before as Fields, now as Fields]; // plain settings
  for (const field of new Set([...Object.keys(was), ...Object.keys(is)])) {
    const [from, to, there] = [was[field], is[field], result[field]];
    if (Object.is(from, to)) continue;
    if (!Object.hasOwn(is, field)) delete result[field];
    else result[field] = isRecord(from) && isRecord(to) && isRecord(there) ? withChanges(there, from, to) : to;
  }
  return result;
}
