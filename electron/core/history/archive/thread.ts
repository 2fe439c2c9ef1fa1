import { Worker } from 'node:worker_threads';
import { FaultError, type Fault } from '../../../../shared/errors.ts';
import type { ArchiveCallName, ArchiveCalls } from './archive-calls.ts';
import type { ArchiveFile } from './file/file.ts';

/** The archive's calls, carried out elsewhere. */
export type ArchiveThread = {
  readonly [Name in ArchiveCallName]: (
    ...input: Parameters<ArchiveCalls[Name]>
  ) => Promise<ReturnType<ArchiveCalls[Name]>>;
};

/** A call on its way to the thread. */
export interface ThreadCall {
  readonly id: number;
  readonly name: ArchiveCallName;
  readonly input: readonly unknown[];
}
/** What became of it. */
export type ThreadAnswer =
  | { readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly id: number; readonly ok: false; readonly fault: Fault | null; readonly message: string };

const NAMES = [
  'states',
  'begin',
  'note',
  'putPage',
  'finish',
  'page',
  'sums',
  'series',
  'beginExport',
  'moreExport',
  'stopExport',
  'close',
] as const satisfies readonly ArchiveCallName[];

/**
 * Runs an archive in a thread of its own: SQLite blocks whoever calls it, and the core's thread has
 * dead-man renewals to send. Calls are carried out in the order in which they are made; they reject with
 * FaultError or Error, all of them when the thread ends.
 *
 * @param entry the thread's file where it was bundled elsewhere than beside this module.
 */
export function startArchiveThread(file: ArchiveFile, entry?: URL | string): ArchiveThread {
  const worker = new Worker(entry ?? new URL('./worker.ts', import.meta.url), { workerData: file });
  // A program that has nothing else to do may end.
  worker.unref();
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  let ended: Error | null = null;
  const end = (error: Error): void => {
    ended ??= error;
    for (const { reject } of waiting.values()) reject(ended);
    waiting.clear();
  };
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The thread of the archive has ended.')));
  worker.on('message', (answer: ThreadAnswer) => {
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) worker.unref();
    if (answer.ok) call?.resolve(answer.value);
    else call?.reject(answer.fault === null ? new Error(answer.message) : new FaultError(answer.fault));
  });
  const call = (name: ArchiveCallName, input: readonly unknown[]): Promise<unknown> => {
    if (ended !== null) return Promise.reject(ended);
    last += 1;
    const id = last;
    worker.ref();
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, name, input } satisfies ThreadCall);
    });
  };
  const calls = NAMES.map((name) => [name, (...input: unknown[]) => call(name, input)]);
  // One function a name, each with the call's own input and answer (worker.ts).
  return Object.fromEntries(calls) as unknown as ArchiveThread;
}
