import { FaultError } from '../../../shared/errors.ts';
import type { Clock } from '../world/ports.ts';

/** Placements so soon after a cancel of all belong to the same moment: they are not sent either. In ms. */
const SAME_MOMENT_MS = 500;

/** What a send hands to the client. */
interface SendOptions {
  readonly signal: AbortSignal;
  /** Called with the first byte; throws FaultError where the send was taken back. */
  readonly onSending: () => void;
}

/**
 * Placements and edits that wait for the clock or for their slot. A cancel of all takes them back: nobody who presses it
 * wants an order to leave afterwards.
 */
export interface WaitingSends {
  /**
   * Sends, unless it is taken back before. Rejects with FaultError NotAllowed (`cancel-all`) then: nothing was sent.
   *
   * @param of `closes` for an order that can only reduce a position; such a one is never taken back.
   * @param leaving called with the first byte.
   */
  run<Answer>(
    of: { readonly symbol: string; readonly closes: boolean },
    leaving: () => void,
    send: (options: SendOptions) => Promise<Answer>,
  ): Promise<Answer>;
  /**
   * Takes back all that wait, of one symbol or of all.
   *
   * @returns the number of them.
   */
  takeBack(symbol: string | null): number;
}

const takenBack = (): FaultError =>
  new FaultError({ kind: 'NotAllowed', policy: 'cancel-all', reason: 'You cancelled all orders before it left.' });

/** Makes it for one profile. */
export function createWaitingSends(clock: Pick<Clock, 'monotonic'>): WaitingSends {
  const waiting = new Set<{ readonly symbol: string; readonly controller: AbortController }>();
  /** Monotonic ms of the last cancel of all, by symbol; "" for all symbols. */
  const cancelledAt = new Map<string, number>();
  const isSameMoment = (symbol: string): boolean =>
    ['', symbol].some((key) => clock.monotonic() - (cancelledAt.get(key) ?? -Infinity) < SAME_MOMENT_MS);

  return {
    async run({ symbol, closes }, leaving, send) {
      const controller = new AbortController();
      const { signal } = controller;
      if (closes) return send({ signal, onSending: leaving });
      if (isSameMoment(symbol)) throw takenBack();
      const mine = { symbol, controller };
      waiting.add(mine);
      try {
        return await send({
          signal,
          onSending: () => {
            if (signal.aborted) throw takenBack();
            waiting.delete(mine);
            leaving();
          },
        });
      } catch (thrown) {
        throw signal.aborted ? takenBack() : thrown;
      } finally {
        waiting.delete(mine);
      }
    },
    takeBack(symbol) {
      cancelledAt.set(symbol ?? '', clock.monotonic());
      const found = [...waiting].filter((each) => symbol === null || each.symbol === symbol);
      for (const { controller } of found) controller.abort();
      return found.length;
    },
  };
}
