/** What a client of a stream may ask for, read from one frame (protocol.md, 4.2). */
export type Command =
  | { readonly kind: 'ping' }
  | { readonly kind: 'pong' }
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly id: unknown; readonly topics: readonly string[] }
  /** Refused whole; `cmd` is echoed where the command itself was understood. */
  | { readonly kind: 'invalid'; readonly id: unknown; readonly cmd: string; readonly text: string };

/** A request with more topics than this is refused whole. */
const TOPICS_PER_REQUEST = 10;

const INVALID = 'Command type invalid!';

export function readCommand(text: string): Command {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return { kind: 'invalid', id: '', cmd: 'ERROR', text: 'Invalid request.' };
  }
  if (typeof frame !== 'object' || frame === null || Array.isArray(frame))
    return { kind: 'invalid', id: '', cmd: 'ERROR', text: 'Invalid request.' };
  const fields = new Map<string, unknown>(Object.entries(frame));
  const given = fields.get('id');
  const id = typeof given === 'string' || typeof given === 'number' ? given : '';
  const word = fields.get('cmd');
  const cmd = typeof word === 'string' ? word.toUpperCase() : '';
  if (cmd === 'PING') return { kind: 'ping' };
  if (cmd === 'PONG') return { kind: 'pong' };
  if (cmd !== 'SUBSCRIBE' && cmd !== 'UN_SUBSCRIBE') return { kind: 'invalid', id, cmd: 'ERROR', text: INVALID };
  const params = fields.get('params');
  if (!Array.isArray(params) || params.length === 0 || params.length > TOPICS_PER_REQUEST)
    return { kind: 'invalid', id, cmd, text: INVALID };
  const topics = params.filter((topic) => typeof topic === 'string');
  return { kind: cmd === 'SUBSCRIBE' ? 'subscribe' : 'unsubscribe', id, topics };
}
