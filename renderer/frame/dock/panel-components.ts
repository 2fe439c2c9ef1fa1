import { createElement, lazy, type ComponentType, type LazyExoticComponent } from 'react';
import type { HistoryName } from '../../../shared/history/tables.ts';
import type { PanelId } from '../../panels.ts';
import { afterTicket } from '../../state/orders/after-ticket.ts';

type Component = LazyExoticComponent<ComponentType>;

/** All histories are one panel, each with its own table. */
const historyPanel = (history: HistoryName): Component =>
  lazy(async () => {
    const { HistoryPanel } = await import('../../panels/history/history-panel.tsx');
    return { default: () => createElement(HistoryPanel, { history }) };
  });

/**
 * What each panel shows: a file of its folder with the component as its default export, loaded when first shown. It
 * stands apart from the table of panels, which panels themselves may import.
 */
export const panelComponents: Readonly<Record<PanelId, Component>> = {
  'order-entry': lazy(() => import('../../panels/order-entry/order-entry-panel.tsx')),
  'dead-man': lazy(() => import('../../panels/dead-man/dead-man-panel.tsx')),
  leverage: lazy(() => import('../../panels/leverage/leverage-panel.tsx')),
  chart: lazy(() => afterTicket(() => import('../../panels/market/chart/chart-panel.tsx'))),
  'order-book': lazy(() => import('../../panels/market/order-book/order-book-panel.tsx')),
  'open-orders': lazy(() => import('../../panels/open-orders/open-orders-panel.tsx')),
  'algo-orders': lazy(() => import('../../panels/algo-orders/algo-orders-panel.tsx')),
  positions: lazy(() => import('../../panels/positions/positions-panel.tsx')),
  balances: lazy(() => import('../../panels/balances/balances-panel.tsx')),
  history: lazy(() => import('../../panels/history/histories-panel.tsx')),
  'order-history': historyPanel('orders'),
  fills: historyPanel('fills'),
  'wallet-history': historyPanel('wallet'),
  'transfer-history': historyPanel('transfers'),
  'margin-interest': historyPanel('interest'),
  'funding-fees': historyPanel('funding'),
  'referral-summary': historyPanel('referrals'),
  'referral-rewards': historyPanel('rewards'),
  'market-trades': lazy(() => import('../../panels/market/market-trades/market-trades-panel.tsx')),
  activity: lazy(() => import('../../panels/activity/activity-panel.tsx')),
  tokens: lazy(() => import('../../panels/assets/tokens-panel.tsx')),
  transfer: lazy(() => import('../../panels/assets/transfer-panel.tsx')),
  withdraw: lazy(() => import('../../panels/assets/withdraw-panel.tsx')),
  repay: lazy(() => import('../../panels/assets/repay-panel.tsx')),
  profiles: lazy(() => import('../../panels/profiles/profiles-panel.tsx')),
};
