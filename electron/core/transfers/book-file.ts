import { createHmac, timingSafeEqual, type KeyObject } from 'node:crypto';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
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

/** What opens the book of one profile at one place. */
export interface BookKey {
  readonly key: KeyObject;
  /** Name of its file. */
  readonly file: string;
  /** The key of versions that knew no places: a book under it is written anew under `key` once it was read. */
  readonly before?: KeyObject;
}

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
 * unlocked; the profile's id is part of what is authenticated, so that one profile's book is no other's. Key and file are
 * of one place: what another exchange's clock has ripened is in another book.
 */
export function bookFile(folder: string, { key, file: name, before }: BookKey, profile: string): BookFile {
  const path = join(folder, name);
  const file = durableJson(path, (json) => fileSchema.parse(json));
  const macOf = (by: KeyObject, content: string): Buffer =>
    createHmac('sha256', by)
      .update(JSON.stringify([profile, content]))
      .digest();
  const isBy = (by: KeyObject, { content, mac }: z.output<typeof fileSchema>): boolean => {
    const [expected, actual] = [macOf(by, content), Buffer.from(mac, 'base64')];
    return actual.length === expected.length && timingSafeEqual(actual, expected);
  };
  const write = (text: string): void =>
    file.write({ version: 1, content: text, mac: macOf(key, text).toString('base64') });
  return {
    read() {
      try {
        const kept = file.read();
        if (kept === null) return null;
        const isOld = before !== undefined && isBy(before, kept);
        if (!isOld && !isBy(key, kept)) return 'changed';
        const content = contentSchema.parse(JSON.parse(kept.content));
        if (isOld) takeOver(kept.content);
        return content;
      } catch {
        return 'changed';
      }
    },
    write: (content) => write(JSON.stringify(content)),
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

  function takeOver(text: string): void {
    try {
      write(text);
    } catch {
      // A full disk: it is taken over another time.
    }
  }
}
