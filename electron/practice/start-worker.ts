import { Worker } from 'node:worker_threads';
import type { PracticeAddresses, PracticeOptions } from './options.ts';
import { UnusableState } from './state/unusable-state.ts';

/** What the worker says to the thread that started it. */
export type WorkerNews =
  | { readonly ready: PracticeAddresses }
  /** `isState`: it is the state file that it cannot go on with. */
  | { readonly failed: string; readonly isState: boolean }
  /** For whoever runs it: that its state is not being kept, and is again. */
  | { readonly words: string };

export interface RunningPractice {
  readonly addresses: PracticeAddresses;
  /** Closes every socket and the thread; calling it again waits for the same end. */
  stop(): Promise<void>;
  /** Hears what the exchange has to say to whoever runs it, in words. */
  onWords(listener: (words: string) => void): void;
  /** Fires once when the thread has ended, by `stop` (code 0) or by a fault. */
  onExit(listener: (code: number) => void): void;
}

export interface WorkerStart extends PracticeOptions {
  /** The worker's file where it was bundled elsewhere than beside this module. */
  readonly entry?: URL | string;
}

/**
 * Runs a practice exchange in its own thread, so that its market can never stall the caller.
 * Rejects with one line of reason when it cannot start (a taken port, for example), as UnusableState where that is its
 * state file.
 */
export function startPracticeWorker(start: WorkerStart): Promise<RunningPractice> {
  const { entry = new URL('./worker.ts', import.meta.url), ...options } = start;
  const worker = new Worker(entry, { workerData: options });
  const exitListeners: ((code: number) => void)[] = [];
  const wordsListeners: ((words: string) => void)[] = [];
  let ended: number | null = null;
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', (code) => {
      ended = code;
      for (const listener of exitListeners) listener(code);
      resolve();
    });
  });

  return new Promise((resolve, reject) => {
    worker.once('error', (error) => reject(error));
    void exited.then(() => reject(new Error('The practice exchange ended before it was ready.')));
    worker.on('message', (news: WorkerNews) => {
      if ('words' in news) {
        for (const listener of wordsListeners) listener(news.words);
        return;
      }
      if ('failed' in news) {
        reject(news.isState ? new UnusableState(news.failed) : new Error(news.failed));
        return;
      }
      resolve({
        addresses: news.ready,
        stop() {
          if (ended === null) worker.postMessage('stop');
          return exited;
        },
        onWords: (listener) => void wordsListeners.push(listener),
        onExit(listener) {
          if (ended === null) exitListeners.push(listener);
          else listener(ended);
        },
      });
    });
  });
}
