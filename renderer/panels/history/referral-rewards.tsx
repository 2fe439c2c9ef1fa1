import type { ReactElement } from 'react';
import { HistoryPanel } from './history-panel.tsx';

export default function ReferralRewards(): ReactElement {
  return <HistoryPanel history="rewards" />;
}
