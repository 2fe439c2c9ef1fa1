import type { Fault, Faults } from '../admin/faults.ts';
import type { Arrivals } from '../admin/received.ts';
import type { Received, Reply } from './answer.ts';

/** Answers a request, with what faults and latency make of it. */
type Respond = (request: Received) => Reply;

/**
 * Puts faults and latency around the exchange's answers.
 *
 * @param process the exchange itself.
 * @param lateness ms that an answer is late; 0 for none.
 * @param spared whether a request meets no fault, is not late, and is not noted.
 */
export function responder(
  process: (request: Received) => Reply,
  faults: Faults,
  arrivals: Arrivals | null,
  lateness: () => number,
  spared: (request: Received) => boolean = () => false,
): Respond {
  const earlier = new Map<string, string>();
  const note = (request: Received, status: number): void => arrivals?.note(request, status);
  return (request) => {
    if (spared(request)) return process(request);
    const fault = faults.strike(request);
    const stale = earlier.get(request.method) ?? '{}';
    if (fault !== null && !fault.process) {
      note(request, 0);
      return spoiled(fault, { status: 200, body: '{}' }, stale);
    }
    const reply = process(request);
    note(request, reply.status);
    // Only an exchange that can have faults pays for remembering answers.
    if (arrivals !== null) earlier.set(request.method, reply.body);
    if (fault !== null) return spoiled(fault, reply, stale);
    const delayMs = lateness();
    return delayMs === 0 ? reply : { ...reply, delayMs };
  };
}

const PROXY_PAGE = '<!doctype html><title>502 Bad Gateway</title><h1>502 Bad Gateway</h1>';

/** An answer as a fault leaves it. */
function spoiled(fault: Fault, reply: Reply, stale: string): Reply {
  const late = fault.ms > 0 ? { delayMs: fault.ms } : {};
  switch (fault.kind) {
    case 'delay':
      return { ...reply, delayMs: fault.ms };
    case 'hang':
    case 'reset':
    case 'close':
    case 'cut':
      return { ...reply, ...late, fate: fault.kind };
    case 'status':
      return {
        ...late,
        status: fault.status,
        body: JSON.stringify({ success: false, code: fault.code, message: 'An unknown error occurred.' }),
      };
    case 'garbage':
      return { ...late, status: 200, body: '{"success":tru\u0000\ufffd[[' };
    case 'html':
      return { ...late, status: 200, body: PROXY_PAGE };
    case 'stale':
      return { ...late, status: 200, body: stale };
  }
}
