import { describe, expect, it } from 'vitest';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import type { DeadMan } from './types.ts';
import { setUpMeasured } from './testing/fake-exchange.ts';

/*
 * Every state by every fault: a switch is brought into a state, the fault happens, and for three minutes
 * what the screen says is held against what the exchange has, ten times a second.
 */

type World = ReturnType<typeof setUpMeasured> & { man: DeadMan };
const TIMEOUT_MS = 30_000;
const HOUR = 3_600_000;

async function arm(world: World, mode: 'once' | 'renew'): Promise<void> {
  await world.after(200, world.man.arm({ ...world.id(), timeoutMs: TIMEOUT_MS, mode }));
}
async function refuse(world: World): Promise<void> {
  world.exchange.fate = () => 'not-vip';
  await arm(world, 'renew');
  world.exchange.fate = () => 'fine';
}

/** How each state is come to. */
const STATES: Readonly<Record<DeadManRow['state'], (world: World) => Promise<void>>> = {
  off: async () => undefined,
  async arming(world) {
    world.exchange.latency = 2_000;
    void world.man.arm({ ...world.id(), timeoutMs: TIMEOUT_MS, mode: 'renew' });
    await world.clock.move(500);
  },
  armed: (world) => arm(world, 'renew'),
  async renewing(world) {
    await arm(world, 'renew');
    world.exchange.latency = 900;
    await world.clock.move(TIMEOUT_MS / 4);
  },
  async failing(world) {
    await arm(world, 'renew');
    world.exchange.fate = () => 'lost';
    await world.clock.move(TIMEOUT_MS / 4 + 1_500);
  },
  async disarming(world) {
    await arm(world, 'renew');
    world.exchange.latency = 2_000;
    void world.man.disarm(world.id());
    await world.clock.move(500);
  },
  async unknown(world) {
    await arm(world, 'once');
    await world.clock.move(TIMEOUT_MS - 190);
    for (let part = 0; part < 40 && world.row(world.man).state !== 'unknown'; part += 1) await world.clock.move(10);
  },
  async fired(world) {
    await arm(world, 'once');
    await world.clock.move(TIMEOUT_MS + 2_000);
  },
  unavailable: refuse,
};

/** What happens then. `jumps`: the clocks have to be measured again. */
const FAULTS: Readonly<Record<string, { readonly jumps?: true; readonly happen: (world: World) => void }>> = {
  'the core is killed and started again': {
    happen(world) {
      world.man.stop();
      world.man = world.start();
    },
  },
  'a sleep of 5 s': { jumps: true, happen: ({ exchange }) => exchange.sleep(5_000) },
  'a sleep of an hour': { jumps: true, happen: ({ exchange }) => exchange.sleep(HOUR) },
  'the network is lost': {
    happen({ exchange, network }) {
      network.up = false;
      exchange.fate = () => 'unsent';
    },
  },
  'the network is lost for 20 s': {
    happen({ exchange, network, clock }) {
      network.up = false;
      exchange.fate = () => 'unsent';
      clock.after(20_000, () => {
        network.up = true;
        exchange.fate = () => 'fine';
      });
    },
  },
  'the local clock is set an hour ahead': { jumps: true, happen: ({ clock }) => void (clock.wall += HOUR) },
  'the local clock is set an hour back': { jumps: true, happen: ({ clock }) => void (clock.wall -= HOUR) },
  'the account is no VIP any more': { happen: ({ exchange }) => void (exchange.fate = () => 'not-vip') },
  'the exchange answers slowly': { happen: ({ exchange }) => void (exchange.latency = 2_500) },
  'the exchange takes everything and answers nothing': {
    happen: ({ exchange }) => void (exchange.fate = () => 'answer-lost'),
  },
};

describe.each(Object.entries(STATES))('%s', (state, reach) => {
  it.each(Object.entries(FAULTS))('and then %s: the screen is never safer than the truth', async (_name, fault) => {
    const world: World = Object.assign(setUpMeasured(), { man: null as unknown as DeadMan }); // made in the next lines
    const { clock, exchange, row } = world;
    await clock.move(100);
    world.man = world.start();
    await reach(world);
    expect(row(world.man).state).toBe(state);
    let goneAt: number | null = exchange.timer === null && exchange.cancelledAt.length > 0 ? clock.monotonic() : null;
    exchange.onFire = () => {
      const { state: shown, inDoubt } = row(world.man);
      // Never one cancelled while the screen said disarmed and confirmed.
      expect(['off', 'unavailable']).not.toContain(shown);
      if (shown === 'fired') expect(inDoubt).toBe(true);
      goneAt ??= clock.monotonic();
    };
    const happenedAt = clock.monotonic();
    fault.happen(world);
    for (let part = 0; part < 1_800; part += 1) {
      await clock.move(100);
      const { state: shown, deadlineLocal } = row(world.man);
      if (exchange.timer !== null) {
        expect(['off', 'unavailable']).not.toContain(shown);
        const noticed = fault.jumps !== true || clock.monotonic() - happenedAt > 1_200;
        if (noticed && deadlineLocal !== null)
          expect(deadlineLocal - clock.now()).toBeLessThanOrEqual(exchange.timer - exchange.now() + 1);
      }
      // Where orders went, the screen no longer says that they are guarded: at the latest once a measurement of
      // the exchange's clock was waited for in vain, and a second after.
      if (goneAt !== null && exchange.timer === null && clock.monotonic() - goneAt > 4_200)
        expect(['armed', 'renewing']).not.toContain(shown);
      if (shown === 'fired') expect(exchange.orders).toBe(0);
    }
    world.man.stop();
  });
});
