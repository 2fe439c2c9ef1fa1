import { contractFingerprint } from '../../../shared/contract/contract.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import {
  upFrameSchema,
  WIRE_VERSION,
  type DownFrame,
  type Port,
  type ShellCan,
  type UpFrame,
} from '../../../shared/wire/wire.ts';
import type { FeedSource } from './feeds.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import type { Clock } from '../world/ports.ts';

/** What the bridge needs of a terminal. */
export interface BridgeTerminal {
  readonly clock: Clock;
  /** Answers a request of the contract; rejects with FaultError. */
  ask(name: string, input: unknown): Promise<unknown>;
  /** A feed of the contract; null when there is none of that name, or the key can name nothing. */
  feed(name: string, key: string): FeedSource<object> | null;
  /** Makes this the only session: whoever had it before is ended, unless it is the same. */
  takeSession(end: (reason: string) => void): void;
}

/** What the shell says of itself in `welcome`. */
export interface Welcome {
  readonly shell: ShellCan;
  /** Key for the next connection of the same tab, where the transport needs one. */
  readonly session?: string | undefined;
}

/** No frame of a page is longer: the longest is an algo order's tree. */
const MAX_FRAME_CHARS = 1 << 20;
/** Far above what all panels together listen to. */
const MAX_SUBSCRIPTIONS = 512;
/** Requests of a page that wait for an answer at once. */
const MAX_ASKS = 1_000;

/** Everything that lives between one hello and the next. */
interface Session {
  readonly outbox: Outbox;
  asks: number;
}

/**
 * Serves the contract over a pipe: hello, requests, feeds. A frame that does not parse closes the pipe;
 * a new hello starts over; another pipe's hello ends this one.
 *
 * @param port the transport's pipe; closed by either side.
 * @param terminal what is served.
 * @param welcome what the shell can do.
 */
export function serveBridge(port: Port, terminal: BridgeTerminal, welcome: Welcome): void {
  const contract = contractFingerprint();
  let session: Session | null = null;
  let closed = false;

  const send = (frame: Exclude<DownFrame, { t: 'batch' }>): void => {
    if (!closed) port.send(JSON.stringify(frame));
  };
  const end = (): void => {
    session?.outbox.close();
    session = null;
  };
  const close = (reason: string): void => {
    if (closed) return;
    closed = true;
    end();
    port.close(reason);
  };

  function hello(frame: Extract<UpFrame, { t: 'hello' }>): void {
    end();
    if (frame.wire !== WIRE_VERSION || frame.contract !== contract) {
      send({ t: 'reload', reason: 'This page is from another version of the program.' });
      return;
    }
    terminal.takeSession(close);
    session = {
      asks: 0,
      outbox: createOutbox(terminal.clock, (text) => {
        if (!closed) port.send(text);
      }),
    };
    send({
      t: 'welcome',
      wire: WIRE_VERSION,
      contract,
      shell: welcome.shell,
      ...(welcome.session === undefined ? {} : { session: welcome.session }),
    });
  }

  function ask(frame: Extract<UpFrame, { t: 'ask' }>, asking: Session): void {
    if (asking.asks >= MAX_ASKS) {
      close('too many requests at once');
      return;
    }
    asking.asks += 1;
    const answer = (reply: { ok: true; value: unknown } | { ok: false; fault: Fault }): void => {
      asking.asks -= 1;
      // A page that was loaded anew has other numbers: what the old one asked is not answered to it.
      if (session !== asking) return;
      if (reply.ok) send({ t: 'answer', id: frame.id, ok: true, value: reply.value });
      else send({ t: 'failure', id: frame.id, fault: reply.fault });
    };
    terminal.ask(frame.name, frame.input).then(
      (value) => answer({ ok: true, value }),
      (thrown: unknown) => answer({ ok: false, fault: faultOf(thrown) }),
    );
  }

  function listen(frame: Extract<UpFrame, { t: 'listen' }>, { outbox }: Session): void {
    if (outbox.has(frame.sub)) return close(`subscription ${frame.sub} is in use`);
    if (outbox.size >= MAX_SUBSCRIPTIONS) return close('too many subscriptions');
    const source = terminal.feed(frame.feed, frame.key);
    // There is no frame that refuses a feed: a page of this contract never asks for one that is not in it.
    if (source === null) return close(`no feed ${JSON.stringify(frame.feed)} with key ${JSON.stringify(frame.key)}`);
    outbox.add(frame.sub, source);
  }

  port.onText((text) => {
    if (closed) return;
    const frame = text.length > MAX_FRAME_CHARS ? null : readFrame(text);
    if (frame === null) return close('a frame that cannot be read');
    if (frame.t === 'hello') return hello(frame);
    if (session === null) return close('a frame before hello');
    switch (frame.t) {
      case 'ask':
        return ask(frame, session);
      case 'listen':
        return listen(frame, session);
      case 'stop':
        return session.outbox.remove(frame.sub);
      case 'ping':
        return send({ t: 'pong' });
      case 'ack':
        return session.outbox.acknowledge(frame.n) ? undefined : close(`batch ${frame.n} is not on its way`);
    }
  });
  port.onClose(() => {
    closed = true;
    end();
  });
}

function readFrame(text: string): UpFrame | null {
  try {
    const frame = upFrameSchema.safeParse(JSON.parse(text));
    return frame.success ? frame.data : null;
  } catch {
    return null;
  }
}
