import { createHmac, createSecretKey, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';
import { provenText, type Encounter, type KeyRefusal } from '../../../shared/wire/admission.ts';

/**
 * The keys of the loopback host. A launch key stands in the address that is opened, lets one window in, and is
 * replaced by a session key, which is replaced at every further connection. So an address out of a history or a
 * screenshot opens nothing, and of two tabs with the same key the later one goes on.
 */
export interface HostKeys {
  /** A new launch key, as the text of an address; the one before it no longer works. */
  launchKey(): string;
  /** What is offered to whoever names this id, or why nothing is. */
  offer(id: string): Offer | KeyRefusal;
}

/** A key whose knowledge each side has yet to prove. */
export interface Offer {
  /** The host's proof. */
  prove(encounter: Encounter): string;
  /** Lets the page in when its proof is right. The old session key works until `confirm`. */
  accept(encounter: Encounter, proof: string): Admission | KeyRefusal;
}

export interface Admission {
  /** The key for this window's next connection. */
  readonly session: string;
  /** The page has received its session key: no older key of its window works from now on. */
  confirm(): void;
}

const KEY_BYTES = 32;
const ID_BYTES = 16;
/** Ids of keys that worked once are remembered, so that a late one is told why. They open nothing. */
const MOST_REMEMBERED = 256;

interface Known {
  readonly id: string;
  readonly secret: KeyObject;
}
/** One window with the session keys that it may use next. */
interface Window {
  keys: readonly Known[];
}

/**
 * Makes the keys of one start.
 *
 * @param mostWindows how many windows may be in at once; the oldest gives way to a new one.
 */
export function createHostKeys(mostWindows = 1, random: (length: number) => Buffer = randomBytes): HostKeys {
  let launch: Known | null = null;
  let windows: readonly Window[] = [];
  const past = new Map<string, 'spent' | 'replaced'>();

  function fresh(): { readonly known: Known; readonly text: string } {
    const id = random(ID_BYTES).toString('base64url');
    const secret = random(KEY_BYTES);
    const text = `${id}${secret.toString('base64url')}`;
    return { known: { id, secret: createSecretKey(secret) }, text };
  }
  function remember(id: string, end: 'spent' | 'replaced'): void {
    past.set(id, end);
    const [oldest] = past.keys();
    if (past.size > MOST_REMEMBERED && oldest !== undefined) past.delete(oldest);
  }
  function keep(window: Window, keys: readonly Known[]): void {
    for (const { id } of window.keys) if (keys.every((key) => key.id !== id)) remember(id, 'replaced');
    window.keys = keys;
  }
  function newWindow(): Window {
    const window: Window = { keys: [] };
    const all = [...windows, window];
    windows = all.slice(-mostWindows);
    for (const left of all.slice(0, -mostWindows)) keep(left, []);
    return window;
  }
  function admit(window: Window, stays: readonly Known[]): Admission {
    const { known, text } = fresh();
    keep(window, [...stays, known]);
    return {
      session: text,
      confirm: () => {
        if (window.keys.includes(known)) keep(window, [known]);
      },
    };
  }
  const windowOf = (key: Known): Window | undefined => windows.find(({ keys }) => keys.includes(key));

  return {
    launchKey() {
      if (launch !== null) remember(launch.id, 'spent');
      const { known, text } = fresh();
      launch = known;
      return text;
    },
    offer(id) {
      const known = [launch, ...windows.flatMap(({ keys }) => keys)].find((key) => key?.id === id) ?? null;
      if (known === null) return past.get(id) ?? 'unknown';
      return {
        prove: (encounter) => proofOf(known.secret, 'host', encounter),
        accept(encounter, proof) {
          if (!equal(proofOf(known.secret, 'page', encounter), proof)) return 'unproved';
          // Another connection may have used it up since it was offered.
          const window = windowOf(known);
          if (window !== undefined) return admit(window, [known]);
          if (launch?.id !== known.id) return past.get(id) ?? 'unknown';
          launch = null;
          remember(id, 'spent');
          return admit(newWindow(), []);
        },
      };
    },
  };
}

/** The proof of a side: base64url of 32 bytes. */
const proofOf = (secret: KeyObject, side: 'host' | 'page', encounter: Encounter): string =>
  createHmac('sha256', secret).update(provenText(side, encounter)).digest('base64url');

function equal(expected: string, shown: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(shown)];
  return one.length === other.length && timingSafeEqual(one, other);
}
