import { create } from 'zustand';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';

interface Firing {
  /** Beginnings of the firing that was looked at, and of the one that was put away. */
  readonly looked: number | null;
  readonly dismissed: number | null;
}

/** What the person has seen of the last firing. A page that is loaded again shows it again. */
export const useFiring = create<Firing>(() => ({ looked: null, dismissed: null }));

export function lookAtFiring({ state, since }: Pick<DeadManRow, 'state' | 'since'>): void {
  if (state === 'fired') useFiring.setState({ looked: since });
}

export function dismissFiring({ since }: Pick<DeadManRow, 'since'>): void {
  useFiring.setState({ dismissed: since });
}

/** Whether the switch has fired and that was put away: it is no alarm any more. */
export const isPutAway = ({ state, since }: Pick<DeadManRow, 'state' | 'since'>, { dismissed }: Firing): boolean =>
  state === 'fired' && dismissed === since;
