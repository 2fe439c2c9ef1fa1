import { closeSync, openSync, readFileSync, readSync } from 'node:fs';

/** Counts the places of a text in the readable memory of another process of ours, in three encodings. */
export function copiesInMemory(pid: number, secret: string): number {
  const forms = [secret, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')].flatMap(
    (form) => [Buffer.from(form, 'latin1'), Buffer.from(form, 'utf16le')],
  );
  const memory = openSync(`/proc/${pid}/mem`, 'r');
  let copies = 0;
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'latin1').split('\n')) {
      const region = /^([0-9a-f]+)-([0-9a-f]+) r/.exec(line);
      if (region === null || line.includes('[v')) continue;
      const start = Number.parseInt(region[1] ?? '', 16);
      const end = Number.parseInt(region[2] ?? '', 16);
      const bytes = readRegion(memory, start, end);
      if (bytes === null) continue;
      for (const form of forms)
        for (let at = bytes.indexOf(form); at !== -1; at = bytes.indexOf(form, at + 1)) copies += 1;
    }
  } finally {
    closeSync(memory);
  }
  return copies;
}

function readRegion(memory: number, start: number, end: number): Buffer | null {
  // Reserved and never touched address space is large and holds nothing.
  if (end - start > 1 << 30) return null;
  const bytes = Buffer.alloc(end - start);
  try {
    return bytes.subarray(0, readSync(memory, bytes, 0, bytes.length, start));
  } catch {
    return null;
  }
}
