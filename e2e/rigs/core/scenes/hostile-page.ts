import { contractFingerprint } from '../../../../shared/contract/contract.ts';
import { faultOf, FaultError, type Fault } from '../../../../shared/errors.ts';
import { downFrameSchema, WIRE_VERSION } from '../../../../shared/wire/wire.ts';
import { serveBridge, type BridgeTerminal } from '../../../../electron/core/page/bridge.ts';
import type { Http, HttpRequest } from '../../../../electron/core/world/ports.ts';
import { createHttp } from '../../../../electron/core/exchange/rest/http.ts';
import { portPair } from '../port-pair.ts';

/** A page that is wholly in an attacker's hands: it says what it likes and keeps everything that it hears. */
export interface HostilePage {
  say(frame: unknown): void;
  sayText(text: string): void;
  /** Asks for anything; resolves with the answer, or with the fault that it was refused with. */
  ask(name: string, input: unknown): Promise<unknown>;
  /** Every text that came back. */
  readonly heard: readonly string[];
  readonly closed: boolean;
}

/** Opens one on a core. */
export function openHostilePage(core: BridgeTerminal): HostilePage {
  const [near, port] = portPair();
  serveBridge(near, core, { shell: { name: 'test', keychain: false, nativeDialogs: false, notifications: false } });
  const heard: string[] = [];
  const asked = new Map<number, (answer: unknown) => void>();
  let closed = false;
  let last = 0;
  const end = (): void => {
    closed = true;
    for (const answer of asked.values()) answer(sessionFault);
    asked.clear();
  };
  port.onText((text) => {
    heard.push(text);
    const frame = downFrameSchema.parse(JSON.parse(text));
    if (frame.t === 'answer') asked.get(frame.id)?.(frame.value);
    if (frame.t === 'failure') asked.get(frame.id)?.(frame.fault);
    if (frame.t === 'batch') port.send(JSON.stringify({ t: 'ack', n: frame.n }));
  });
  port.onClose(end);
  port.send(JSON.stringify({ t: 'hello', wire: WIRE_VERSION, contract: contractFingerprint() }));
  return {
    heard,
    get closed() {
      return closed;
    },
    say: (frame) => port.send(JSON.stringify(frame)),
    sayText: (text) => port.send(text),
    ask: (name, input) =>
      new Promise((resolve) => {
        if (closed) return resolve(sessionFault);
        last += 1;
        asked.set(last, resolve);
        port.send(JSON.stringify({ t: 'ask', id: last, name, input }));
      }),
  };
}

const sessionFault: Fault = faultOf(new FaultError({ kind: 'NotAllowed', policy: 'session', reason: 'closed' }));

/** Real HTTP that keeps what was sent. */
export function recordingHttp(sent: HttpRequest[]): Http {
  const http = createHttp();
  return {
    send: (request) => {
      sent.push(request);
      return http.send(request);
    },
    close: () => http.close(),
  };
}
