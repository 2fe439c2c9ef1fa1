import type { InstrumentRow } from '../../../shared/contract/contract.ts';
import type { AlgoDraft } from '../../../shared/contract/algo.ts';
import type { GuardLimits } from '../../../shared/contract/guard.ts';
import type { OrderDraft } from '../../../shared/contract/contract.ts';
import type { RequestedBy } from '../../../shared/contract-kit.ts';
import { algoSentence } from '../../../shared/words/algo-sentence.ts';
import { grouped } from '../../../shared/decimal.ts';
import type { Fault } from '../../../shared/errors.ts';
import { sentence } from '../../../shared/words/order-sentence.ts';
import type { Activity, ActivityOf } from '../commands/activity/activity.ts';
import type { Press } from '../page/requests.ts';

/** The part of a press that the record names. */
interface Asked {
  readonly limits?: GuardLimits;
  readonly draft?: OrderDraft | AlgoDraft;
  readonly symbol?: string;
  readonly orderId?: string;
  readonly algoOrderId?: string;
  readonly price?: string;
  readonly quantity?: string;
}

/**
 * Creates the listener of presses for the activity record: their origin, and presses that send nothing. That is a
 * change of one's own limits, and what these refused.
 *
 * @param limits as they are now; undefined while they are not known.
 * @returns a function to call at each press; it returns a callback for the fault, or null without one.
 */
export function recordPresses(
  activity: Pick<Activity, 'pressed' | 'note'> | undefined,
  of: ActivityOf,
  instrument: (symbol: string) => InstrumentRow | undefined,
  limits: () => GuardLimits | undefined,
): (name: string, press: Press) => (fault: Fault | null) => void {
  return (name, press) => {
    activity?.pressed(press.commandId, press.by);
    const asked = press as Press & Asked; // parsed by the schema of its name
    const before = limits();
    const note = (symbol: string | null, summary: string, result: 'accepted' | 'rejected', answer: string): void => {
      const by: RequestedBy = press.by ?? 'program';
      activity?.note({ ...of, kind: 'command', by, name, symbol, summary, result, answer });
    };
    return (fault) => {
      if (fault !== null && (fault.kind !== 'NotAllowed' || fault.policy !== 'guard')) return;
      if (name === 'guard.set' && asked.limits !== undefined) {
        const words = changeWords(before, asked.limits);
        if (fault === null) note(null, `Set limits: ${words}`, 'accepted', '');
        else note(null, `Limits not set: ${words}`, 'rejected', fault.reason);
      } else if (fault !== null) {
        const symbol = asked.draft?.symbol ?? asked.symbol ?? null;
        const words = askedWords(asked, symbol === null ? undefined : instrument(symbol));
        note(symbol, `Not sent: ${words ?? name}`, 'rejected', fault.reason);
      }
    };
  };
}

const NAMES = {
  largestOrder: 'largest order',
  largestPosition: 'largest position',
  ordersPerMinute: 'orders a minute',
  dailyLoss: 'daily realised loss',
} as const satisfies Record<keyof GuardLimits, string>;
const FIELDS = Object.keys(NAMES) as (keyof GuardLimits)[]; // its keys are those of the limits

/** "largest order no limit → 500": each changed limit, or all when none changed. */
function changeWords(before: GuardLimits | undefined, after: GuardLimits): string {
  const said = (limit: GuardLimits[keyof GuardLimits] | undefined): string =>
    limit === undefined
      ? 'not known'
      : limit === null
        ? 'no limit'
        : typeof limit === 'number'
          ? String(limit)
          : grouped(limit);
  const changed = FIELDS.filter((field) => before?.[field] !== after[field]);
  if (changed.length === 0) return FIELDS.map((field) => `${NAMES[field]} ${said(after[field])}`).join(', ');
  return changed.map((field) => `${NAMES[field]} ${said(before?.[field])} → ${said(after[field])}`).join(', ');
}

/** The request, as worded on the button. */
function askedWords(
  { draft, orderId, algoOrderId, price, quantity }: Asked,
  row: InstrumentRow | undefined,
): string | null {
  if (draft !== undefined) {
    if (row === undefined) return null;
    return 'algoType' in draft ? `${draft.algoType}: ${algoSentence(draft, row)}` : sentence(draft, row);
  }
  const values = [
    price === undefined ? [] : `price ${price}`,
    quantity === undefined ? [] : `quantity ${quantity}`,
  ].flat();
  if (algoOrderId !== undefined) return `Edit algo order ${algoOrderId}`;
  return orderId === undefined ? null : `Edit order ${orderId} to ${values.join(', ')}`;
}
