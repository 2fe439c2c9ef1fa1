import { create } from 'zustand';
import type { PageSettingRow } from '../../../shared/contract/page-settings.ts';
import { faultOf } from '../../../shared/errors.ts';
import { ask, listen, onReached } from '../../link/bridge.ts';
import { followFeed, peekFeed } from '../feeds/feeds.ts';
import { fillKept, keptValue, sendKeptTo } from './kept-values.ts';
import { notify } from '../notices.ts';
import { oldSettings, type OldSetting } from './old-settings.ts';
import { faultLine } from '../profiles.ts';

/** The profile whose settings this page has; null until they came. Nothing is drawn before that. */
export const useSettingsOf = create<{ readonly profile: string | null }>(() => ({ profile: null }));

/** Newest value by name that the core has not taken yet. */
const waiting = new Map<string, string>();
/** Names whose value is on its way. */
const sending = new Set<string>();
/** What the core said last, by name. */
const told = new Map<string, string>();
/** It was said that changes are not kept. */
let complained = false;
/** Settings are being imported, with which the page loads itself anew: it changes nothing any more. */
let over = false;

/** Gets the settings of the profile that is open, then keeps them in the core. Called once, before the page is drawn. */
export function keepInCore(): void {
  let begun = false;
  const letGo = followFeed('terminal', '', () => {
    const profile = peekFeed('terminal').get('terminal')?.profile;
    if (profile === undefined || begun) return;
    begun = true;
    void begin(profile).then(() => letGo());
  });
}

async function begin(profile: string): Promise<void> {
  for (const old of oldSettings(localStorage)) await handOver(old);
  sendKeptTo((name, json) => {
    waiting.set(name, json);
    pump(profile);
  });
  onReached(() => pump(profile));
  // A page that is left says what it has not said yet.
  addEventListener('pagehide', () => {
    if (over) return;
    for (const [name, value] of waiting) void ask('pageSettings.put', { profile, name, value }).catch(() => undefined);
  });
  const take = (rows: readonly PageSettingRow[]): void => {
    for (const { name, value } of rows) {
      told.set(name, value);
      adopt(name);
    }
  };
  await new Promise<void>((resolve) => {
    listen('pageSettings', profile, {
      snapshot: (rows) => {
        take(rows);
        useSettingsOf.setState({ profile });
        resolve();
      },
      delta: take,
    });
  });
}

/** Takes what the core says of a name, unless something newer from here is on its way. */
function adopt(name: string): void {
  const json = told.get(name);
  if (over || json === undefined || waiting.has(name) || sending.has(name)) return;
  if (json !== JSON.stringify(keptValue(name))) fillKept(name, json);
}

/** Sends what waits; one value of a name at a time, and the newest of those that came meanwhile. */
function pump(profile: string): void {
  if (over) return;
  for (const [name, value] of waiting) {
    if (sending.has(name)) continue;
    waiting.delete(name);
    sending.add(name);
    const before = told.get(name);
    void send(profile, name, value).then((end) => {
      sending.delete(name);
      if (end === 'kept') {
        // The answer may come before the feed tells of the change: what was told before it is old then.
        if (told.get(name) === before) told.set(name, value);
        // Another window may have said something meanwhile.
        adopt(name);
      }
      if (end !== 'cut') pump(profile);
    });
  }
}

async function send(profile: string, name: string, value: string): Promise<'kept' | 'refused' | 'cut'> {
  try {
    await ask('pageSettings.put', { profile, name, value });
    complained = false;
    return 'kept';
  } catch (error) {
    if (isCut(error)) {
      if (!waiting.has(name)) waiting.set(name, value);
      return 'cut';
    }
    if (!complained)
      notify('warning', 'Changes to this screen are not kept. They hold until the window closes.', faultLine(error));
    complained = true;
    return 'refused';
  }
}

/** Gives the core what an earlier version kept in the browser, and clears it there when it has it. */
async function handOver({ key, name, profile, value }: OldSetting): Promise<void> {
  for (;;) {
    try {
      await ask('pageSettings.takeOver', { profile, name, value });
      localStorage.removeItem(key);
      return;
    } catch (error) {
      if (!isCut(error)) return; // it is handed over another time
      await reached();
    }
  }
}

const reached = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = onReached(() => {
      stop();
      resolve();
    });
  });

/** Whether the pipe to the core broke before it answered. */
function isCut(error: unknown): boolean {
  const fault = faultOf(error);
  return fault.kind === 'OutcomeUnknown' || (fault.kind === 'NotAllowed' && fault.policy === 'session');
}

/**
 * Imports a file of settings and loads the page anew with them; nothing of before is kept over them. Rejects with
 * FaultError where they are not taken.
 */
export async function importSettings(text: string): Promise<void> {
  const { profile } = useSettingsOf.getState();
  if (profile === null) return;
  over = true;
  try {
    await ask('pageSettings.import', { profile, text });
    location.reload();
  } catch (error) {
    over = false;
    pump(profile);
    throw error;
  }
}
