import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Text that is gathered before it is written. */
const BLOCK = 1 << 18;

/** A file that is there when it is finished, and never before. */
export interface ExportFile {
  write(text: string): void;
  /** Everything is on disk: the file gets its name. */
  finish(): void;
  /** Nothing of it stays. */
  abandon(): void;
}

/**
 * Begins a file under a name for the time being beside its own. After any failure, a full disk among them,
 * the caller abandons it. Throws Error when it cannot be made.
 *
 * @param path where there must be no file yet; its folder is made.
 */
export function createExportFile(path: string): ExportFile {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const partial = `${path}.part`;
  const file = openSync(partial, 'wx', 0o600);
  let waiting: string[] = [];
  let size = 0;
  let open = true;
  const flush = (): void => {
    // One call may write less than all of it, on a disk that is nearly full.
    const bytes = Buffer.from(waiting.join(''));
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    waiting = [];
    size = 0;
  };
  const close = (): void => {
    if (open) closeSync(file);
    open = false;
  };
  return {
    write(text) {
      waiting.push(text);
      size += text.length;
      if (size >= BLOCK) flush();
    },
    finish() {
      flush();
      fsyncSync(file);
      close();
      // A link, unlike a renaming, takes no other file's place.
      linkSync(partial, path);
      rmSync(partial);
    },
    abandon() {
      close();
      rmSync(partial, { force: true });
    },
  };
}
