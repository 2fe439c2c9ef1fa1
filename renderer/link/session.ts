/**
 * The key of this tab to the loopback host. The launch token comes in the address's fragment, works
 * once, and is replaced by the session key that `welcome` brings; both live in sessionStorage, which
 * is apart for each port and tab, and never in a cookie.
 */
const KEY = 'quarterdeck.session';

/** Moves the launch token out of the address, so that neither history nor a screenshot keeps it. */
export function keepLaunchToken(): void {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return;
  history.replaceState(null, '', location.pathname);
  sessionStorage.setItem(KEY, token);
}

export function sessionKey(): string | null {
  return sessionStorage.getItem(KEY);
}

export function keepSession(key: string): void {
  sessionStorage.setItem(KEY, key);
}
