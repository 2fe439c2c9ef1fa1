import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { renameSync } from 'node:fs';
import { z } from 'zod';
import { durableJson } from '../storage/durable-json.ts';

/** An address as it is kept. Times are the exchange's milliseconds. */
const entrySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  network: z.string(),
  address: z.string(),
  memo: z.string(),
  changedAt: z.int(),
  readyAt: z.int(),
  used: z.boolean(),
});
export type BookEntry = z.output<typeof entrySchema>;

const contentSchema = z.strictObject({
  enabled: z.boolean(),
  waitHours: z.int().min(0).max(72),
  dailyLimit: z.string().nullable(),
  entries: z.array(entrySchema),
});
/** The address book of a profile, and what its withdrawals are held to. */
export type BookContent = z.output<typeof contentSchema>;

const fileSchema = z.strictObject({ version: z.literal(1), content: z.string(), mac: z.base64() });

/** Where it is kept, authenticated: what was changed by anybody without the key is noticed. */
export interface BookFile {
  /** Null where there is none yet; `changed` where it is not what was written with this key. */
  read(): BookContent | 'changed' | null;
  /** Throws Error of the file system. */
  write(content: BookContent): void;
  /** Puts a changed one aside, beside it. Throws Error of the file system. */
  setAside(now: number): void;
}

/**
 * Opens the book of a profile. The key comes from the vault's data key, so that it is at hand only while the vault is
 * unlocked; the profile's id is part of what is authenticated, so that one profile's book is no other's.
 */
export function bookFile(path: string, key: KeyObject, profile: string): BookFile {
  const file = durableJson(path, (json) => fileSchema.parse(json));
  const macOf = (content: string): Buffer =>
    createHmac('sha256', key)
      .update(JSON.stringify([profile, content]))
      .digest();
  return {
    read() {
      try {
        const kept = file.read();
        if (kept === null) return null;
        const { content, mac } = kept;
        const [expected, actual] = [macOf(content), Buffer.from(mac, 'base64')];
        if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return 'changed';
        return contentSchema.parse(JSON.parse(content));
      } catch {
        return 'changed';
      }
    },
    write(content) {
      const text = JSON.stringify(content);
      file.write({ version: 1, content: text, mac: macOf(text).toString('base64') });
    },
    setAside(now) {
      for (const copy of ['', '.copy']) {
        try {
          renameSync(path + copy, `${path}.changed-${now}${copy}`);
        } catch {
          // One of the two copies is missing.
        }
      }
    },
  };
}
