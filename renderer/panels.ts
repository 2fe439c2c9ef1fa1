import { createElement, lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { HistoryName } from '../shared/history/tables.ts';
import { afterTicket } from './state/orders/after-ticket.ts';

/** Where a panel goes on the first start, and where it comes back when it is opened again. */
export type PanelPlace = 'left' | 'left-below' | 'right' | 'right-below' | 'center' | 'bottom';

export interface PanelEntry {
  readonly id: string;
  /** The tab's text and the region's accessible name. */
  readonly title: string;
  readonly place: PanelPlace;
  /** Not opened by itself on the first start; the palette has it. */
  readonly closedAtFirst?: boolean;
  /** A file of the panel's folder with the component as its default export; loaded when first shown. */
  readonly component: LazyExoticComponent<ComponentType>;
}

/** All histories are one panel, each with its own table. */
const historyPanel = (history: HistoryName): PanelEntry['component'] =>
  lazy(async () => {
    const { HistoryPanel } = await import('./panels/history/history-panel.tsx');
    return { default: () => createElement(HistoryPanel, { history }) };
  });

/** Every panel there is. Order is the order of tabs within a place, and of the keys Alt+1 to Alt+9. */
export const panels: readonly PanelEntry[] = [
  {
    id: 'order-entry',
    title: 'Order entry',
    place: 'left',
    component: lazy(() => import('./panels/order-entry/order-entry-panel.tsx')),
  },
  {
    id: 'dead-man',
    title: 'Dead-man switch',
    place: 'left-below',
    component: lazy(() => import('./panels/dead-man/dead-man-panel.tsx')),
  },
  {
    id: 'leverage',
    title: 'Leverage and position mode',
    place: 'left-below',
    component: lazy(() => import('./panels/leverage/leverage-panel.tsx')),
  },
  {
    id: 'chart',
    title: 'Chart',
    place: 'center',
    component: lazy(() => afterTicket(() => import('./panels/market/chart/chart-panel.tsx'))),
  },
  {
    id: 'order-book',
    title: 'Order book',
    place: 'right',
    component: lazy(() => import('./panels/market/order-book/order-book-panel.tsx')),
  },
  {
    id: 'open-orders',
    title: 'Open orders',
    place: 'bottom',
    component: lazy(() => import('./panels/open-orders/open-orders-panel.tsx')),
  },
  {
    id: 'algo-orders',
    title: 'Algo orders',
    place: 'bottom',
    component: lazy(() => import('./panels/algo-orders/algo-orders-panel.tsx')),
  },
  {
    id: 'positions',
    title: 'Positions',
    place: 'bottom',
    component: lazy(() => import('./panels/positions/positions-panel.tsx')),
  },
  {
    id: 'balances',
    title: 'Balances',
    place: 'bottom',
    component: lazy(() => import('./panels/balances/balances-panel.tsx')),
  },
  {
    id: 'order-history',
    title: 'Order history',
    place: 'bottom',
    component: historyPanel('orders'),
  },
  {
    id: 'fills',
    title: 'Fills',
    place: 'bottom',
    component: historyPanel('fills'),
  },
  {
    id: 'wallet-history',
    title: 'Wallet history',
    place: 'bottom',
    component: historyPanel('wallet'),
  },
  {
    id: 'transfer-history',
    title: 'Transfer history',
    place: 'bottom',
    component: historyPanel('transfers'),
  },
  {
    id: 'margin-interest',
    title: 'Margin interest history',
    place: 'bottom',
    component: historyPanel('interest'),
  },
  {
    id: 'funding-fees',
    title: 'Funding fee history',
    place: 'bottom',
    component: historyPanel('funding'),
  },
  {
    id: 'referral-summary',
    title: 'Referral summary',
    place: 'bottom',
    component: historyPanel('referrals'),
  },
  {
    id: 'referral-rewards',
    title: 'Referral reward history',
    place: 'bottom',
    component: historyPanel('rewards'),
  },
  {
    id: 'market-trades',
    title: 'Market trades',
    place: 'right-below',
    component: lazy(() => import('./panels/market/market-trades/market-trades-panel.tsx')),
  },
  {
    id: 'activity',
    title: 'Activity',
    place: 'bottom',
    component: lazy(() => import('./panels/activity/activity-panel.tsx')),
  },
  {
    id: 'tokens',
    title: 'Tokens and networks',
    place: 'bottom',
    closedAtFirst: true,
    component: lazy(() => import('./panels/assets/tokens-panel.tsx')),
  },
  {
    id: 'transfer',
    title: 'Transfer',
    place: 'center',
    closedAtFirst: true,
    component: lazy(() => import('./panels/assets/transfer-panel.tsx')),
  },
  {
    id: 'withdraw',
    title: 'Withdraw',
    place: 'center',
    closedAtFirst: true,
    component: lazy(() => import('./panels/assets/withdraw-panel.tsx')),
  },
  {
    id: 'repay',
    title: 'Repay interest',
    place: 'center',
    closedAtFirst: true,
    component: lazy(() => import('./panels/assets/repay-panel.tsx')),
  },
  {
    id: 'profiles',
    title: 'Profiles',
    place: 'center',
    closedAtFirst: true,
    component: lazy(() => import('./panels/profiles/profiles-panel.tsx')),
  },
];
