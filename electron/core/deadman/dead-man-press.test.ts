import { expect, it } from 'vitest';
import { FaultError } from '../../../shared/errors.ts';
import { setUp } from './testing/fake-exchange.ts';

/** Presses that come to nothing must not end a renewal that was promised. */

it('goes on being renewed where another arming is refused while a renewal comes due', async () => {
  const { clock, exchange, start, id, row, after } = setUp();
  const man = start();
  await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
  exchange.latency = 1_000;
  await clock.move(14_500); // half a second before the renewal
  exchange.fate = () => 'refused';
  const arming = man.arm({ ...id(), timeoutMs: 120_000, mode: 'renew' });
  await clock.move(900);
  exchange.fate = () => 'fine';
  expect(await after(1_000, arming)).toMatchObject({ status: 'rejected' });
  exchange.latency = 20;
  await clock.move(605_000);
  expect(exchange.cancelledAt).toEqual([]);
  expect(row(man)).toMatchObject({ state: 'armed', mode: 'renew', timeoutMs: 60_000 });
});

it('goes on being renewed where a disarm cannot be written down', async () => {
  const { clock, exchange, start, id, row, after, disk } = setUp();
  const man = start();
  await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
  const full = new FaultError({ kind: 'NotAllowed', policy: 'journal', reason: 'The disk is full.' });
  disk.journal = () => {
    throw full;
  };
  await expect(man.disarm(id())).rejects.toBe(full);
  await clock.move(605_000);
  expect(exchange.cancelledAt).toEqual([]);
  expect(row(man)).toMatchObject({ state: 'armed', mode: 'renew' });
});

it('goes on being renewed where a disarm of before comes a second time', async () => {
  const { clock, exchange, start, id, row, after, disk } = setUp();
  const man = start();
  const old = id();
  await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
  await after(30, man.disarm(old));
  await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
  const ended = { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: null } as const;
  disk.past = { commandId: old.commandId, name: 'deadman.disarm', outcome: ended };
  expect(await man.disarm(old)).toEqual(ended);
  await clock.move(605_000);
  expect(exchange.cancelledAt).toEqual([]);
  expect(row(man)).toMatchObject({ state: 'armed', mode: 'renew' });
});
