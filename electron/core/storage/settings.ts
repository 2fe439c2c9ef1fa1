import { z } from 'zod';
import { environmentSchema } from '../../../shared/contract/contract.ts';

/** A store of plain JSON values, handed in by the shell: electron-store on a desktop, conf in the host. */
export interface SettingsStore {
  get(key: string): unknown;
  /** Throws FaultError NotAllowed (`journal`) when it cannot be written; what was there stays. */
  set(key: string, value: unknown): void;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/**
 * An address of an exchange: encrypted, or on this machine. User names are refused, because what stands
 * before an "@" only looks like the host.
 */
const address = (encrypted: 'https:' | 'wss:', plain: 'http:' | 'ws:') =>
  z
    .string()
    .max(500)
    .transform((text, context): string => {
      const refuse = (message: string): never => {
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      };
      if (!URL.canParse(text)) return refuse('This is not an address.');
      const url = new URL(text);
      if (url.username !== '' || url.password !== '') return refuse('An address has no user name.');
      if (url.search !== '' || url.hash !== '') return refuse('An address has no “?” and no “#”.');
      const allowed = url.protocol === encrypted || (url.protocol === plain && LOOPBACK.has(url.hostname));
      if (!allowed)
        return refuse(`An address begins with ${encrypted}//; ${plain}// is for this machine alone (127.0.0.1).`);
      return url.href.replace(/\/+$/, '');
    });

/** Which exchange and account the terminal is connected to. Secrets are in the vault, under the same id. */
export const profileSchema = z.strictObject({
  /** Never changes; commands carry it. */
  id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  name: z.string().trim().min(1).max(64),
  environment: environmentSchema,
  /** Base of REST without a slash at the end. */
  rest: address('https:', 'http:'),
  publicStream: address('wss:', 'ws:'),
  /** Without its `?key=`. */
  privateStream: address('wss:', 'ws:'),
  viewOnly: z.boolean(),
});
export type Profile = z.output<typeof profileSchema>;

export interface ReadProfiles {
  readonly profiles: readonly Profile[];
  /** One line for each stored profile that cannot be read; they are kept aside, not deleted. */
  readonly refused: readonly string[];
}

/** The profiles of a store, written whole each time. */
export interface Profiles {
  read(): ReadProfiles;
  /** Adds a profile, or replaces the one with its id. Throws ZodError when it does not fit. */
  save(profile: z.input<typeof profileSchema>): Profile;
  remove(id: string): void;
}

/** Opens the profiles of a store. What cannot be read is moved to the key "damagedProfiles". */
export function openProfiles(store: SettingsStore): Profiles {
  /** Reads them, what cannot be read apart. */
  function look(): ReadProfiles & { readonly damaged: readonly unknown[] } {
    const stored = store.get('profiles');
    const items: readonly unknown[] = Array.isArray(stored) ? stored : stored === undefined ? [] : [stored];
    const profiles: Profile[] = [];
    const damaged: unknown[] = [];
    const refused: string[] = [];
    for (const item of items) {
      const parsed = profileSchema.safeParse(item);
      if (parsed.success && !profiles.some(({ id }) => id === parsed.data.id)) profiles.push(parsed.data);
      else {
        damaged.push(item);
        refused.push(parsed.success ? `two profiles have the id ${parsed.data.id}` : firstProblem(parsed.error));
      }
    }
    return { profiles, refused, damaged };
  }
  /** Reads them and puts aside what cannot be read. Throws where that cannot be written. */
  function tidied(): ReadProfiles {
    const { damaged, ...read } = look();
    if (damaged.length > 0) {
      const aside = store.get('damagedProfiles');
      store.set('damagedProfiles', [...(Array.isArray(aside) ? aside : []), ...damaged].slice(-50));
      store.set('profiles', read.profiles);
    }
    return read;
  }
  return {
    read() {
      try {
        return tidied();
      } catch {
        return look(); // it is put aside another time
      }
    },
    save(input) {
      const profile = profileSchema.parse(input);
      const { profiles } = tidied();
      const known = profiles.some(({ id }) => id === profile.id);
      store.set(
        'profiles',
        known ? profiles.map((old) => (old.id === profile.id ? profile : old)) : [...profiles, profile],
      );
      return profile;
    },
    remove: (id) =>
      store.set(
        'profiles',
        tidied().profiles.filter((profile) => profile.id !== id),
      ),
  };
}

const firstProblem = (error: z.ZodError): string => {
  const [issue] = error.issues;
  return issue === undefined ? 'it cannot be read' : `${issue.path.join('.') || 'profile'}: ${issue.message}`;
};
