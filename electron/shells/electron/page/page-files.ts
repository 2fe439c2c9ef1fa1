import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

/** One file of the page, held in memory. */
export interface PageFile {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * The page by address path. It is read once at start: a request is looked up, never joined to a
 * folder, so that no trick with dots, slashes or encodings can name another file.
 */
export type PageFiles = ReadonlyMap<string, PageFile>;

/** The document itself. It stands under `/` alone. */
export const DOCUMENT = '/';

const NONCE_PLACE = '<meta name="csp-nonce" content="" />';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

/**
 * Reads the built page.
 *
 * @param folder of the built page; links in it are left out.
 * @throws Error when there is no document, or a file of a kind that is not known.
 */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry): Promise<[string, PageFile]> => {
        const file = join(entry.parentPath, entry.name);
        const type = TYPES[extname(entry.name)];
        if (type === undefined) throw new Error(`The page has a file of unknown kind: ${entry.name}`);
        const path = `/${relative(folder, file).split(sep).join('/')}`;
        return [path === '/index.html' ? DOCUMENT : path, { type, body: await readFile(file) }];
      }),
  );
  const page = new Map(files);
  const document = page.get(DOCUMENT);
  if (document === undefined) throw new Error(`There is no page in ${folder}.`);
  if (!document.body.includes(NONCE_PLACE)) throw new Error(`The page in ${folder} has no place for its nonce.`);
  return page;
}

/** The document with the nonce that its own style elements need under the content security policy. */
export function withNonce(document: PageFile, nonce: string): Buffer {
  return Buffer.from(document.body.toString().replace(NONCE_PLACE, `<meta name="csp-nonce" content="${nonce}" />`));
}
