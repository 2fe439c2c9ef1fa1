import { z } from 'zod';
import { deadManReportSchema } from '../../../shared/contract/deadman.ts';
import { durableJson } from '../storage/durable-json.ts';
import type { TimerEstimate } from './timer-estimate.ts';
import { lastOpenSchema, type LastOpen } from './proof/last-open.ts';

/** A proved firing, with its message and the local ms of the proof. */
const firedSchema = z.strictObject({ report: deadManReportSchema, words: z.string(), since: z.int() });
type Fired = z.infer<typeof firedSchema>;

/** The saved state: the timer estimate, the timeout, the last firing, and the last open orders. */
export interface Remembered {
  readonly belief: TimerEstimate;
  readonly timeoutMs: number | null;
  readonly fired?: Fired | null | undefined;
  readonly open?: LastOpen | null | undefined;
}

/** The storage of the saved state. */
export interface DeadManMemory {
  /** Null when nothing was saved. */
  read(): Remembered | 'unreadable' | null;
  /** Throws Error of the file system. */
  write(remembered: Remembered): void;
}

const schema = z.strictObject({
  belief: z.strictObject({
    known: z.int().nullable(),
    knownId: z.int(),
    doubts: z.array(
      z.strictObject({ id: z.int(), timeoutMs: z.int(), from: z.int(), until: z.int(), lookedInto: z.boolean() }),
    ),
  }),
  timeoutMs: z.int().nullable(),
  fired: firedSchema.nullable().optional(),
  open: lastOpenSchema.nullable().optional(),
});

/**
 * Saves the state in its own file.
 *
 * @param path of the file.
 * @param onDamage called with one sentence when the file cannot be read.
 */
export function deadManFile(path: string, onDamage: (sentence: string) => void): DeadManMemory {
  const file = durableJson(path, (json) => schema.parse(json));
  return {
    read() {
      try {
        return file.read();
      } catch {
        onDamage('The saved state of the dead-man switch cannot be read: it may still be armed.');
        return 'unreadable';
      }
    },
    write: file.write,
  };
}
