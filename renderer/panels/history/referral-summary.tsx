import type { ReactElement } from 'react';
import { HistoryPanel } from './history-panel.tsx';

export default function ReferralSummary(): ReactElement {
  return <HistoryPanel history="referrals" />;
}
