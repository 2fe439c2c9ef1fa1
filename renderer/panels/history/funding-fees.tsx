import type { ReactElement } from 'react';
import { HistoryPanel } from './history-panel.tsx';

export default function FundingFees(): ReactElement {
  return <HistoryPanel history="funding" />;
}
