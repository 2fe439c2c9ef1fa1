import { notify } from '../../state/notices.ts';

/**
 * Puts text on the clipboard and says so.
 *
 * @param what with its verb: "The details are".
 */
export function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => notify('success', `${what} in the clipboard`),
    () => notify('warning', 'Copying is not allowed here', 'Select the text and copy it by hand.'),
  );
}
