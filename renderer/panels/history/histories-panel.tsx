import { Activity, useState, type ReactElement } from 'react';
import type { HistoryName } from '../../../shared/history/tables.ts';
import { HistoryPanel } from './history-panel.tsx';

/** What each is called in the list; fills have a tab of their own. */
const LIST: readonly (readonly [HistoryName, string])[] = [
  ['orders', 'Orders'],
  ['wallet', 'Wallet'],
  ['transfers', 'Transfers'],
  ['funding', 'Funding'],
  ['interest', 'Interest'],
  ['referrals', 'Referrals'],
  ['rewards', 'Rewards'],
];

/** All histories behind one tab, with a list to choose from; each keeps its place and filters. */
export default function HistoriesPanel(): ReactElement {
  const [shown, setShown] = useState<HistoryName>('orders');
  const [visited, setVisited] = useState<ReadonlySet<HistoryName>>(new Set(['orders']));
  const show = (name: HistoryName): void => {
    setShown(name);
    setVisited((before) => new Set([...before, name]));
  };
  return (
    <section className="histories" role="region" aria-label="History">
      <ul className="histories-list" aria-label="Histories">
        {LIST.map(([name, word]) => (
          <li key={name}>
            <button type="button" aria-current={name === shown || undefined} onClick={() => show(name)}>
              {word}
            </button>
          </li>
        ))}
      </ul>
      <div className="histories-shown">
        {LIST.filter(([name]) => visited.has(name)).map(([name]) => (
          <Activity key={name} mode={name === shown ? 'visible' : 'hidden'}>
            <HistoryPanel history={name} />
          </Activity>
        ))}
      </div>
    </section>
  );
}
