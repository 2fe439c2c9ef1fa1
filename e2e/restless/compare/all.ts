import { staleDifferences } from './age.ts';
import { algoComparison } from './algo-orders.ts';
import { availableComparison } from './available.ts';
import { balancesComparison } from './balances.ts';
import { chartComparison } from './chart.ts';
import type { Comparison } from './compare.ts';
import { historyComparisons } from './histories.ts';
import { bookComparison, ticketComparison, tradesComparison } from './market.ts';
import { ordersComparison } from './orders.ts';
import { positionsComparison } from './positions.ts';
import { deadManComparison, leverageComparison, leverageReviewComparison } from './settings.ts';

const PANELS: readonly Comparison[] = [
  ordersComparison,
  positionsComparison,
  balancesComparison,
  algoComparison,
  ticketComparison,
  bookComparison,
  tradesComparison,
  chartComparison,
  leverageComparison,
  deadManComparison,
  ...historyComparisons,
  availableComparison,
  leverageReviewComparison,
];

/** Every panel that is compared; a new panel adds its own line. None of them may call itself old. */
export const COMPARISONS: readonly Comparison[] = PANELS.map((comparison) => ({
  ...comparison,
  differences: async (world) => [
    ...(await staleDifferences(world, comparison.panel)),
    ...(await comparison.differences(world)),
  ],
}));
