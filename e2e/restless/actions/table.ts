import type { Chance } from '../../rigs/simulation/chance.ts';
import type { Action } from '../world.ts';
import { CHART_ACTIONS } from './chart.ts';
import { DEAD_MAN_ACTIONS } from './dead-man.ts';
import { ELSEWHERE_ACTIONS } from './elsewhere.ts';
import { HISTORY_ACTIONS } from './histories.ts';
import { LEVERAGE_ACTIONS } from './leverage.ts';
import { LIQUIDATION_ACTIONS } from './liquidation.ts';
import { MARKET_ACTIONS } from './market.ts';
import { NOTICE_ACTIONS } from './notices.ts';
import { ORDER_ACTIONS } from './orders.ts';
import { PANEL_ACTIONS } from './panels.ts';
import { PROFILE_ACTIONS } from './profiles.ts';
import { TICKET_ACTIONS } from './ticket.ts';

/** Everything that can happen; a new panel adds its own line. */
export const ACTIONS: readonly Action[] = [
  ...PANEL_ACTIONS,
  ...TICKET_ACTIONS,
  ...ORDER_ACTIONS,
  ...CHART_ACTIONS,
  ...HISTORY_ACTIONS,
  ...NOTICE_ACTIONS,
  ...DEAD_MAN_ACTIONS,
  ...ELSEWHERE_ACTIONS,
  ...MARKET_ACTIONS,
  ...LIQUIDATION_ACTIONS,
  ...LEVERAGE_ACTIONS,
  ...PROFILE_ACTIONS,
];

/** Draws an action: those that were done least are drawn most. */
export function draw(chance: Chance, done: ReadonlyMap<string, number>): Action {
  const share = ({ name, weight = 1 }: Action): number => weight / (1 + (done.get(name) ?? 0));
  let left = chance.fraction() * ACTIONS.reduce((sum, action) => sum + share(action), 0);
  for (const action of ACTIONS) {
    left -= share(action);
    if (left < 0) return action;
  }
  return chance.pick(ACTIONS);
}
