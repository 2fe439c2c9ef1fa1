import type { DownFrame, FeedChange } from '../../shared/wire/wire.ts';

/**
 * Reads a frame of the core by hand. The core is trusted and checks what it sends; a schema over each
 * row would cost more than drawing it, so only the frame's own fields are looked at.
 *
 * @returns the frame, or null for text that is none.
 */
export function readFrame(text: string): DownFrame | null {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return null;
  }
  // The fields that the client reads are checked by their kind; see above for the rest.
  return isFrame(frame) ? (frame as DownFrame) : null;
}

function isFrame(frame: unknown): boolean {
  if (!isRecord(frame)) return false;
  switch (frame['t']) {
    case 'welcome':
      return isRecord(frame['shell']) && (frame['session'] === undefined || typeof frame['session'] === 'string');
    case 'answer':
      return Number.isInteger(frame['id']);
    case 'failure':
      return Number.isInteger(frame['id']) && isRecord(frame['fault']) && typeof frame['fault']['kind'] === 'string';
    case 'batch':
      return Number.isInteger(frame['n']) && Array.isArray(frame['changes']) && frame['changes'].every(isChange);
    case 'pong':
      return true;
    case 'reload':
      return typeof frame['reason'] === 'string';
    default:
      return false;
  }
}

function isChange(change: unknown): change is FeedChange {
  if (!isRecord(change) || !Number.isInteger(change['sub']) || !Number.isInteger(change['seq'])) return false;
  if (change['t'] === 'snapshot') return Array.isArray(change['rows']);
  return change['t'] === 'delta' && Array.isArray(change['put']) && Array.isArray(change['drop']);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
