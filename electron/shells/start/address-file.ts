import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file that leads a browser to an address. */
export interface AddressFile {
  /** Its own address, which is no secret. */
  readonly url: string;
  remove(): void;
}

const FOLDER = 'open';

/**
 * Writes a file that leads to the address of this start. Other users of the machine can read the command line of a
 * browser, and would come in first; the file and its folder are for this user alone.
 *
 * @param name of the file, which cannot be guessed.
 * @throws Error of the file system.
 */
export function writeAddressFile(dataFolder: string, address: string, name: string): AddressFile {
  const folder = join(dataFolder, FOLDER);
  // One that a crash left behind goes too; its address opens nothing any more.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  const path = join(folder, `${name}.html`);
  writeFileSync(path, documentFor(address), { mode: 0o600, flag: 'wx' });
  // Whatever the mask of the process is.
  chmodSync(path, 0o600);
  return { url: pathToFileURL(path).href, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

const documentFor = (address: string): string => `<!doctype html>
<meta charset="utf-8" />
<meta name="referrer" content="no-referrer" />
<meta http-equiv="refresh" content="0; url=${address}" />
<title>Quarterdeck</title>
`;
