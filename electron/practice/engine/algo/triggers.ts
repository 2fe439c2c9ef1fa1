import { ONE } from '../money/fixed.ts';
import type { Venue } from '../venue.ts';
import { watchedPrice } from './draft.ts';
import type { AlgoNode, TriggerPriceType } from '../model.ts';
import { fire, tell } from './run.ts';

/** Shows a price of a kind to everything that watches the symbol. */
export function showPrice(venue: Venue, symbol: string, kind: TriggerPriceType, ticks: number): void {
  const watchers = venue.watched.get(symbol);
  if (watchers === undefined) return;
  for (const node of [...watchers]) {
    if (node.triggerPriceType !== kind || node.stage !== 'armed') continue;
    if (node.algoType === 'TRAILING_STOP' ? trails(venue, node, ticks) : reached(node, ticks)) fire(venue, node, ticks);
  }
}

const reached = (node: AlgoNode, ticks: number): boolean =>
  node.direction === 1 ? ticks >= node.triggerPrice : ticks <= node.triggerPrice;

/** A trailing stop follows the best price since its activation, and is met when the price comes back by the callback. */
function trails(venue: Venue, node: AlgoNode, ticks: number): boolean {
  const sells = node.side === 'SELL';
  if (!node.isActivated) {
    if (sells ? ticks < node.activatedPrice : ticks > node.activatedPrice) return false;
    node.isActivated = true;
    node.extreme = ticks;
    tell(venue, [node]);
    return false;
  }
  if (node.extreme === 0 || (sells ? ticks > node.extreme : ticks < node.extreme)) {
    node.extreme = ticks;
    return false;
  }
  if (node.callbackValue !== null)
    return sells ? ticks <= node.extreme - node.callbackValue : ticks >= node.extreme + node.callbackValue;
  const rate = node.callbackRate ?? 0n;
  const [now, best] = [BigInt(ticks) * ONE, BigInt(node.extreme)];
  return sells ? now <= best * (ONE - rate) : now >= best * (ONE + rate);
}

/** Shows the mark and index that a step of the market left. */
export function showMarks(venue: Venue, symbol: string): void {
  showPrice(venue, symbol, 'MARK_PRICE', watchedPrice(venue, symbol, 'MARK_PRICE'));
  showPrice(venue, symbol, 'INDEX_PRICE', watchedPrice(venue, symbol, 'INDEX_PRICE'));
}
