import type { Environment, RequestInput } from '../../../shared/contract/contract.ts';
import { addressPresets, type ProfileRow } from '../../../shared/contract/profiles.ts';
import { asksName } from '../../../shared/address/hosts.ts';
import type { Fault } from '../../../shared/errors.ts';

/** A profile as it is typed. `id` is null for a new one. */
export interface ProfileForm {
  readonly id: string | null;
  readonly name: string;
  readonly environment: Environment;
  readonly rest: string;
  readonly publicStream: string;
  readonly privateStream: string;
  readonly viewOnly: boolean;
}

export type AddressField = 'rest' | 'publicStream' | 'privateStream';
export const ADDRESS_FIELDS: readonly AddressField[] = ['rest', 'publicStream', 'privateStream'];

/** A new profile begins on the test system, where a mistake costs nothing. */
export const newForm = (): ProfileForm => ({
  id: null,
  name: '',
  environment: 'staging',
  ...addressPresets.staging,
  viewOnly: false,
});

export const formOf = ({ builtIn: _b, open: _o, keyHint: _k, ...profile }: ProfileRow): ProfileForm => profile;

/** A copy under a name of its own. It has no key: a key is entered once for each profile. */
export function copyOf(profile: ProfileRow, names: readonly string[]): ProfileForm {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  let name = `${profile.name} copy`;
  for (let number = 2; taken.has(name.toLowerCase()); number += 1) name = `${profile.name} copy ${number}`;
  return { ...formOf(profile), id: null, name };
}

/** Which known addresses the form has: those of a preset, or its own. */
export function presetOf(form: ProfileForm): 'live' | 'staging' | 'own' {
  for (const name of ['live', 'staging'] as const)
    if (ADDRESS_FIELDS.every((field) => form[field].replace(/\/+$/, '') === addressPresets[name][field])) return name;
  return 'own';
}

/** The environment decides the addresses where they are known ones; own addresses stay. */
export function withEnvironment(form: ProfileForm, environment: Environment): ProfileForm {
  if (environment === 'practice' || presetOf(form) === 'own') return { ...form, environment };
  return { ...form, environment, ...addressPresets[environment] };
}

/** Whether saving drops the key: it is for the place that it was entered for. */
export const movesAway = (form: ProfileForm, saved: ProfileRow): boolean =>
  form.environment !== saved.environment || ADDRESS_FIELDS.some((field) => form[field] !== saved[field]);

/** Whether saving lets real money move on the profile that is open, or moves it elsewhere; its name is then typed. */
export function goesLive(form: ProfileForm, saved: ProfileRow | undefined): boolean {
  if (saved?.open !== true || !ADDRESS_FIELDS.every((field) => URL.canParse(form[field])) || !asksName(form))
    return false;
  const moves = ADDRESS_FIELDS.some((field) => form[field] !== saved[field]);
  const movedMoney = saved.environment === 'live' && !saved.viewOnly;
  return moves || (form.environment === 'live' && !form.viewOnly && !movedMoney);
}

export const saveInput = (form: ProfileForm, typed: string): RequestInput<'profiles.save'> => ({ ...form, typed });

/** Reasons by field of a refused save. */
export function problemsOf(fault: Fault): ReadonlyMap<string, string> {
  if (fault.kind !== 'InvalidInput') return new Map();
  return new Map(fault.problems.map(({ path, reason }) => [path, reason]));
}
