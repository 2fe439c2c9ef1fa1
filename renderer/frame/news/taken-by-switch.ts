import type { DeadManItem, DeadManRow } from '../../../shared/contract/deadman.ts';

/**
 * Whether the dead-man switch cancelled an order, which is told as its firing then; `not yet` while nobody knows
 * whether it fired.
 *
 * @param kind of what was cancelled; of an algo order, `id` is that of its tree's root.
 */
export function takenBySwitch(
  row: Pick<DeadManRow, 'state' | 'report'> | undefined,
  kind: DeadManItem['kind'],
  id: string,
): 'yes' | 'no' | 'not yet' {
  if (row === undefined) return 'no';
  if (row.state === 'unknown') return 'not yet';
  return row.report?.went.some((item) => item.kind === kind && item.id === id) === true ? 'yes' : 'no';
}
