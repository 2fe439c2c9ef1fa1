import type { Port } from '../../../shared/wire/wire.ts';

/** Two ends of a pipe within this process. Text arrives in a later turn, as over any transport. */
export function portPair(): readonly [Port, Port] {
  const ends = [end(), end()] as const;
  const [a, b] = ends;
  return [portOf(a, b), portOf(b, a)];
}

interface End {
  text: ((text: string) => void) | null;
  closed: ((reason: string) => void) | null;
  early: string[];
  open: boolean;
}
const end = (): End => ({ text: null, closed: null, early: [], open: true });

function portOf(mine: End, theirs: End): Port {
  return {
    send(text) {
      if (!mine.open) return;
      queueMicrotask(() => {
        if (!theirs.open) return;
        if (theirs.text === null) theirs.early.push(text);
        else theirs.text(text);
      });
    },
    onText(listener) {
      mine.text = listener;
      for (const text of mine.early.splice(0)) listener(text);
    },
    onClose: (listener) => {
      mine.closed = listener;
    },
    close(reason = '') {
      for (const side of [mine, theirs]) {
        if (!side.open) continue;
        side.open = false;
        queueMicrotask(() => side.closed?.(reason));
      }
    },
  };
}
