/** Where a page may load from and what it may talk to. */
export interface PolicyPlaces {
  /** The page's own origin, written out: with `'self'` a policy says less to whoever checks it. */
  readonly origin: string;
  /** The one address that it may connect to; none where the pipe is not a socket. */
  readonly socket: string | null;
  /** For the style elements that AG Grid and Dockview make; new with every load. */
  readonly nonce: string;
}

/**
 * The content security policy of the page. Scripts, styles and pictures come from the page's own files
 * alone; no request leaves but the one socket; text never becomes markup (Trusted Types).
 */
export function contentPolicy({ origin, socket, nonce }: PolicyPlaces): string {
  const rules: readonly (readonly [string, string])[] = [
    ['default-src', "'none'"],
    ['script-src', origin],
    ['style-src', `${origin} 'nonce-${nonce}'`],
    // The grid's icons are pictures inside its style sheet.
    ['img-src', `${origin} data:`],
    ['font-src', origin],
    ['connect-src', socket ?? "'none'"],
    ['worker-src', "'none'"],
    ['object-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', "'none'"],
    // Text becomes neither markup nor script, and nobody may make a rule that it does.
    ['require-trusted-types-for', "'script'"],
    ['trusted-types', "'none'"],
  ];
  return rules.map(([name, value]) => `${name} ${value}`).join('; ');
}

/** The other headers of every file of the page, whichever shell serves it. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Frame-Options': 'DENY',
  'X-DNS-Prefetch-Control': 'off',
  'Permissions-Policy': [
    'accelerometer',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'local-fonts',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'publickey-credentials-get',
    'screen-wake-lock',
    'serial',
    'usb',
    'window-management',
    'xr-spatial-tracking',
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
};
