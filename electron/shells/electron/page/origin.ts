/** The page's own scheme instead of `file:`, whose pages may read every file of the user. */
export const PAGE_SCHEME = 'app';
export const PAGE_ORIGIN = 'app://terminal';
export const PAGE_ADDRESS = 'app://terminal/';

/**
 * Whether an address is the one page. Read by an address parser: `app://terminal.evil` and
 * `app://terminal@evil` begin like ours and are not.
 */
export function isPage(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === `${PAGE_SCHEME}:` &&
    url.host === 'terminal' &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === ''
  );
}
