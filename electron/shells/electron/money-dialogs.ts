import { randomInt } from 'node:crypto';
import type { BrowserWindow, Clipboard, Dialog } from 'electron';
import { shownLines, shownText } from '../../../shared/address/text-tricks.ts';
import type { ConfirmMoney } from '../../core/transfers/confirm.ts';

/**
 * Asks about money in windows of the system, which no page can draw or press. A window of the system has no field to
 * type in: what is to be typed elsewhere is chosen here among answers that are wrong.
 */
export function moneyDialogs(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: () => BrowserWindow | null,
  clipboard: Pick<Clipboard, 'readText'>,
): ConfirmMoney {
  /** @returns the button, or null where it was left or the signal ended it. */
  async function choose(
    message: string,
    detail: string,
    buttons: readonly string[],
    signal: AbortSignal,
  ): Promise<number | null> {
    if (signal.aborted) return null;
    const options = {
      type: 'warning' as const,
      title: 'Quarterdeck',
      message: shownText(message),
      detail: shownLines(detail),
      buttons: ['Cancel', ...buttons.map(shownText)],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
      signal,
    };
    const parent = window();
    const { response } = await (parent === null
      ? dialog.showMessageBox(options)
      : dialog.showMessageBox(parent, options));
    return signal.aborted || response === 0 ? null : response - 1;
  }

  return {
    where: 'in a window of the system',
    async ask({ message, detail, yes, proofs }, signal) {
      if ((await choose(message, detail, [yes], signal)) === null) return false;
      for (const { ask, answer, wrong } of proofs) {
        const choices = [...wrong];
        choices.splice(randomInt(wrong.length + 1), 0, answer);
        const chosen = await choose(message, `${ask}: which is right?`, choices, signal);
        if (chosen === null || choices[chosen] !== answer) return false;
      }
      return true;
    },
    async hold(words, signal) {
      if (signal.aborted) return false;
      const options = {
        type: 'info' as const,
        title: 'Quarterdeck',
        message: shownText(`${words}: it is sent in a moment.`),
        buttons: ['Take it back', 'Go on'],
        defaultId: 1,
        cancelId: 1,
        noLink: true,
        signal,
      };
      const parent = window();
      const { response } = await (parent === null
        ? dialog.showMessageBox(options)
        : dialog.showMessageBox(parent, options));
      return !signal.aborted && response === 0;
    },
    clipboard: () => clipboard.readText(),
  };
}
