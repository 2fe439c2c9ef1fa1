import { KEY_ID_PROTOCOL, ADMISSION_PROTOCOL, readHostKey } from '../../shared/wire/admission.ts';
import type { Port } from '../../shared/wire/wire.ts';
import { provenPort } from './proven-port.ts';
import { keepLaunchToken, sessionKey } from './session.ts';

/** What the preload puts on the window: two functions on two fixed channels. */
declare global {
  interface Window {
    readonly quarterdeck?: {
      send(text: string): void;
      onText(listener: (text: string) => void): void;
    };
  }
}

/**
 * Opens the pipe that this shell has. It never throws: what cannot be opened closes with the reason,
 * as a pipe that broke does.
 */
export function openPort(): Port {
  const bridge = window.quarterdeck;
  if (bridge !== undefined) return preloadPort(bridge);
  keepLaunchToken();
  const key = readHostKey(sessionKey() ?? '');
  if (key === null)
    return closedPort('This window has no key. Open the address that the start command printed, or start again.');
  const protocols = [ADMISSION_PROTOCOL, `${KEY_ID_PROTOCOL}${key.id}`];
  return provenPort(new WebSocket(`ws://${location.host}/bridge`, protocols), key, location.origin);
}

function preloadPort(bridge: NonNullable<Window['quarterdeck']>): Port {
  return {
    send: (text) => bridge.send(text),
    onText: (listener) => bridge.onText(listener),
    // The window and its core live and die together.
    onClose: () => undefined,
    close: () => undefined,
  };
}

function closedPort(reason: string): Port {
  return {
    send: () => undefined,
    onText: () => undefined,
    onClose: (closed) => queueMicrotask(() => closed(reason, true)),
    close: () => undefined,
  };
}
