import type { BrowserWindow, Dialog } from 'electron';
import { shownLines, shownText } from '../../../shared/address/text-tricks.ts';
import type { Question } from '../../core/session/question.ts';

/**
 * Asks outside of the page: a page in hostile hands can draw any question and press any of its own
 * buttons, and neither of this one's.
 */
export async function confirmOutside(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow | null,
  { message, detail, yes }: Question,
): Promise<boolean> {
  const options = {
    type: 'warning' as const,
    title: 'Quarterdeck',
    // Names come from the page: nothing in them may break a line, turn the writing or stay unseen.
    message: shownText(message),
    detail: shownLines(detail),
    buttons: ['Cancel', yes],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  };
  const { response } =
    window === null ? await dialog.showMessageBox(options) : await dialog.showMessageBox(window, options);
  return response === 1;
}
