import { useState, type ReactElement } from 'react';
import type { ActivityEntry, ActivityFilter, ActivityKind } from '../../../shared/contract/activity.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { notify } from '../../state/notices.ts';
import { sayFault } from '../../state/profiles.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/choices.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Panel, type PanelState } from '../../ui/panel.tsx';
import { ColumnsMenu } from '../../ui/table/columns-menu.tsx';
import { useTable } from '../../ui/table/table.tsx';
import { ActivityGrid, activityTable } from './activity-grid.tsx';
import { EntryDetails } from './entry-details.tsx';
import { useActivity, type ActivityView } from './use-activity.ts';
import { KINDS, RESULTS } from './words.ts';
import './activity.css';

type KindChoice = ActivityKind | 'all';
type ResultChoice = ActivityEntry['result'] | 'all';

/** Everything that the terminal did and what came back, newest first. */
export default function ActivityPanel(): ReactElement {
  const [kind, setKind] = useState<KindChoice>('all');
  const [result, setResult] = useState<ResultChoice>('all');
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ActivityEntry | null>(null);
  const table = useTable(activityTable);
  const head = useFeedRow('activity', 'record');
  const filter: ActivityFilter = {
    kinds: kind === 'all' ? [] : [kind],
    results: result === 'all' ? [] : [result],
    text,
  };
  const view = useActivity(filter);
  const filtered = kind !== 'all' || result !== 'all' || text.trim() !== '';

  async function write(): Promise<void> {
    try {
      const { path, entries } = await ask('activity.export', filter);
      notify('success', `${entries} entries were written.`, path);
    } catch (error) {
      sayFault('Nothing was exported.', error);
    }
  }

  return (
    <Panel
      label="Activity"
      state={stateOf(view, filtered)}
      tools={
        <>
          <Select
            label="Show"
            value={kind}
            choices={[
              { value: 'all', label: 'Everything' },
              ...Object.entries(KINDS).map(([value, label]) => ({ value: value as ActivityKind, label })), // keys of KINDS
            ]}
            onChange={setKind}
          />
          <Select
            label="Result"
            value={result}
            choices={[
              { value: 'all', label: 'Any' },
              ...Object.entries(RESULTS).map(([value, { word }]) => ({
                value: value as ActivityEntry['result'], // keys of RESULTS
                label: word,
              })),
            ]}
            onChange={setResult}
          />
          <Field label="Search" type="search" value={text} maxLength={200} placeholder="any words" onChange={setText} />
          <span className="panel-tools-space" />
          <span className="activity-count">{head === undefined ? '' : `${head.entries} entries`}</span>
          <Button tip="Writes what is shown, and everything older, as CSV" onClick={() => void write()}>
            Export CSV
          </Button>
          <ColumnsMenu table={table} exports={false} />
        </>
      }
    >
      {head?.broken === undefined || head.broken === '' ? null : (
        <p className="activity-broken" role="alert">
          {head.broken}
        </p>
      )}
      <div className="activity">
        <ActivityGrid table={table} entries={view.entries} onChoose={setChosen} />
        {view.more ? (
          <Button size="small" className="activity-older" onClick={view.older}>
            Show older
          </Button>
        ) : null}
        {chosen === null ? null : <EntryDetails entry={chosen} onClose={() => setChosen(null)} />}
      </div>
    </Panel>
  );
}

function stateOf(view: ActivityView, filtered: boolean): PanelState {
  if (view.state === 'loading') return { kind: 'loading' };
  if (view.state === 'failed' && view.fault !== null) return { kind: 'error', fault: view.fault, retry: view.again };
  if (view.entries.length > 0) return { kind: 'ready' };
  return filtered
    ? { kind: 'empty', title: 'Nothing fits', hint: 'Take a filter away or search for other words.' }
    : {
        kind: 'empty',
        title: 'Nothing was done yet',
        hint: 'Every order, cancel and change appears here, with its answer.',
      };
}
