import { randomInt } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { shownLines } from '../../../shared/address/text-tricks.ts';
import type { ConfirmMoney } from '../../core/transfers/confirm.ts';

/** Lines that are typed at the terminal; whoever waits for one gets the next, and one alone may wait. */
export interface Lines {
  /** The next line that was begun from now on, or null when the signal or the end of the input comes first. */
  next(signal: AbortSignal): Promise<string | null>;
  /** What is done with a line that nobody waits for. */
  otherwise(listener: () => void): void;
}

const LONGEST_LINE = 4_096;

/** Reads lines; reading them keeps no program alive. */
export function readLines(input: Readable & { unref?(): unknown }): Lines {
  let waiting: ((line: string | null) => void) | null = null;
  let spare: () => void = () => undefined;
  let rest = '';
  /** What is being typed was begun before anybody asked: it answers nothing. */
  let stale = false;
  let ended = false;
  function take(line: string): void {
    const isStale = stale;
    stale = false;
    if (isStale) return;
    if (waiting === null) spare();
    else waiting(line);
  }
  input.setEncoding('utf8');
  input.on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = (lines.pop() ?? '').slice(-LONGEST_LINE);
    for (const line of lines) take(line);
  });
  for (const event of ['end', 'error'])
    input.on(event, () => {
      ended = true;
      waiting?.(null);
    });
  input.unref?.();
  return {
    next: (signal) =>
      new Promise((resolve) => {
        if (signal.aborted || ended || waiting !== null) return resolve(null);
        stale = rest !== '';
        const end = (line: string | null): void => {
          waiting = null;
          signal.removeEventListener('abort', stop);
          resolve(line);
        };
        const stop = (): void => end(null);
        waiting = end;
        signal.addEventListener('abort', stop);
      }),
    otherwise: (listener) => {
      spare = listener;
    },
  };
}

/** Words that say yes; each question shows another. None is a yes, a no, or a part of another. */
const WORDS = [
  ...[
    'amber',
    'anchor',
    'basket',
    'birch',
    'bridge',
    'candle',
    'cedar',
    'cobalt',
    'copper',
    'coral',
    'falcon',
    'fjord',
  ],
  ...['garnet', 'harbour', 'hazel', 'island', 'jasper', 'juniper', 'kettle', 'lantern', 'maple', 'marble', 'meadow'],
  ...['nickel', 'olive', 'orchid', 'pebble', 'pepper', 'quartz', 'river', 'saffron', 'sailor', 'silver', 'tulip'],
  ...['umbra', 'velvet', 'walnut', 'willow', 'winter', 'zinc'],
];

/** Asks on the terminal that the program was started from, which no page can reach. */
export function terminalQuestions(lines: Lines, output: Pick<Writable, 'write'>): ConfirmMoney {
  let lastWord = '';
  // Names come from the exchange and from the page: nothing in them may move the cursor or hide a line.
  const say = (text: string): void => void output.write(`${shownLines(text)}\n`);

  return {
    where: 'on the terminal that this program was started from',
    async ask({ message, detail, yes, proofs }, signal) {
      say(`\n──── ${message}\n${detail}`);
      for (const { ask, answer } of proofs) {
        say(`${ask}, typed again (an empty line refuses):`);
        const line = await lines.next(signal);
        if (line === null || line.trim() !== answer)
          return over(line === null ? 'No longer asked.' : 'Not the same: refused.');
      }
      const word = newWord();
      say(`${yes}? Type the word ${word} and Enter; anything else refuses:`);
      const line = await lines.next(signal);
      if (line === null) return over('No longer asked.');
      return line.trim().toLowerCase() === word ? true : over('Refused.');
    },
    async hold(words, signal) {
      say(`${words}: it is sent in a moment. Enter takes it back.`);
      const line = await lines.next(signal);
      if (line !== null) say('Taken back.');
      return line !== null;
    },
  };

  /** An answer to the question before must not be one to this. */
  function newWord(): string {
    const words = WORDS.filter((word) => word !== lastWord);
    lastWord = words[randomInt(words.length)] ?? '';
    return lastWord;
  }
  function over(words: string): false {
    say(words);
    return false;
  }
}
