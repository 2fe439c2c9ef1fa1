import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CommandRow, OrderRow, Outcome } from '../../../../shared/contract/contract.ts';
import { DRAFT, type Scene } from './scene.ts';
import type { HolderOptions } from './terminal-holder.ts';

/** Compiled code, kept from one run to the next: it halves the time of a holder's start. */
const COMPILED = join(import.meta.dirname, '../../../../node_modules/.cache/quarterdeck-holder');

/** What a holder says; one field a line. */
interface Said {
  readonly ready?: true;
  readonly outcome?: Outcome;
  readonly failed?: string;
  readonly orders?: readonly OrderRow[];
  readonly commands?: readonly CommandRow[];
  readonly live?: boolean;
}

/** A terminal in a process of its own, in the data folder of a scene. */
export interface Holder {
  /** The next line that it says. */
  heard(): Promise<Said>;
  place(): void;
  show(): Promise<Said>;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void;
  /** Resolves once it has ended, with the signal that ended it. */
  readonly ended: Promise<string | null>;
}

/** Starts one; it can be told to kill itself around its next order. */
export function startHolder(scene: Scene, killAt: HolderOptions['killAt'] = null): Holder {
  const { rest, publicStream, privateStream } = scene.proxy;
  const options: HolderOptions = {
    profile: { id: 'main', name: 'Main', environment: 'practice', rest, publicStream, privateStream, viewOnly: false },
    key: scene.exchange.key,
    folder: scene.folder,
    killAt,
  };
  const child = spawn(process.execPath, [join(import.meta.dirname, 'terminal-holder.ts'), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
  });
  child.stdin.on('error', () => undefined); // it may be dead when it is spoken to
  child.stdin.write(`${scene.exchange.secret}\n`);
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const heard = async (): Promise<Said> => {
    const { value, done } = await lines.next();
    if (done === true) throw new Error('The process ended without a word.');
    return JSON.parse(value);
  };
  return {
    heard,
    place() {
      const press = { commandId: 'press-of-the-holder', environment: 'practice', profile: 'main' };
      child.stdin.write(`${JSON.stringify({ ...press, draft: DRAFT })}\n`);
    },
    show() {
      child.stdin.write('show\n');
      return heard();
    },
    signal: (name) => void child.kill(name),
    ended: once(child, 'close').then(([, signal]) => (typeof signal === 'string' ? signal : null)),
  };
}
