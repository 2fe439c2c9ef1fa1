import { FaultError } from '../../../../shared/errors.ts';
import type { ExchangeClient } from '../../../../electron/core/exchange/types.ts';
import type { Clock, SocketEvents, Sockets } from '../../../../electron/core/world/ports.ts';

/** The private streams of one account: one listen key is good, and a new one ends the connection of the old. */
export interface KeyDesk {
  /** The client of one program. */
  client(): Pick<ExchangeClient, 'call'>;
  readonly sockets: Sockets;
  /** Keys that were made. */
  readonly keys: readonly string[];
  /** Keys by which a connection was tried, in order. */
  readonly tried: readonly string[];
  /** Whether requests for a key fail. */
  failing: boolean;
  /** Whether a key that is not good is refused at the handshake, or let in and cut at once. */
  refuses: boolean;
  /** Cuts every connection, keys staying good. */
  cut(): void;
  /** Connections that stand. */
  standing(): number;
}

const LATENCY_MS = 20;

/** Makes one on a clock. */
export function createKeyDesk(clock: Clock): KeyDesk {
  const keys: string[] = [];
  const tried: string[] = [];
  const open = new Map<SocketEvents, string>();
  const later = (act: () => void): void => void clock.after(LATENCY_MS, act);
  const end = (events: SocketEvents): void => {
    if (open.delete(events)) events.onClose({ code: 1006, reason: '', refusedStatus: null });
  };
  const desk: KeyDesk = {
    keys,
    tried,
    failing: false,
    refuses: true,
    client: () => ({
      call: () =>
        new Promise((resolve, reject) =>
          later(() => {
            if (desk.failing)
              return reject(
                new FaultError({ kind: 'OutcomeUnknown', endpoint: 'account.listenKey', reason: 'no answer' }),
              );
            const key = `key-${keys.length + 1}`;
            keys.push(key);
            for (const [events, of] of open) if (of !== key) end(events);
            // The one call of a private stream.
            return resolve({ authKey: key, expiredTime: 0 } as never);
          }),
        ),
    }),
    sockets: {
      open(url, events) {
        const key = new URL(url).searchParams.get('key') ?? '';
        let over = false;
        tried.push(key);
        later(() => {
          if (over) return;
          const isGood = key === keys.at(-1);
          if (!isGood && desk.refuses) return events.onClose({ code: 1006, reason: '', refusedStatus: 401 });
          open.set(events, key);
          events.onOpen();
          if (!isGood) end(events);
        });
        return {
          send(text) {
            const frame = JSON.parse(text) as { id?: string; cmd: string; params?: readonly string[] }; // the client sends objects
            const reply =
              frame.cmd === 'PING'
                ? { cmd: 'PONG', success: true, time: 0 }
                : { id: frame.id, cmd: frame.cmd, success: true, time: 0, data: frame.params };
            later(() => {
              if (open.has(events)) events.onText(JSON.stringify(reply));
            });
          },
          close: () => void open.delete(events),
          terminate: () => {
            over = true;
            open.delete(events);
          },
        };
      },
    },
    cut: () => {
      for (const events of [...open.keys()]) end(events);
    },
    standing: () => open.size,
  };
  return desk;
}
