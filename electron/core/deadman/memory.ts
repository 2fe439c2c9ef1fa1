import { z } from 'zod';
import { deadManReportSchema } from '../../../shared/contract/deadman.ts';
import { durableJson } from '../storage/durable-json.ts';
import type { TimerEstimate } from './timer-estimate.ts';
import { lastOpenSchema, type LastOpen } from './proof/last-open.ts';

/** A firing that was found out, with its words and the local ms in which it was. */
const firedSchema = z.strictObject({ report: deadManReportSchema, words: z.string(), since: z.int() });
type Fired = z.infer<typeof firedSchema>;

/** What outlives a run: what may be armed, with which timeout, the last firing since, and what was open. */
export interface Remembered {
  readonly belief: TimerEstimate;
  readonly timeoutMs: number | null;
  readonly fired?: Fired | null | undefined;
  readonly open?: LastOpen | null | undefined;
}

/** Where it is kept. */
export interface DeadManMemory {
  /** Null where nothing was kept, or what was kept cannot be read. */
  read(): Remembered | null;
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
 * Keeps it in a file of its own.
 *
 * @param path of the file.
 * @param onDamage told in one sentence when it cannot be read.
 */
export function deadManFile(path: string, onDamage: (words: string) => void): DeadManMemory {
  const file = durableJson(path, (json) => schema.parse(json));
  return {
    read() {
      try {
        return file.read();
      } catch {
        onDamage('What the dead-man switch was when the program ended cannot be read: it may still be armed.');
        return null;
      }
    },
    write: file.write,
  };
}
