import { z } from 'zod';
import { keyedFeed, local } from '../contract-kit.ts';

/**
 * What the page keeps for each profile: layout, columns, templates, keys, theme. The core keeps it as JSON text under
 * the names of page-settings.ts and gives it a page before anything is drawn.
 */

/** The longest value, in characters of JSON. */
export const MOST_SETTING_CHARS = 256 * 1024;
/** All values of a profile together. */
export const MOST_SETTINGS_CHARS = 384 * 1024;
/** A file of settings; a frame that carries one stays below the longest that the bridge takes. */
export const MOST_SETTINGS_FILE_CHARS = 420_000;

const profile = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);
const name = z.string().min(1).max(64);
const value = z.string().max(MOST_SETTING_CHARS);

/** One value; id is the name. */
const pageSettingRowSchema = z.object({ name: z.string(), value: z.string() });
export type PageSettingRow = z.infer<typeof pageSettingRowSchema>;

export const pageSettingsRequests = {
  /** Keeps a value; answered when it is on disk. Where that fails it holds until the program ends. */
  'pageSettings.put': local(z.strictObject({ profile, name, value }), z.object({})),
  /**
   * Hands over what an earlier version kept in the browser: for one profile, or for all that there are where it is
   * null. It is taken where nothing is kept under that name yet.
   */
  'pageSettings.takeOver': local(
    z.strictObject({ profile: profile.nullable(), name, value }),
    z.object({ taken: z.boolean() }),
  ),
  /** Writes all of a profile into the data folder's "exports"; answers with the file's path. */
  'pageSettings.export': local(z.strictObject({ profile }), z.object({ path: z.string() })),
  /** Takes what a file holds in the place of what is kept under the same names; `left` says what was not taken. */
  'pageSettings.import': local(
    z.strictObject({ profile, text: z.string().max(MOST_SETTINGS_FILE_CHARS) }),
    z.object({ taken: z.array(z.string()), left: z.array(z.string()) }),
  ),
} as const;

/** Keyed by the profile's id. */
export const pageSettingsFeeds = { pageSettings: keyedFeed(pageSettingRowSchema, 'name') } as const;
