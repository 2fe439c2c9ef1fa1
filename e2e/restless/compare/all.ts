import { algoComparison } from './algo-orders.ts';
import { balancesComparison } from './balances.ts';
import { chartComparison } from './chart.ts';
import type { Comparison } from './compare.ts';
import { historyComparisons } from './histories.ts';
import { bookComparison, ticketComparison } from './market.ts';
import { ordersComparison } from './orders.ts';
import { positionsComparison } from './positions.ts';
import { deadManComparison, leverageComparison } from './settings.ts';

/** Every panel that is compared; a new panel adds its own line. */
export const COMPARISONS: readonly Comparison[] = [
  ordersComparison,
  positionsComparison,
  balancesComparison,
  algoComparison,
  ticketComparison,
  bookComparison,
  chartComparison,
  leverageComparison,
  deadManComparison,
  ...historyComparisons,
];
