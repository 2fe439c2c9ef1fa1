/**
 * The word that lets this page's own libraries add style elements under the content security policy.
 * The shell writes it into the page it serves; a development server has neither word nor policy.
 */
export function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}
