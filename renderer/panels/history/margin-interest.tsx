import type { ReactElement } from 'react';
import { HistoryPanel } from './history-panel.tsx';

export default function MarginInterest(): ReactElement {
  return <HistoryPanel history="interest" />;
}
