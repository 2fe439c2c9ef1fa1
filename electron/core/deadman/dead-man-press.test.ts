import { expect, it } from 'vitest';
import { FaultError } from '../../../shared/errors.ts';
import type { JournaledCommand } from '../storage/journal.ts';
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

it('ends a press that was not answered as not known, once it can no longer change the switch', async () => {
  const { clock, exchange, start, id, row, after, disk } = setUp();
  const man = start();
  const lost = id();
  exchange.fate = () => 'lost';
  expect(await after(6_000, man.disarm(lost))).toMatchObject({ status: 'unconfirmed' });
  disk.past = { commandId: lost.commandId, name: 'deadman.disarm', outcome: null };
  await clock.move(300_000);
  expect(await man.disarm(lost)).toMatchObject({ status: 'unconfirmed' });
  expect(row(man).inDoubt).toBe(true);
  await clock.move(60_000);
  expect(await man.disarm(lost)).toMatchObject({ status: 'rejected', fault: { kind: 'OutcomeUnknown' } });
  expect([row(man).inDoubt, exchange.arrivals.length]).toEqual([false, 0]);
});

it('does not call an arming refused that the program did not live to see answered', async () => {
  const { start, id, disk } = setUp();
  const man = start();
  const old = { ...id(), name: 'deadman.arm', outcome: null };
  disk.past = old;
  expect(man.resume(old as unknown as JournaledCommand)).toBe(true); // what is read of it
  const again = await man.arm({ commandId: old.commandId, timeoutMs: 60_000, mode: 'once' });
  expect(again).toMatchObject({ status: 'rejected', fault: { kind: 'OutcomeUnknown' } });
});

it('does not renew what was armed once, because a disarm that was pressed meanwhile was refused', async () => {
  const { clock, exchange, start, id, row, after } = setUp();
  const man = start();
  await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'renew' }));
  exchange.latency = 500;
  const arming = man.arm({ ...id(), timeoutMs: 30_000, mode: 'once' });
  const disarming = man.disarm(id());
  await clock.move(400);
  exchange.fate = () => 'refused';
  expect(await after(2_000, disarming)).toMatchObject({ status: 'rejected' });
  expect(await arming).toMatchObject({ status: 'accepted' });
  exchange.fate = () => 'fine';
  expect(row(man)).toMatchObject({ mode: 'once', timeoutMs: 30_000 });
  const arrived = exchange.arrivals.length;
  await clock.move(20_000);
  expect(exchange.arrivals).toHaveLength(arrived);
});

it('is not renewed after a disarm by an arming that was on its way before it', async () => {
  const { clock, exchange, start, id, row, after } = setUp();
  const man = start();
  exchange.fate = () => 'lost';
  const arming = man.arm({ ...id(), timeoutMs: 30_000, mode: 'renew' });
  const disarming = man.disarm(id());
  await clock.move(10);
  exchange.fate = () => 'fine';
  await after(6_000, disarming);
  expect([(await arming).status, (await disarming).status]).toEqual(['unconfirmed', 'accepted']);
  await clock.move(30_000);
  expect([exchange.timer, row(man).mode]).toEqual([null, null]);
});

it('is not said to have fired where the orders that were open were filled', async () => {
  const { clock, exchange, start, id, row, after, known } = setUp();
  const man = start();
  await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }));
  exchange.timer = null;
  await clock.move(60_100);
  exchange.orders = 0;
  for (const filled of ['0', '1', '2']) known.filled.add(filled);
  await clock.move(3_000);
  expect(row(man).report).toMatchObject({ before: 0, after: 0 });
  expect(row(man).message).not.toContain('fired');
});

it('is not said to have fired for certain where a cancel of ours may have ended the orders', async () => {
  const { clock, exchange, start, id, row, after, known } = setUp();
  const man = start();
  exchange.fate = () => 'answer-lost';
  await after(6_000, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }));
  exchange.timer = null;
  await clock.move(50_000);
  exchange.orders = 0;
  for (const orderId of ['0', '1', '2']) known.doubtful.add(orderId);
  await clock.move(10_000);
  expect(row(man).report).toMatchObject({ before: 0, after: 0 });
  expect(row(man).message).toContain('It may have fired: nothing shows what ended 3 orders');
});

it('is said to have fired where the exchange promised it, whatever else may have ended the orders', async () => {
  const { clock, start, id, row, after, known } = setUp();
  const man = start();
  await after(30, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }));
  for (const orderId of ['0', '1', '2']) known.doubtful.add(orderId);
  await clock.move(61_000);
  expect(row(man)).toMatchObject({
    report: { before: 3 },
    message: expect.stringContaining('fired. All 3 orders were cancelled.'),
  });
});

it('says that it fired also where its time had passed before with nothing to end', async () => {
  const { clock, exchange, start, id, row, after, known } = setUp();
  const man = start();
  exchange.fate = () => 'lost';
  await after(6_000, man.arm({ ...id(), timeoutMs: 60_000, mode: 'once' }));
  exchange.fate = () => 'answer-lost';
  await after(6_000, man.arm({ ...id(), timeoutMs: 120_000, mode: 'once' }));
  exchange.orders = 0;
  known.orders = 0;
  await clock.move(60_000);
  expect(row(man).report).toMatchObject({ before: 0 });
  exchange.orders = 2;
  known.orders = 2;
  await clock.move(70_000);
  expect(exchange.cancelledAt).toHaveLength(1);
  expect(row(man)).toMatchObject({
    report: { before: 2 },
    message: expect.stringContaining('fired. All 2 orders were cancelled.'),
  });
});
