import type { MoveRow } from '../../../shared/contract/assets.ts';

/** The way of a withdrawal at the exchange (interface-v3.md, Wallet history statuses). */
export const STAGES = ['NEW', 'CONFIRMING', 'PROCESSING', 'COMPLETED'] as const;

type Tone = 'neutral' | 'up' | 'warn' | 'danger' | 'accent';

const STATES: Readonly<Record<MoveRow['status'], { readonly word: string; readonly tone: Tone }>> = {
  confirming: { word: 'To be confirmed', tone: 'warn' },
  holding: { word: 'Held', tone: 'warn' },
  sending: { word: 'Sending', tone: 'accent' },
  accepted: { word: 'Done', tone: 'up' },
  rejected: { word: 'Not carried out', tone: 'danger' },
  unconfirmed: { word: 'Unconfirmed', tone: 'warn' },
};

/** Its state in one word; an accepted withdrawal has the exchange's own. */
export function stateOf(row: Pick<MoveRow, 'kind' | 'status' | 'stage'>): {
  readonly word: string;
  readonly tone: Tone;
} {
  if (row.kind !== 'withdraw' || row.status !== 'accepted') return STATES[row.status];
  const stage = row.stage ?? 'Accepted';
  return { word: stage, tone: stage === 'COMPLETED' ? 'up' : stage === 'CANCELED' ? 'danger' : 'accent' };
}

/** Whether nothing more will become of it. */
export const isOver = (row: Pick<MoveRow, 'kind' | 'status' | 'stage'>): boolean =>
  row.status === 'rejected' ||
  (row.status === 'accepted' && (row.kind !== 'withdraw' || row.stage === 'COMPLETED' || row.stage === 'CANCELED'));
