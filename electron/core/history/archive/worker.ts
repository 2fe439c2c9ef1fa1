import { parentPort, workerData } from 'node:worker_threads';
import { FaultError } from '../../../../shared/errors.ts';
import { openArchive, type ArchiveCalls } from './archive-calls.ts';
import type { ArchiveFile } from './file/file.ts';
import type { ThreadAnswer, ThreadCall } from './thread.ts';

/** Thread entry: opens the archive of workerData, answers one call after the other, and ends on `close`. */
if (parentPort === null) throw new Error('This file runs inside a worker thread only.');
const port = parentPort;
// workerData is the archive's file, as thread.ts passed it.
const file = workerData as ArchiveFile;
let archive: ArchiveCalls | null = null;

port.on('message', ({ id, name, input }: ThreadCall) => {
  port.postMessage(answerTo(id, name, input));
  if (name === 'close') port.close();
});

function answerTo(id: number, name: ThreadCall['name'], input: readonly unknown[]): ThreadAnswer {
  try {
    // A folder that cannot be written is said by each call, and tried again by the next.
    archive ??= openArchive(file);
    // The input is what the call of this name takes: thread.ts is typed by the same table.
    const call = archive[name] as (...input: readonly unknown[]) => unknown;
    return { id, ok: true, value: call(...input) };
  } catch (error) {
    const fault = error instanceof FaultError ? error.fault : null;
    return { id, ok: false, fault, message: error instanceof Error ? error.message : String(error) };
  }
}
