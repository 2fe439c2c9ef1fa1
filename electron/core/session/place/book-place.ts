import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { hostsOf } from '../../../../shared/address/hosts.ts';
import type { Profile } from '../../storage/settings.ts';
import type { Vault } from '../../storage/vault.ts';
import type { BookKey } from '../../transfers/book-file.ts';

const COPIES = ['', '.copy'];
const oldName = ({ id }: Profile): string => `addresses-${id}`;
const placeOf = (profile: Profile): string => JSON.stringify(hostsOf(profile));
const nameAt = (profile: Profile): string =>
  `${oldName(profile)}-at-${createHash('sha256').update(placeOf(profile)).digest('hex').slice(0, 16)}`;

/**
 * The key of a profile's address book at its present place. Another exchange's clock may show any time: what ripens there
 * must not be ripe here, so that each place has a book of its own.
 *
 * @param vault unlocked.
 */
export const bookKeyAt = (vault: Vault, profile: Profile): BookKey => ({
  key: vault.derive(`address book ${profile.id} at ${placeOf(profile)}`),
  file: nameAt(profile),
  before: vault.derive(`address book ${profile.id}`),
});

/**
 * Gives books of versions that knew no places to the place where their profile is. It comes before any page does: what
 * asks to move a profile finds them bound.
 */
export function bindBooks(folder: string, profiles: readonly Profile[]): void {
  for (const profile of profiles)
    for (const copy of COPIES) {
      const [from, to] = [join(folder, `${oldName(profile)}${copy}`), join(folder, `${nameAt(profile)}${copy}`)];
      if (existsSync(from) && !existsSync(to)) renameSync(from, to);
    }
}
