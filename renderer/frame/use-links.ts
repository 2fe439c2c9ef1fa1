import { useEffect } from 'react';
import { historyOf } from '../../shared/history/tables.ts';
import { panels } from '../panels.ts';
import { onLink } from '../state/links.ts';
import { showPanel } from './dock/dock-control.ts';

/** Brings the panel that a link leads to, to the front. */
export function useLinks(): void {
  useEffect(
    () =>
      onLink(({ history }) => {
        const { title } = historyOf(history);
        const panel = panels.find((each) => each.title === title);
        if (panel !== undefined) showPanel(panel.id);
      }),
    [],
  );
}
