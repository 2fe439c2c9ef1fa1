import { parentPort, workerData } from 'node:worker_threads';
import type { PracticeOptions } from './options.ts';
import { startPractice } from './server.ts';
import type { WorkerNews } from './start-worker.ts';
import { UnusableState } from './state/unusable-state.ts';

/** Thread entry: starts from workerData, says `{ready}` or `{failed}`, and ends on the message 'stop'. */
if (parentPort === null) throw new Error('This file runs inside a worker thread only.');
const port = parentPort;
const say = (news: WorkerNews): void => port.postMessage(news);

try {
  // workerData is the options object that start-worker.ts passed.
  const practice = await startPractice(workerData as PracticeOptions, undefined, (words) => say({ words }));
  port.on('message', (word) => {
    if (word !== 'stop') return;
    const end = (): void => port.close();
    // What cannot be kept (a full disk) is lost either way.
    practice.close().then(end, end);
  });
  const { rest, publicStream, privateStream, key, secret, admin } = practice;
  say({ ready: { rest, publicStream, privateStream, key, secret, ...(admin === undefined ? {} : { admin }) } });
} catch (error) {
  const isState = error instanceof UnusableState;
  say({ failed: error instanceof Error ? error.message : String(error), isState });
  port.close();
}
