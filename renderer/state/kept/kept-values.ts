/**
 * The page's copy of what the core keeps for the open profile, so that it is read without waiting. It is filled before
 * anything is drawn (keep-in-core.ts); what is changed here goes to the core at once.
 */

const values = new Map<string, unknown>();
const followers = new Map<string, Set<() => void>>();
let send: (name: string, json: string) => void = () => undefined;

/** What is kept under a name, or undefined. */
export const keptValue = (name: string): unknown => values.get(name);

/** Keeps a value under one of the names of shared/settings/page-settings.ts. */
export function keepValue(name: string, value: unknown): void {
  values.set(name, value);
  tell(name);
  send(name, JSON.stringify(value));
}

/** Takes over what the core says. */
export function fillKept(name: string, json: string): void {
  values.set(name, JSON.parse(json));
  tell(name);
}

/** Calls back when what is kept under a name changes. */
export function followKept(name: string, listener: () => void): void {
  const known = followers.get(name) ?? new Set();
  followers.set(name, known.add(listener));
}

/** Where changes go; nowhere in tests that have no core. */
export function sendKeptTo(where: (name: string, json: string) => void): void {
  send = where;
}

function tell(name: string): void {
  for (const listener of followers.get(name) ?? []) listener();
}
