import type { Profile } from '../../../electron/core/storage/settings.ts';
import type { Chance } from './chance.ts';
import type { Weather } from './network.ts';

export const PROFILE: Profile = {
  id: 'simulated',
  name: 'Simulated',
  environment: 'staging',
  rest: 'http://127.0.0.1:1',
  publicStream: 'ws://127.0.0.1:1/v3/public',
  privateStream: 'ws://127.0.0.1:1/v3/private',
  viewOnly: false,
};

/** Everything that one seed decides before it begins. */
export interface Plan {
  readonly weather: Weather;
  readonly crashes: boolean;
  readonly deadMan: boolean;
  /** The person's own limit of one order's value; null for none. */
  readonly largestOrder: number | null;
}

/** Makes it of a seed’s chance. */
export function planOf(chance: Chance): Plan {
  const bad = (most: number): number => (chance.happens(0.3) ? 0 : chance.fraction() * most);
  return {
    weather: {
      writes: chance.happens(0.2) ? 0 : 0.3 + bad(0.4),
      reads: bad(0.3),
      lost: bad(0.3),
      twice: bad(0.3),
      late: bad(0.3),
      cut: bad(0.05),
    },
    crashes: chance.happens(0.4),
    deadMan: chance.happens(0.3),
    largestOrder: chance.happens(0.3) ? 6_000 : null,
  };
}
