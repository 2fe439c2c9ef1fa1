import type { z } from 'zod';
import { addressPresets } from '../../../shared/contract/profiles.ts';
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

/** Opens the book. `newId` makes ids of letters, digits, "-" and "_". */
export function openProfileBook(store: SettingsStore, builtIn: Profile, newId: () => string): ProfileBook {
  const stored = openProfiles(store);
  const { refused } = stored.read();
  const all = (): readonly Profile[] => [
    builtIn,
    ...stored.read().profiles.filter((profile) => profile.id !== builtIn.id && environmentFault(profile) === null),
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
      const wrong = environmentFault(profile);
      if (wrong !== null) throw invalid('environment', wrong);
      const twin = all().find((other) => other.id !== profile.id && sameName(other.name, profile.name));
      if (twin !== undefined) throw invalid('name', `Another profile is called ${twin.name}.`);
      return profile;
    },
    save: (profile) => void stored.save(profile),
    remove(id) {
      if (id === builtIn.id) throw invalid('id', `${builtIn.name} comes with the program and stays.`);
      stored.remove(id);
    },
  };
}

/**
 * Why a profile's environment cannot be true of its addresses: colours and questions follow it, so that a
 * real exchange under the name of practice would be the worst mistake of all. Null where it can.
 */
export function environmentFault(profile: Omit<Profile, 'id' | 'name' | 'viewOnly'>): string | null {
  const addresses = [profile.rest, profile.publicStream, profile.privateStream];
  for (const known of ['live', 'staging'] as const) {
    const hosts = Object.values(addressPresets[known]).map(hostOf);
    const at = addresses.map(hostOf).find((host) => hosts.includes(host));
    if (at !== undefined && profile.environment !== known) return `${at} is the ${known} exchange. Choose ${known}.`;
  }
  if (profile.environment === 'practice' && addresses.some((address) => !LOOPBACK.has(hostOf(address))))
    return 'Practice is on this machine alone (127.0.0.1). Choose staging or live.';
  return null;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** A dot at the end of a host names the same host. */
const hostOf = (address: string): string => new URL(address).hostname.replace(/\.$/, '');

const sameName = (one: string, other: string): boolean =>
  one.normalize('NFKC').toLowerCase() === other.normalize('NFKC').toLowerCase();

const problemsOf = (error: z.ZodError): { path: string; reason: string }[] =>
  error.issues.map(({ path, message }) => ({ path: path.join('.'), reason: message }));
