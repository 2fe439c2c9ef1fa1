import type { ReactElement } from 'react';
import { HistoryPanel } from './history-panel.tsx';

export default function WalletHistory(): ReactElement {
  return <HistoryPanel history="wallet" />;
}
