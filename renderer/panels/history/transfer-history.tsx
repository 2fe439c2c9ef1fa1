import type { ReactElement } from 'react';
import { HistoryPanel } from './history-panel.tsx';

export default function TransferHistory(): ReactElement {
  return <HistoryPanel history="transfers" />;
}
