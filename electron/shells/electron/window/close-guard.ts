import type { BrowserWindow, Dialog } from 'electron';
import type { DeadManRow } from '../../../../shared/contract/deadman.ts';

/** What is asked of the core. */
export interface ArmedDesk {
  deadMan(): Pick<DeadManRow, 'state' | 'deadlineLocal' | 'mode' | 'inDoubt'> | null;
  /** @returns why it could not be disarmed, or null. */
  disarm(): Promise<string | null>;
}

type Window = Pick<BrowserWindow, 'on' | 'close'>;
type Ask = Pick<Dialog, 'showMessageBox'>;

const ARMED: ReadonlySet<string> = new Set(['arming', 'armed', 'renewing', 'failing', 'disarming']);
const STAY = 0;
const LEAVE = 1;
const DISARM = 2;

/**
 * Asks before the window closes while the dead-man switch is armed: after that nobody renews it, and it
 * cancels every order when it ends. One that cannot be disarmed keeps the window open.
 */
export function guardClosing(window: Window, dialog: Ask, desk: ArmedDesk): void {
  let sure = false;
  let asking = false;
  async function ask(): Promise<void> {
    const row = desk.deadMan();
    const at = row?.deadlineLocal ?? null;
    const { response } = await dialog.showMessageBox({
      type: 'warning',
      title: 'Quarterdeck',
      message: 'The dead-man switch is armed.',
      detail: `${at === null ? 'Left armed, it fires when its time ends' : `Left armed, it fires at ${new Date(at).toLocaleTimeString()}`}: the exchange then cancels every order, protective stops too.${row?.mode === 'renew' ? ' Closed, the terminal no longer renews it.' : ''}`,
      buttons: ['Stay', 'Leave it armed and close', 'Disarm and close'],
      defaultId: STAY,
      cancelId: STAY,
      noLink: true,
    });
    if (response === DISARM) {
      const refused = await desk.disarm();
      if (refused !== null) {
        await dialog.showMessageBox({
          type: 'error',
          title: 'Quarterdeck',
          message: 'It is still armed.',
          detail: refused,
        });
        return;
      }
    }
    if (response === LEAVE || response === DISARM) {
      sure = true;
      window.close();
    }
  }
  window.on('close', (event) => {
    const row = desk.deadMan();
    if (sure || row === null || (!ARMED.has(row.state) && !row.inDoubt)) return;
    event.preventDefault();
    if (asking) return;
    asking = true;
    void ask().finally(() => {
      asking = false;
    });
  });
}
