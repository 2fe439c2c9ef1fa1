import type { ReactElement } from 'react';
import { HistoryPanel } from './history-panel.tsx';

export default function OrderHistory(): ReactElement {
  return <HistoryPanel history="orders" />;
}
