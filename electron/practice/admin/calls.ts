import { z } from 'zod';
import { afterwards } from '../engine/afterwards.ts';
import { audit } from '../engine/audit.ts';
import { fixed, fixedText } from '../engine/money/fixed.ts';
import { checkRisk } from '../engine/money/risk.ts';
import { dropTimers } from '../engine/clock/schedule.ts';
import { instrumentOf } from '../engine/symbols.ts';
import type { Venue } from '../engine/venue.ts';
import { announceDeposit } from '../engine/money/wallet.ts';
import type { Desk } from '../http/call.ts';
import { send } from '../market/makers.ts';
import { planMood, setMood } from '../market/mood.ts';
import { forcePrice, restartMarket } from '../market/step.ts';
import type { Hub } from '../stream/hub.ts';
import { adminCall, type AdminCall } from './admin.ts';
import type { Faults } from './faults.ts';
import type { Arrivals } from './received.ts';
import {
  advanceSchema,
  clockSchema,
  depositSchema,
  dropSchema,
  faultSchema,
  keySchema,
  lagSchema,
  maintenanceSchema,
  marketSchema,
  moodSchema,
  priceSchema,
  streamSchema,
  sweepSchema,
  walletSchema,
} from './requests.ts';
import { NO_STREAM_FAULTS } from './stream-faults.ts';

/** What the admin interface can reach. */
interface Levers {
  readonly venue: Venue;
  readonly desk: Desk;
  readonly hub: Hub;
  readonly faults: Faults;
  readonly arrivals: Arrivals;
  /** Lets exchange time jump ahead of real time. */
  leap(ms: number): void;
  /** Where REST is answered. */
  rest(): string;
  /** Why the state is not being kept, in words; null while it is. */
  unkept(): string | null;
  /** Ends all listen keys with their sockets. */
  expireListenKeys(): void;
}

const nothing = z.strictObject({});

/** The calls of the admin interface, by method and path. */
export function adminCalls(levers: Levers): Readonly<Record<string, AdminCall>> {
  const { venue, desk, hub, faults, arrivals } = levers;
  return {
    'GET /state': adminCall(nothing, () => ({
      now: venue.now,
      rest: levers.rest(),
      skewMs: desk.skewMs,
      maintenance: desk.maintenance,
      mood: venue.market?.mood ?? null,
      unkept: levers.unkept(),
      clients: hub.clients(),
      faults: faults.list(),
      openOrders: [...venue.accounts.values()].filter((row) => !row.house).reduce((sum, row) => sum + row.open.size, 0),
      /** When each account's dead-man switch fires, in exchange ms; 0 where it is off. */
      deadMan: Object.fromEntries(
        [...venue.accounts.values()].flatMap((row) => (row.house ? [] : [[row.name, row.deadManAt]])),
      ),
      money: Object.fromEntries([...audit(venue).money].map(([token, sum]) => [token, fixedText(sum)])),
    })),
    'GET /received': adminCall(nothing, () => ({ writes: arrivals.list() })),
    'DELETE /received': adminCall(nothing, () => arrivals.clear()),
    'POST /faults': adminCall(faultSchema, ({ times, ...fault }) => ({ id: faults.add({ ...fault, left: times }) })),
    'DELETE /faults': adminCall(nothing, () => {
      faults.clear();
      hub.disturb(NO_STREAM_FAULTS);
      desk.skewMs = 0;
      desk.maintenance = 0;
      desk.lagMs = 0;
      desk.frozenBooks = null;
    }),
    'POST /lag': adminCall(lagSchema, ({ historyMs, books }) => {
      desk.lagMs = historyMs;
      desk.frozenBooks = books ? new Map() : null;
    }),
    'POST /streams': adminCall(streamSchema, (setting) => hub.disturb(setting)),
    'POST /streams/drop': adminCall(dropSchema, ({ which }) => hub.drop(which)),
    'POST /clock': adminCall(clockSchema, ({ skewMs }) => {
      desk.skewMs = skewMs;
    }),
    'POST /advance': adminCall(advanceSchema, ({ ms }) => {
      levers.leap(ms);
      hub.flush();
      return { now: venue.now };
    }),
    'POST /price': adminCall(priceSchema, ({ symbol, price }) => {
      forcePrice(venue, instrumentOf(symbol), fixed(price));
      afterwards(venue);
      checkRisk(venue);
      hub.flush();
    }),
    'POST /market': adminCall(marketSchema, ({ still }) => {
      dropTimers(venue.schedule, 'market');
      if (!still && venue.market !== null) restartMarket(venue, venue.market);
    }),
    'POST /mood': adminCall(moodSchema, ({ mood, afterMs, forMs }) => {
      if (venue.market === null) throw new RangeError('There is no market.');
      if (afterMs === 0) setMood(venue, venue.market, mood);
      else planMood(venue, mood, afterMs);
      if (forMs !== undefined) planMood(venue, 'calm', afterMs + forMs);
    }),
    'POST /sweep': adminCall(sweepSchema, ({ symbol, side }) => {
      const instrument = instrumentOf(symbol);
      send(venue, venue.houses.taker, instrument, side, 'MARKET', 0, instrument.maxLots);
      afterwards(venue);
      checkRisk(venue);
      hub.flush();
    }),
    'POST /deposit': adminCall(depositSchema, ({ account: name, token, network, amount, fails }) => {
      const account = [...venue.accounts.values()].find((row) => !row.house && (row.name === name || row.id === name));
      if (account === undefined) throw new RangeError(`no such account: ${name}`);
      return { id: announceDeposit(venue, account, token, network, fixed(amount), fails).id };
    }),
    'POST /wallet/fail': adminCall(walletSchema, ({ id }) => {
      const found = [...venue.accounts.values()]
        .flatMap(({ histories }) => histories.wallet)
        .find((row) => row.id === id);
      if (found === undefined) throw new RangeError(`no such deposit or withdrawal: ${id}`);
      found.doomed = true;
    }),
    'POST /maintenance': adminCall(maintenanceSchema, ({ status }) => {
      desk.maintenance = status;
    }),
    'POST /keys/revoke': adminCall(keySchema, ({ key }) => ({ revoked: desk.keys.delete(key) })),
    'POST /keys/observe': adminCall(keySchema, ({ key }) => {
      if (!desk.keys.has(key)) throw new RangeError('No account has this key.');
      desk.observers.add(key);
    }),
    'POST /listen-keys/expire': adminCall(nothing, () => levers.expireListenKeys()),
  };
}
