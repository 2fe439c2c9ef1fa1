/**
 * The word that lets this page's own libraries add style elements under the content security policy.
 * The shell writes it into the page it serves; without one (a development server) there is no policy.
 */
export function styleNonce(): string | undefined {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
  return meta === null || meta.content === '' ? undefined : meta.content;
}
