import { CLOSE_CODES, hostProofSchema, provenText, type Encounter, type HostKey } from '../../shared/wire/admission.ts';
import type { Port } from '../../shared/wire/wire.ts';

/** What is used of a socket. */
export interface PageSocket {
  readonly readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent<unknown>) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

const CLOSED_WORDS: ReadonlyMap<number, string> = new Map([
  [
    CLOSE_CODES.spent,
    'This address was opened before, and works once. If it was not you, end Quarterdeck: somebody else has read it.',
  ],
  [CLOSE_CODES.replaced, 'This terminal was opened in another window, which has it now.'],
  [CLOSE_CODES.unknown, 'This window belongs to an earlier start of Quarterdeck. Use the window of the present one.'],
  [CLOSE_CODES.unproved, 'Quarterdeck did not take the key of this window. Start again.'],
  [CLOSE_CODES.ended, 'Quarterdeck has ended. Start it again: it opens a new window.'],
]);
const STRANGER = 'Another program answers at this address. Close this window, and start Quarterdeck again.';
const NOT_REACHED = 'The core is not reached.';

/**
 * A pipe over a socket whose other end has proved that it knows this window's key. Before that it is sent nothing but
 * random bytes, and nothing that it says is read: the port may be another program's by now.
 */
export function provenPort(socket: PageSocket, key: HostKey, origin: string): Port {
  const early: string[] = [];
  const outgoing: string[] = [];
  let listener: ((text: string) => void) | null = null;
  let stage: 'greeting' | 'checking' | 'proven' | 'refused' = 'greeting';
  const pageNonce = base64url(crypto.getRandomValues(new Uint8Array(32)));

  const refuse = (): void => {
    stage = 'refused';
    socket.close();
  };
  async function check(text: unknown): Promise<void> {
    stage = 'checking';
    const shown = readProof(text);
    if (shown === null) return refuse();
    const encounter: Encounter = { origin, pageNonce, hostNonce: shown.nonce };
    const secret = await secretOf(key);
    if (!(await isProof(secret, shown.proof, provenText('host', encounter)))) return refuse();
    const own = await proofOf(secret, provenText('page', encounter));
    if (stage !== 'checking' || socket.readyState !== OPEN) return;
    stage = 'proven';
    socket.send(JSON.stringify({ t: 'page-proof', proof: own }));
    for (const each of outgoing.splice(0)) socket.send(each);
  }

  socket.onopen = () => socket.send(JSON.stringify({ t: 'challenge', nonce: pageNonce }));
  socket.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (stage === 'greeting') void check(data).catch(refuse);
    else if (stage === 'checking') refuse();
    else if (stage === 'proven' && typeof data === 'string') {
      if (listener === null) early.push(data);
      else listener(data);
    }
  };
  return {
    send: (text) => {
      if (stage !== 'proven') outgoing.push(text);
      else if (socket.readyState === OPEN) socket.send(text);
    },
    onText: (next) => {
      listener = next;
      for (const text of early.splice(0)) next(text);
    },
    onClose: (closed) => {
      socket.onclose = ({ code, reason }) => {
        if (stage === 'refused') return closed(STRANGER, true);
        const words = CLOSED_WORDS.get(code);
        // A reason in the other side's words counts once it has proved itself.
        closed(words ?? ((stage === 'proven' && reason) || NOT_REACHED), words !== undefined);
      };
    },
    close: () => socket.close(),
  };
}

const OPEN = 1;

function readProof(text: unknown): { readonly nonce: string; readonly proof: string } | null {
  if (typeof text !== 'string') return null;
  try {
    const parsed = hostProofSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const HMAC = { name: 'HMAC', hash: 'SHA-256' } as const;
const bytes = new TextEncoder();

const secretOf = ({ secret }: HostKey): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', fromBase64url(secret), HMAC, false, ['sign', 'verify']);
const isProof = (secret: CryptoKey, shown: string, text: string): Promise<boolean> =>
  crypto.subtle.verify(HMAC, secret, fromBase64url(shown), bytes.encode(text));
const proofOf = async (secret: CryptoKey, text: string): Promise<string> =>
  base64url(new Uint8Array(await crypto.subtle.sign(HMAC, secret, bytes.encode(text))));

const base64url = (from: Uint8Array): string =>
  btoa(String.fromCharCode(...from))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const fromBase64url = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0));
