import type { ActivityEntry, ActivityKind } from '../../../shared/contract/activity.ts';

export const KINDS: Readonly<Record<ActivityKind, string>> = {
  command: 'Commands',
  connection: 'Connections',
  'dead-man': 'Dead-man switch',
  profile: 'Profiles',
  lock: 'Lock',
  notice: 'Notices',
};

export const ASKED_BY: Readonly<Record<ActivityEntry['by'], string>> = {
  click: 'Click',
  key: 'Key',
  template: 'Template',
  renewal: 'Renewal',
  program: 'Program',
};

export const RESULTS: Readonly<Record<ActivityEntry['result'], { readonly word: string; readonly tone: string }>> = {
  accepted: { word: 'Accepted', tone: 'up' },
  rejected: { word: 'Refused', tone: 'danger' },
  unconfirmed: { word: 'Unconfirmed', tone: 'warn' },
  noted: { word: 'Noted', tone: 'neutral' },
  warning: { word: 'Warning', tone: 'warn' },
};

/** The invisible characters that turn or hide text: shown as what they are. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text from outside with nothing hidden in it: each invisible character as its number. */
export const plainText = (text: string): string =>
  text.replace(HIDDEN, (each) => `⟨U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`);

/** What was sent, one field a line. */
export function prettySent(json: string): string {
  try {
    return plainText(JSON.stringify(JSON.parse(json), null, 2)).replaceAll('⟨U+000A⟩', '\n');
  } catch {
    return plainText(json);
  }
}

/**
 * The account of an entry by the names that profiles have now; one that is gone, by its id. The environment
 * stands with it where the name does not say it.
 */
export function accountWords(
  { environment, profile }: Pick<ActivityEntry, 'environment' | 'profile'>,
  names: ReadonlyMap<string, string>,
): string {
  const name = plainText(names.get(profile) ?? profile);
  const word = ENVIRONMENTS[environment];
  return name.toLowerCase() === environment ? word : `${name}, ${word}`;
}

const ENVIRONMENTS: Readonly<Record<ActivityEntry['environment'], string>> = {
  practice: 'Practice',
  staging: 'Staging',
  live: 'LIVE',
};
