import type { ReactElement } from 'react';
import { HistoryPanel } from './history-panel.tsx';

export default function Fills(): ReactElement {
  return <HistoryPanel history="fills" />;
}
