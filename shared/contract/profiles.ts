import { z } from 'zod';
import type { activityFeeds, activityRequests } from './activity.ts';
import type { pageSettingsFeeds, pageSettingsRequests } from './page-settings.ts';
import type { tableExportRequests } from './table-export.ts';
import { environmentSchema, feed, local, type Environment } from '../contract-kit.ts';

/**
 * Profiles, keys and the lock. These requests change nothing at an exchange, and are answered whether a
 * terminal runs or not. A secret travels once, sealed, from page to core; nothing here ever gives one back.
 */

/** Where an exchange is; the addresses of protocol.md, sections 1 and 4. Free ones are as good. */
export const addressPresets: Readonly<
  Record<
    Exclude<Environment, 'practice'>,
    { readonly rest: string; readonly publicStream: string; readonly privateStream: string }
  >
> = {
  live: {
    rest: 'https://api.woox.io',
    publicStream: 'wss://wss.woox.io/v3/public',
    privateStream: 'wss://wss.woox.io/v3/private',
  },
  staging: {
    rest: 'https://api.staging.woox.io',
    publicStream: 'wss://wss.staging.woox.io/v3/public',
    privateStream: 'wss://wss.staging.woox.io/v3/private',
  },
};

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const addressText = z.string().max(500);
/** The profile's name, typed again where real money begins to move; "" elsewhere. */
const typed = z.string().max(64);

/**
 * A text under a key that only the core can derive: ECDH on P-256 with the one-time public key of
 * `desk.sealingKey` (`to`), HKDF-SHA256, AES-256-GCM. No copy of it in the pipe, a frame or the
 * core's heap is readable. All binary fields are base64.
 */
export const sealedSchema = z.strictObject({
  to: z.string().max(64),
  key: z.base64().max(120),
  iv: z.base64().max(24),
  data: z.base64().max(2_000),
});
export type Sealed = z.infer<typeof sealedSchema>;

/** One profile. The key is shown by its last four characters, the secret never. */
export const profileRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  environment: environmentSchema,
  rest: z.string(),
  publicStream: z.string(),
  privateStream: z.string(),
  viewOnly: z.boolean(),
  /** Comes with the program: cannot be changed or removed. */
  builtIn: z.boolean(),
  /** The one that runs. */
  open: z.boolean(),
  keyHint: z.string().nullable(),
});
export type ProfileRow = z.infer<typeof profileRowSchema>;

/** The lock; one row, id "desk". */
export const deskRowSchema = z.object({
  id: z.literal('desk'),
  /** The passphrase is asked for; no command is taken and no secret is in memory. */
  locked: z.boolean(),
  /** Locked by a person or by absence: nothing but the passphrase is taken, not even another profile. */
  shut: z.boolean(),
  /** `none`: no passphrase was chosen yet. `unreadable`: its file is damaged and left as it is. */
  vault: z.enum(['none', 'locked', 'unlocked', 'unreadable']),
  /** Name of the platform's keychain that opens the vault at the start; null without one. */
  keychain: z.string().nullable(),
  /** Minutes without a sign of a person after which it locks itself; null for never. */
  lockAfterMinutes: z.int().nullable(),
  /** Name of the profile that is being opened. */
  opening: z.string().nullable(),
});
export type DeskRow = z.infer<typeof deskRowSchema>;

/** One finding of the connection test. */
export const checkSchema = z.object({
  id: z.enum(['reach', 'clock', 'signature', 'permissions', 'withdrawal', 'public', 'private', 'vip']),
  state: z.enum(['good', 'warning', 'bad', 'unknown']),
  text: z.string(),
});
export type Check = z.infer<typeof checkSchema>;

const done = z.object({});
/** Why it was not done, in words; null where it was. */
const refused = z.object({ refused: z.string().nullable() });

export const profilesRequests = {
  /** Adds a profile (`id` null) or changes one. A key stays only where addresses and environment stay. */
  'profiles.save': local(
    z.strictObject({
      id: id.nullable(),
      name: z.string().max(64),
      environment: environmentSchema,
      rest: addressText,
      publicStream: addressText,
      privateStream: addressText,
      viewOnly: z.boolean(),
      typed,
    }),
    z.object({ id: z.string(), keyDropped: z.boolean() }),
  ),
  'profiles.remove': local(z.strictObject({ id }), done),
  /** Stops everything of the present profile, then opens another. A live one wants its name typed. */
  'profiles.open': local(z.strictObject({ id, typed }), done),
  'profiles.setKey': local(z.strictObject({ id, key: z.string().min(1).max(200), secret: sealedSchema }), done),
  'profiles.removeKey': local(z.strictObject({ id }), done),
  /** Tries a profile's addresses and key by reads alone. */
  'profiles.test': local(z.strictObject({ id }), z.object({ checks: z.array(checkSchema) })),
  /** A public key for one sealed text, good for two minutes. */
  'desk.sealingKey': local(z.strictObject({}), z.object({ to: z.string(), key: z.string() })),
  /** Chooses the passphrase, once. */
  'desk.createVault': local(z.strictObject({ passphrase: sealedSchema }), done),
  'desk.unlock': local(z.strictObject({ passphrase: sealedSchema }), refused),
  'desk.lock': local(z.strictObject({}), done),
  'desk.lockAfter': local(z.strictObject({ minutes: z.int().min(1).max(1440).nullable() }), done),
  /** Somebody moves the pointer or types. */
  'desk.present': local(z.strictObject({}), done),
  /** The network of this machine is back. */
  'desk.online': local(z.strictObject({}), done),
} as const;

export const profilesFeeds = {
  profiles: feed(profileRowSchema, 'id'),
  desk: feed(deskRowSchema, 'id'),
} as const;

/** What the desk answers and shows, whichever terminal runs. */
export type SessionRequestName =
  | keyof typeof profilesRequests
  | keyof typeof activityRequests
  | keyof typeof pageSettingsRequests
  | keyof typeof tableExportRequests;
export type DeskFeedName = keyof typeof profilesFeeds | keyof typeof activityFeeds | keyof typeof pageSettingsFeeds;
