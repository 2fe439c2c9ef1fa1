import type { Binding } from '../../state/keys/chords.ts';
import { typesNothing } from '../../state/keys/chords.ts';
import type { KeyEntry } from '../../state/keys/key-table.ts';

/** Where the focus is and what is open when a key goes down. */
export interface Where {
  /** In a text field or a list of choices. */
  readonly typing: boolean;
  /** A question is open, the command palette not counted. */
  readonly question: boolean;
  /** Any dialog is open or has the focus, boxes and the command palette too. */
  readonly dialog: boolean;
  readonly armed: boolean;
}

/** What a key does now. `nothing` leaves it to the page. */
export type Meaning =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'run' }
  /** It would have traded: what stopped it is said. */
  | { readonly kind: 'stopped'; readonly by: 'lock' | 'typing' | 'dialog' };

const NOTHING: Meaning = { kind: 'nothing' };
const RUN: Meaning = { kind: 'run' };

/**
 * What a key does: arming guards new risk only, so that cancelling, closing and locking work at once with
 * the focus anywhere; what trades is ignored while one types or is asked something.
 */
export function meaningOf({ group }: KeyEntry, { chord }: Binding, where: Where): Meaning {
  switch (group) {
    case 'safe':
      return RUN;
    case 'arm':
      return where.armed || !where.dialog ? RUN : NOTHING;
    case 'trade':
      // A letter that is typed is only a letter.
      if (where.typing) return typesNothing(chord) ? { kind: 'stopped', by: 'typing' } : NOTHING;
      if (where.dialog) return { kind: 'stopped', by: 'dialog' };
      return where.armed ? RUN : { kind: 'stopped', by: 'lock' };
    case 'frame':
    case 'template':
      return where.question || (where.typing && !typesNothing(chord)) ? NOTHING : RUN;
  }
}
