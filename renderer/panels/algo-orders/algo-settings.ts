import { createKept } from '../../state/kept/kept.ts';

export type AlgoView = 'open' | 'finished' | 'all';

interface AlgoSettings {
  readonly view: AlgoView;
  /** Nodes that are closed; everything else is open. The newest are kept. */
  readonly collapsed: readonly string[];
}

const KEPT = 5_000;

export const useAlgoSettings = createKept<AlgoSettings>('quarterdeck.algo-orders', { view: 'open', collapsed: [] });

export function chooseView(view: AlgoView): void {
  useAlgoSettings.setState({ view });
}
export function collapse(ids: readonly string[]): void {
  useAlgoSettings.setState(({ collapsed }) => ({ collapsed: [...new Set([...collapsed, ...ids])].slice(-KEPT) }));
}
export function expand(ids: readonly string[] | 'all'): void {
  const opened = new Set(ids);
  useAlgoSettings.setState(({ collapsed }) => ({
    collapsed: ids === 'all' ? [] : collapsed.filter((id) => !opened.has(id)),
  }));
}
