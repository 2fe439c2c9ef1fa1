import { expect, test } from 'vitest';
import { newFaults } from '../admin/faults.ts';
import type { Received } from './answer.ts';
import { responder } from './respond.ts';

const request: Received = { method: 'GET', target: '/v3/public/systemInfo?x=1', headers: {}, body: null, address: '' };
const answered = { status: 200, body: '{"success":true}' };

test('latency makes every answer late and changes nothing else', () => {
  const lateness = [0, 12, 7];
  const respond = responder(
    () => answered,
    newFaults(() => 0),
    null,
    () => lateness.shift() ?? 0,
  );
  expect([respond(request), respond(request), respond(request)]).toEqual([
    answered,
    { ...answered, delayMs: 12 },
    { ...answered, delayMs: 7 },
  ]);
});

test('a fault that does not process keeps the request from the exchange', () => {
  let processed = 0;
  const faults = newFaults(() => 0);
  const respond = responder(
    () => {
      processed += 1;
      return answered;
    },
    faults,
    null,
    () => 0,
  );
  const fault = { kind: 'reset', ms: 0, status: 503, code: -1000, share: 1, left: 1 } as const;
  faults.add({ ...fault, process: false, path: '/v3/public/systemInfo' });
  faults.add({ ...fault, process: true, path: '/v3/other' });
  expect([respond(request).fate, processed]).toEqual(['reset', 0]);
  expect([respond(request).fate, processed]).toEqual([undefined, 1]);
  expect(faults.list()).toHaveLength(1);
});
