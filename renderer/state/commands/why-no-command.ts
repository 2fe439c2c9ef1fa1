import type { TerminalRow } from '../../../shared/contract/contract.ts';

/** Why no command may leave now, in words, or undefined. */
export function whyNoCommand(terminal: TerminalRow | undefined): string | undefined {
  if (terminal === undefined) return 'The account is not known yet.';
  if (terminal.viewOnly) return 'This profile is view only.';
  return terminal.locked ? 'The terminal is locked.' : undefined;
}
