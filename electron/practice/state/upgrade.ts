import type { Account, Order } from '../engine/model.ts';
import type { Venue } from '../engine/venue.ts';
import { newCrowd } from '../market/state.ts';

/** A venue as a state file holds it. */
export type KeptVenue = Omit<Venue, 'outlet'>;

/** Brings a venue from the format of its place in the list (the first is 1) to the next one. */
const STEPS: readonly ((venue: KeptVenue) => void)[] = [fromFirst, fromSecond];

/** The format in which state files are written. */
export const FORMAT = STEPS.length + 1;

/** Brings a venue that was kept in an older format to the one of today. */
export function upgrade(venue: KeptVenue, format: number): void {
  for (const step of STEPS.slice(format - 1)) step(venue);
}

/** What is being withdrawn is told apart from what orders keep back, and forced orders have a mark of their own. */
function fromFirst(venue: KeptVenue): void {
  for (const order of venue.orders.values()) markForced(order);
  for (const account of venue.accounts.values()) {
    account.calledAt = 0;
    for (const order of [...account.open.values(), ...account.finished.values()]) markForced(order);
    for (const { order } of account.fills) markForced(order);
    for (const balance of account.balances.values()) balance.leaving = leavingOf(account, balance.token);
  }
  for (const tape of venue.tapes.values()) for (const trade of tape.trades) Reflect.deleteProperty(trade, 'source');
}

/** The market has a mood, an index and a mark of its own, and an open interest of others. */
function fromSecond({ market }: KeptVenue): void {
  if (market === null) return;
  Object.assign(market, { unseen: null, seenTo: new Map(), mood: 'calm', crowd: newCrowd() });
  for (const asset of market.assets.values()) Object.assign(asset, { outside: 0, premium: 0 });
}

function markForced(order: Order): void {
  if (!Object.hasOwn(order, 'source')) return;
  Object.assign(order, { forced: Reflect.get(order, 'source') === 1 });
  Reflect.deleteProperty(order, 'source');
}

const leavingOf = ({ histories }: Account, token: string): bigint =>
  histories.wallet
    .filter(
      (row) =>
        row.token === token && row.tokenSide === 'WITHDRAW' && row.status !== 'COMPLETED' && row.status !== 'CANCELED',
    )
    .reduce((sum, { amount, fee }) => sum + amount + fee, 0n);
