import type { Port } from '../../shared/wire/wire.ts';
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
  const key = sessionKey();
  if (key === null) return closedPort('This window has no key. Open the address that the start command printed.');
  return socketPort(new WebSocket(`ws://${location.host}/bridge`, ['qd.v1', `qd.auth.${key}`]));
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

function socketPort(socket: WebSocket): Port {
  const early: string[] = [];
  let listener: ((text: string) => void) | null = null;
  const outgoing: string[] = [];
  socket.onopen = () => {
    for (const text of outgoing.splice(0)) socket.send(text);
  };
  socket.onmessage = (event: MessageEvent<unknown>) => {
    if (typeof event.data !== 'string') return;
    if (listener === null) early.push(event.data);
    else listener(event.data);
  };
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.CONNECTING) outgoing.push(text);
      else if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    onText: (next) => {
      listener = next;
      for (const text of early.splice(0)) next(text);
    },
    onClose: (closed) => {
      socket.onclose = (event) => closed(event.reason);
    },
    close: () => socket.close(),
  };
}

function closedPort(reason: string): Port {
  return {
    send: () => undefined,
    onText: () => undefined,
    onClose: (closed) => queueMicrotask(() => closed(reason)),
    close: () => undefined,
  };
}
