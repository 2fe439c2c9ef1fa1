import type { z } from 'zod';
import { placeFault } from '../../../shared/address/hosts.ts';
import { looksLike, nameProblem } from '../../../shared/address/names.ts';
import { FaultError, invalid } from '../../../shared/errors.ts';
import { openProfiles, profileSchema, type Profile, type SettingsStore } from '../storage/settings.ts';

/** A profile as it comes from a form; `id` is null for a new one. */
export type ProfileDraft = Omit<Profile, 'id'> & { readonly id: string | null };

/** The profiles that there are: the built-in one first, then those of the settings. */
export interface ProfileBook {
  all(): readonly Profile[];
  find(id: string): Profile | null;
  /** The profile that a form means; nothing is written. @throws FaultError InvalidInput with the field that is wrong. */
  check(draft: ProfileDraft): Profile;
  /** Keeps one that was checked. */
  save(profile: Profile): void;
  remove(id: string): void;
  readonly builtIn: Profile;
  /** One line for each stored profile that cannot be read. */
  readonly refused: readonly string[];
}

/** Each is looked at by every start and every switch. */
const MOST_PROFILES = 64;

/** Refuses a profile whose environment cannot be true of its addresses. An earlier version may have kept such a one. */
export function refuseFalsePlace(profile: Profile): void {
  const fault = placeFault(profile);
  if (fault !== null) throw invalid(fault.path, fault.reason);
}

/** Opens the book. `newId` makes ids of letters, digits, "-" and "_". */
export function openProfileBook(store: SettingsStore, builtIn: Profile, newId: () => string): ProfileBook {
  const stored = openProfiles(store);
  const { refused } = stored.read();
  const all = (): readonly Profile[] => [
    builtIn,
    ...stored.read().profiles.filter((profile) => profile.id !== builtIn.id),
  ];
  const find = (id: string): Profile | null => all().find((profile) => profile.id === id) ?? null;
  return {
    all,
    find,
    builtIn,
    refused,
    check(draft) {
      if (draft.id === builtIn.id) throw invalid('id', `${builtIn.name} comes with the program and stays as it is.`);
      if (draft.id !== null && find(draft.id) === null) throw invalid('id', 'There is no such profile.');
      const parsed = profileSchema.safeParse({ ...draft, id: draft.id ?? newId() });
      if (!parsed.success) throw new FaultError({ kind: 'InvalidInput', problems: problemsOf(parsed.error) });
      const profile = parsed.data;
      const deceiving = nameProblem(profile.name);
      if (deceiving !== null) throw invalid('name', deceiving);
      refuseFalsePlace(profile);
      const others = all().filter((other) => other.id !== profile.id);
      const twin = others.find((other) => looksLike(other.name, profile.name));
      if (twin !== undefined) throw invalid('name', `Another profile is called ${twin.name}, or looks so.`);
      if (draft.id === null && others.length >= MOST_PROFILES)
        throw invalid('', `There are ${MOST_PROFILES} profiles at most. Remove one first.`);
      return profile;
    },
    save: (profile) => void stored.save(profile),
    remove(id) {
      if (id === builtIn.id) throw invalid('id', `${builtIn.name} comes with the program and stays.`);
      stored.remove(id);
    },
  };
}

const problemsOf = (error: z.ZodError): { path: string; reason: string }[] =>
  error.issues.map(({ path, message }) => ({ path: path.join('.'), reason: message }));
