import { Pool, type Dispatcher } from 'undici';
import { HttpFailure, type Http, type HttpAnswer, type HttpRequest } from '../../world/ports.ts';

/** More than the limiter lets out at once, so that nothing waits for a connection here. */
const CONNECTIONS = 64;
const CONNECT_MS = 5_000;
/** Where the server does not say how long it keeps an idle connection. */
const KEEP_ALIVE_MS = 30_000;
const MAX_ANSWER_BYTES = 32 * 1024 * 1024;

/**
 * HTTP on kept-alive connections. A request goes to one connection once: undici's Pool does not send
 * again when a connection dies, whereas Chromium's stack and undici's RetryAgent do (quality.md, finding
 * 1). HTTP/2 is off, because a server may hand a stream back to be sent again.
 */
export function createHttp(): Http {
  const pools = new Map<string, Pool>();
  const poolOf = (origin: string): Pool => {
    let pool = pools.get(origin);
    if (pool === undefined) {
      pool = new Pool(origin, {
        connections: CONNECTIONS,
        pipelining: 1,
        allowH2: false,
        keepAliveTimeout: KEEP_ALIVE_MS,
        // Said aloud: left out, a variable of the environment could switch it off.
        connect: { timeout: CONNECT_MS, rejectUnauthorized: true },
      });
      pools.set(origin, pool);
    }
    return pool;
  };
  return {
    send: (request) => new Promise((resolve, reject) => sendOnce(poolOf, request, resolve, reject)),
    close: async () => {
      await Promise.all([...pools.values()].map((pool) => pool.destroy()));
      pools.clear();
    },
  };
}

function sendOnce(
  poolOf: (origin: string) => Pool,
  { method, url, headers, body, timeoutMs, signal }: HttpRequest,
  resolve: (answer: HttpAnswer) => void,
  reject: (failure: HttpFailure) => void,
): void {
  // Set by undici right before it writes the first byte: until then nothing was sent.
  let started: Dispatcher.DispatchController | null = null;
  let over = false;
  let status = 0;
  const chunks: Buffer[] = [];
  let size = 0;

  const finish = (): boolean => {
    if (over) return false;
    over = true;
    clearTimeout(timer);
    signal?.removeEventListener('abort', abandon);
    return true;
  };
  const fail = (message: string): void => {
    if (finish()) reject(new HttpFailure(message, started !== null));
  };
  const giveUp = (message: string): void => {
    fail(message);
    started?.abort(new Error(message));
  };
  const abandon = (): void => giveUp('given up');
  const timer = setTimeout(() => giveUp(`no answer within ${timeoutMs / 1000} s`), timeoutMs);
  if (signal?.aborted === true) return abandon();
  signal?.addEventListener('abort', abandon, { once: true });

  // The path is sent as it was signed, not as a URL parser would write it again.
  const pathAt = url.indexOf('/', url.indexOf('://') + 3);
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      if (over) controller.abort(new Error('given up before it was sent'));
      else started = controller;
    },
    onResponseStart(_controller, statusCode) {
      status = statusCode;
    },
    onResponseData(_controller, chunk) {
      size += chunk.length;
      if (size > MAX_ANSWER_BYTES) giveUp('the answer is too large');
      else chunks.push(chunk);
    },
    onResponseEnd() {
      const [first] = chunks;
      const text = (chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks)).toString();
      if (finish()) resolve({ status, body: text });
    },
    onResponseError(_controller, error) {
      fail(wordsOf(error));
    },
  };
  try {
    poolOf(url.slice(0, pathAt)).dispatch({ method, path: url.slice(pathAt), headers, body }, handler);
  } catch (error) {
    fail(wordsOf(error));
  }
}

/** Where every address of a name failed, the message is empty and the code says it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message !== '' || !('code' in error) ? error.message : String(error.code);
}
