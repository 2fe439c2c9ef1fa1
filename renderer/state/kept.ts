import { create, type StoreApi, type UseBoundStore } from 'zustand';

/** As it was kept from the first version on; what another one wrote is not read. */
const VERSION = 1;

/**
 * Settings that are kept on this machine. Every window of the program shares what is kept and reads it once: a
 * change writes what it changed and nothing else, so that an older window takes nothing back that a newer one chose.
 *
 * @param name under which they are kept.
 * @param first what they are before anything was chosen.
 * @param read makes settings of what was kept; what is not in them stays as at first.
 */
export function createKept<Settings extends object>(
  name: string,
  first: Settings,
  read: (stored: unknown) => Partial<Settings> = (stored) => stored as Partial<Settings>, // what this wrote
): UseBoundStore<StoreApi<Settings>> {
  const kept = (): Settings => ({ ...first, ...read(keptUnder(name)) });
  const store = create<Settings>(kept);
  store.subscribe((now, before) => {
    const state = withChanges(kept(), before, now);
    try {
      storage()?.setItem(name, JSON.stringify({ state, version: VERSION }));
    } catch {
      // A full disk: the choice holds until the window closes, and what follows upon it goes on.
    }
  });
  return store;
}

/** None in tests that have no page. */
const storage = (): Storage | undefined => (typeof localStorage === 'undefined' ? undefined : localStorage);

function keptUnder(name: string): unknown {
  try {
    const found: unknown = JSON.parse(storage()?.getItem(name) ?? 'null');
    return isRecord(found) && found['version'] === VERSION ? found['state'] : {};
  } catch {
    return {};
  }
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
