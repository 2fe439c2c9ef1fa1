import type { DeadManRow } from '../../../../shared/contract/deadman.ts';
import type { FeedSource } from '../../../core/page/feeds.ts';
import type { Clock, Timer, Unsubscribe } from '../../../core/world/ports.ts';

/** What the platform shows outside of the window, where it can. */
export interface Signs {
  /** The number on the program's icon in dock or task bar; 0 takes it away. */
  badge(count: number): void;
  notify(title: string, body: string): void;
}

const SECOND_MS = 1_000;

/**
 * Shows the dead-man switch where the window is not looked at: the seconds that are certainly left on
 * the program's icon, and a notification when it is not renewed any more and when it has fired.
 *
 * @param source the desk's feed "deadman".
 */
export function signDeadMan(
  source: Pick<FeedSource<unknown>, 'rows' | 'subscribe'>,
  clock: Pick<Clock, 'now' | 'after'>,
  signs: Signs,
): Unsubscribe {
  let state: DeadManRow['state'] | null = null;
  let shown = 0;
  let timer: Timer | null = null;

  function look(): void {
    timer?.cancel();
    timer = null;
    // The feed of this name has these rows (terminal.ts).
    const [row] = [...source.rows()] as DeadManRow[];
    const deadline = row === undefined || row.state === 'fired' ? null : row.deadlineLocal;
    const left = deadline === null ? 0 : Math.max(0, Math.floor((deadline - clock.now()) / SECOND_MS));
    if (left !== shown) signs.badge(left);
    shown = left;
    if (deadline !== null) timer = clock.after(SECOND_MS, look);
    if (row === undefined || row.state === state) return;
    const first = state === null;
    ({ state } = row);
    if (first) return;
    if (state === 'failing')
      signs.notify('The dead-man switch is not renewed', 'All orders are cancelled when its time is over.');
    if (state === 'fired') signs.notify('The dead-man switch has fired', row.message);
  }

  const unsubscribe = source.subscribe(look);
  look();
  return () => {
    unsubscribe();
    timer?.cancel();
    if (shown !== 0) signs.badge(0);
  };
}
