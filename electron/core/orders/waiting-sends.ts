import { FaultError } from '../../../shared/errors.ts';
import type { Notices } from '../commands/notices.ts';
import type { Clock } from '../world/ports.ts';

/** Presses so soon after a cancel of all belong to the same moment: they are not sent either. In ms. */
const SAME_MOMENT_MS = 500;

/** What a send hands to the client. */
interface SendOptions {
  /** Left out for what only closes: it is never taken back. */
  readonly signal?: AbortSignal;
  /** Called with the first byte; throws FaultError where the press was taken back. */
  readonly onSending: () => void;
}

/** A press of an order, a plan or an edit. */
interface Pressed {
  readonly commandId: string;
  readonly symbol: string;
  readonly kind: 'order' | 'algo';
}

/** The send of one press. */
export interface WaitingSend {
  /**
   * Sends, unless the press is taken back before. Rejects with FaultError NotAllowed (`cancel-all`) then: nothing was
   * sent.
   *
   * @param closes whether it can only reduce a position; such a one is never taken back.
   * @param leaving called with the first byte.
   */
  run<Answer>(closes: boolean, leaving: () => void, send: (options: SendOptions) => Promise<Answer>): Promise<Answer>;
}

/**
 * Presses that have not left: they wait for a quote, the clock or their slot. A cancel of all takes them back: nobody
 * who presses it wants an order to leave afterwards. So does a person with a single one.
 */
export interface WaitingSends {
  /** Works on a press, which can be taken back until its first byte. */
  press<Answer>(of: Pressed, work: (send: WaitingSend) => Promise<Answer>): Promise<Answer>;
  /**
   * Takes back all that wait, of one symbol or of all.
   *
   * @param kinds `algo` alone for a cancel of all algo orders.
   * @returns the number of them.
   */
  takeBack(symbol: string | null, kinds: readonly Pressed['kind'][]): number;
  /** Takes one press back. @returns whether it had not left. */
  takeBackOne(commandId: string): boolean;
}

const takenBack = (reason: string): FaultError => new FaultError({ kind: 'NotAllowed', policy: 'cancel-all', reason });
const BY_CANCEL = 'You cancelled all orders before it left.';
const BY_PERSON = 'You took it back before it left.';

interface Waiting extends Pressed {
  readonly controller: AbortController;
  /** The words of its refusal; null while nobody took it back. */
  taken: string | null;
}

/** Makes it for one profile. */
export function createWaitingSends(clock: Pick<Clock, 'monotonic'>): WaitingSends {
  const waiting = new Set<Waiting>();
  /** Monotonic ms of the last cancel of all, by kind and symbol; no symbol for all. */
  const cancelledAt = new Map<string, number>();
  const isSameMoment = ({ kind, symbol }: Pressed): boolean =>
    [`${kind} `, `${kind} ${symbol}`].some((key) => {
      return clock.monotonic() - (cancelledAt.get(key) ?? -Infinity) < SAME_MOMENT_MS;
    });
  function take(is: (each: Waiting) => boolean, why: string): number {
    const found = [...waiting].filter(is);
    for (const each of found) {
      each.taken = why;
      waiting.delete(each);
      each.controller.abort();
    }
    return found.length;
  }

  return {
    async press(of, work) {
      const mine = { ...of, controller: new AbortController(), taken: isSameMoment(of) ? BY_CANCEL : null };
      const { signal } = mine.controller;
      const check = (): void => {
        if (mine.taken !== null) throw takenBack(mine.taken);
      };
      waiting.add(mine);
      try {
        return await work({
          async run(closes, leaving, send) {
            if (closes) {
              waiting.delete(mine);
              return send({ onSending: leaving });
            }
            check();
            try {
              return await send({
                signal,
                onSending: () => {
                  check();
                  waiting.delete(mine);
                  leaving();
                },
              });
            } catch (thrown) {
              check();
              throw thrown;
            }
          },
        });
      } finally {
        waiting.delete(mine);
      }
    },
    takeBack(symbol, kinds) {
      for (const kind of kinds) cancelledAt.set(`${kind} ${symbol ?? ''}`, clock.monotonic());
      return take((each) => kinds.includes(each.kind) && (symbol === null || each.symbol === symbol), BY_CANCEL);
    },
    takeBackOne: (commandId) => take((each) => each.commandId === commandId, BY_PERSON) > 0,
  };
}

/** Says how many presses a cancel of all took back; nothing of none. */
export function tellTakenBack(notices: Notices, count: number): void {
  if (count === 0) return;
  const words = count === 1 ? '1 press that had not left yet was' : `${count} presses that had not left yet were`;
  notices.say('info', `${words} taken back: you cancelled all orders.`);
}
