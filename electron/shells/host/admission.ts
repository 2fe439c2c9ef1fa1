import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import {
  challengeSchema,
  CLOSE_CODES,
  pageProofSchema,
  type Encounter,
  type KeyRefusal,
} from '../../../shared/wire/admission.ts';
import type { Port } from '../../../shared/wire/wire.ts';
import type { Admission, Offer } from './keys.ts';

/** A page that knows its key proves it at once. */
const PROOF_MS = 5_000;

/** What a page that wants to come in is met with. */
export interface Entrance {
  readonly origin: string;
  /** What is offered to the id that the page named. */
  readonly offer: Offer | KeyRefusal;
  /** Ends the connection with a code of `CLOSE_CODES`. */
  close(code: number, reason: string): void;
  /** The page has proved its key: what it says from here on is for the core. */
  onAdmitted(port: Port, session: string): void;
  onRefused(reason: KeyRefusal): void;
}

/** Lets a page in once both sides have proved their key. Until then nothing that it says reaches the core. */
export function letIn(port: Port, { origin, offer, close, onAdmitted, onRefused }: Entrance): void {
  let encounter: Encounter | null = null;
  let over = false;
  const refuse = (reason: KeyRefusal): void => {
    if (over) return;
    over = true;
    clearTimeout(late);
    onRefused(reason);
    close(CLOSE_CODES[reason], reason);
  };
  const late = setTimeout(() => refuse('unproved'), PROOF_MS);
  late.unref();
  port.onClose(() => {
    over = true;
    clearTimeout(late);
  });
  if (typeof offer === 'string') return refuse(offer);

  port.onText((text) => {
    if (over) return;
    if (encounter === null) {
      const challenge = read(challengeSchema, text);
      if (challenge === null) return refuse('unproved');
      encounter = { origin, pageNonce: challenge.nonce, hostNonce: randomBytes(32).toString('base64url') };
      const proof = offer.prove(encounter);
      port.send(JSON.stringify({ t: 'host-proof', nonce: encounter.hostNonce, proof }));
      return;
    }
    const shown = read(pageProofSchema, text);
    const admission = shown === null ? 'unproved' : offer.accept(encounter, shown.proof);
    if (typeof admission === 'string') return refuse(admission);
    over = true;
    clearTimeout(late);
    onAdmitted(confirming(port, admission), admission.session);
  });
}

/**
 * The same pipe; its page's second frame proves that the answer to the first, which brought the session
 * key, has arrived.
 */
function confirming(port: Port, admission: Admission): Port {
  return {
    ...port,
    onText: (listener) => {
      let frames = 0;
      port.onText((text) => {
        frames += 1;
        if (frames === 2) admission.confirm();
        listener(text);
      });
    },
  };
}

function read<Schema extends z.ZodType>(schema: Schema, text: string): z.infer<Schema> | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
