import { expect, it } from 'vitest';
import type { PageFiles } from './page-files.ts';
import { answerPage, registerScheme } from './scheme.ts';

const pages: PageFiles = new Map([
  ['/', { type: 'text/html; charset=utf-8', body: Buffer.from('<meta name="csp-nonce" content="" />') }],
  ['/assets/a.js', { type: 'text/javascript; charset=utf-8', body: Buffer.from('1') }],
]);
const ask = (url: string, method = 'GET'): Response => answerPage({ url, method }, pages);

it('serves the page with a policy that lets nothing out', async () => {
  const response = ask('app://terminal/');
  const nonce = /content="([\w-]{22})"/.exec(await response.text())?.[1];
  expect(response.headers.get('content-security-policy')?.split('; ')).toEqual([
    "default-src 'none'",
    'script-src app://terminal',
    `style-src app://terminal 'nonce-${nonce}'`,
    'img-src app://terminal data:',
    'font-src app://terminal',
    "connect-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]);
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

it('serves its files by their exact address', async () => {
  const response = ask('app://terminal/assets/a.js');
  expect([response.status, await response.text()]).toEqual([200, '1']);
  expect(response.headers.get('content-type')).toMatch(/^text\/javascript/);
});

it.each([
  'app://terminal/index.html',
  'app://terminal/../package.json',
  'app://terminal/%2e%2e/package.json',
  'app://terminal/%252e%252e/package.json',
  'app://terminal/..\\package.json',
  'app://terminal/assets/a.js%00',
  'app://terminal/assets/A.JS',
  'app://terminal/assets/a.js.',
  'app://terminal/assets/a.js::$DATA',
  'app://terminal/assets/a.js?x',
  'app://terminal//etc/passwd',
  'app://terminal/etc/passwd',
  'app://terminal',
  'app://terminal.evil/',
  'app://terminal@evil/',
  'app://evil/',
  'file:///etc/passwd',
  '',
])('has nothing at %j', async (url) => {
  const response = ask(url);
  expect([response.status, await response.text()]).toEqual([404, '']);
});

it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('does not answer %s', (method) => {
  expect(ask('app://terminal/', method).status).toBe(405);
});

it('makes the scheme one with an origin, and gives it nothing else', () => {
  let registered: readonly unknown[] = [];
  registerScheme({ registerSchemesAsPrivileged: (schemes) => (registered = schemes) });
  expect(registered).toEqual([
    {
      scheme: 'app',
      privileges: {
        standard: true,
        secure: true,
        codeCache: true,
        bypassCSP: false,
        allowServiceWorkers: false,
        supportFetchAPI: false,
        corsEnabled: false,
      },
    },
  ]);
});
