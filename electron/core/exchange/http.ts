import { Pool } from 'undici';
import { HttpFailure, type Http } from '../ports.ts';

/** Failures before a connection stood: no byte of the request can have left. */
const NOTHING_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/**
 * HTTP on kept-alive connections through undici's Pool, which does not send a request again when a
 * connection dies; Chromium's stack and undici's RetryAgent do. No retry and no redirect is set here.
 */
export function createHttp(): Http {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    let pool = pools.get(origin);
    if (pool === undefined) {
      pool = new Pool(origin, { connections: 16, pipelining: 1, connect: { timeout: 5_000 } });
      pools.set(origin, pool);
    }
    return pool;
  };
  return {
    send: async ({ method, url, headers, body, timeoutMs, signal }) => {
      const { origin, pathname, search } = new URL(url);
      const deadline = AbortSignal.timeout(timeoutMs);
      try {
        const answer = await poolOf(origin).request({
          // The path as signed, not as a URL parser would write it again.
          path: url.startsWith(origin) ? url.slice(origin.length) : pathname + search,
          method,
          headers: { ...headers },
          body,
          signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
        });
        return { status: answer.statusCode, body: await answer.body.text(), headers: {} };
      } catch (error) {
        throw failureOf(error, deadline.aborted, timeoutMs);
      }
    },
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

function failureOf(error: unknown, late: boolean, timeoutMs: number): HttpFailure {
  if (late) return new HttpFailure(`no answer within ${timeoutMs / 1000} s`, true);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const words = error instanceof Error ? error.message || code : String(error);
  return new HttpFailure(words === '' ? code : words, !NOTHING_SENT.has(code));
}
