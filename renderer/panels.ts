/** Where a panel goes on the first start, and where it comes back when it is opened again. */
export type PanelPlace = 'left' | 'left-below' | 'right' | 'right-below' | 'center' | 'bottom';

interface PanelRow {
  readonly id: string;
  /** The tab's text and the region's accessible name. */
  readonly title: string;
  readonly place: PanelPlace;
  /** Not opened by itself on the first start; the palette has it. */
  readonly closedAtFirst?: boolean;
}

/** Every panel there is; frame/dock/panel-components.ts has what it shows. Order is the order of tabs within a place, and of the keys Alt+1 to Alt+9. */
const table = [
  { id: 'order-entry', title: 'Order entry', place: 'left' },
  { id: 'dead-man', title: 'Dead-man switch', place: 'left-below' },
  { id: 'leverage', title: 'Leverage and position mode', place: 'left-below' },
  { id: 'chart', title: 'Chart', place: 'center' },
  { id: 'order-book', title: 'Order book', place: 'right' },
  { id: 'positions', title: 'Positions', place: 'bottom' },
  { id: 'open-orders', title: 'Open orders', place: 'bottom' },
  { id: 'algo-orders', title: 'Algo orders', place: 'bottom' },
  { id: 'balances', title: 'Balances', place: 'bottom' },
  { id: 'fills', title: 'Fills', place: 'bottom' },
  { id: 'history', title: 'History', place: 'bottom' },
  { id: 'order-history', title: 'Order history', place: 'bottom', closedAtFirst: true },
  { id: 'wallet-history', title: 'Wallet history', place: 'bottom', closedAtFirst: true },
  { id: 'transfer-history', title: 'Transfer history', place: 'bottom', closedAtFirst: true },
  { id: 'margin-interest', title: 'Margin interest history', place: 'bottom', closedAtFirst: true },
  { id: 'funding-fees', title: 'Funding fee history', place: 'bottom', closedAtFirst: true },
  { id: 'referral-summary', title: 'Referral summary', place: 'bottom', closedAtFirst: true },
  { id: 'referral-rewards', title: 'Referral reward history', place: 'bottom', closedAtFirst: true },
  { id: 'market-trades', title: 'Market trades', place: 'right-below' },
  { id: 'activity', title: 'Activity', place: 'bottom' },
  { id: 'tokens', title: 'Tokens and networks', place: 'bottom', closedAtFirst: true },
  { id: 'transfer', title: 'Transfer', place: 'center', closedAtFirst: true },
  { id: 'withdraw', title: 'Withdraw', place: 'center', closedAtFirst: true },
  { id: 'repay', title: 'Repay interest', place: 'center', closedAtFirst: true },
  { id: 'profiles', title: 'Profiles', place: 'center', closedAtFirst: true },
] as const satisfies readonly PanelRow[];

export type PanelId = (typeof table)[number]['id'];
export interface PanelEntry extends PanelRow {
  readonly id: PanelId;
}
export const panels: readonly PanelEntry[] = table;
