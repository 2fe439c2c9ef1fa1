import { useState, type ReactElement } from 'react';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import { algoEditFields } from '../../../../shared/words/algo-fields.ts';
import { checkAlgoEdit, type AlgoEdit } from '../../../../shared/rules/algo-rules.ts';
import { wrong } from '../../../../shared/rules/problem.ts';
import { decimal, isZero, multiply } from '../../../../shared/decimal.ts';
import { useFeedRow } from '../../../state/feeds/feeds.ts';
import { useInstrument } from '../../../state/kept/symbol.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { TimeText } from '../../../ui/text/time-text.tsx';
import { cancelAlgo, editAlgo } from '../algo-actions.ts';
import { whyAtOnce, whyNodeIsClosed } from './node-edits.ts';
import { TreePicture } from '../tree-picture.tsx';

/** Everything the exchange sent of a node, its reports, its tree as a picture, and what can be changed. */
export function NodeDialog(props: { readonly id: string; readonly asked: AlgoRow; onClose(): void }): ReactElement {
  const row = useFeedRow('algoOrders', props.id) ?? props.asked;
  return (
    <Dialog title={`${row.algoType} ${row.id}`} width="wide" onClose={props.onClose}>
      {row.odd === null ? null : <p className="algo-warning">{row.odd}</p>}
      {row.lastRefusal === null ? null : <p className="algo-warning">{row.lastRefusal}</p>}
      {row.open ? <EditForm key={row.id} row={row} onClose={props.onClose} /> : null}
      <TreePicture node={row} />
      <History id={props.id} />
    </Dialog>
  );
}

/** Its reports and every field, as they come in. */
function History({ id }: { readonly id: string }): ReactElement {
  const history = useFeedRow('algoHistory', id, id);
  if (history === undefined) return <p className="algo-from">Reading what was told of it …</p>;
  return (
    <>
      <h3>Reports</h3>
      <ol className="algo-life">
        {history.life.map((entry) => (
          <li key={`${entry.at} ${entry.words}`}>
            <TimeText at={entry.at} day /> <span>{entry.words}</span> <span className="algo-from">{entry.from}</span>
          </li>
        ))}
      </ol>
      <h3>As the exchange sent it</h3>
      <dl className="facts algo-fields">
        {Object.entries(history.sent).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The values that the interface lets one change, of those that the node has. */
function EditForm({ row, onClose }: { readonly row: AlgoRow; onClose(): void }): ReactElement {
  const instrument = useInstrument(row.symbol);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const now = (field: keyof AlgoEdit): string => {
    const value = row[field];
    if (value === null || isZero(value)) return '';
    return field === 'callbackRate' ? multiply(value, decimal('100')) : value;
  };
  const has = algoEditFields.filter(([field]) => now(field) !== '' && !(field === 'quantity' && row.parentId !== null));
  const edit: AlgoEdit = Object.fromEntries(
    has.flatMap(([field]) => {
      const text = typed[field];
      return text === undefined || text === now(field) ? [] : [[field, text]];
    }),
  );
  const check = instrument === undefined ? null : checkAlgoEdit(edit, instrument);
  const changed = Object.keys(edit).length > 0;
  const market = useFeedRow('market', row.symbol, row.symbol);
  const atOnce = edit.triggerPrice === undefined ? null : whyAtOnce(row, edit.triggerPrice, market);
  const ruled = check === null || check.ok || !changed ? [] : check.problems;
  const problems = atOnce === null ? ruled : [...ruled, wrong('triggerPrice', atOnce)];
  const whyNot = whyNodeIsClosed(row, instrument) ?? (changed ? problems[0]?.reason : 'Nothing is changed.');
  return (
    <div className="algo-edit">
      {has.map(([field, label]) => (
        <Field
          key={field}
          label={label}
          inputMode="decimal"
          value={typed[field] ?? now(field)}
          onChange={(text) => setTyped({ ...typed, [field]: text })}
          error={problems.find(({ path }) => path === field)?.reason}
          suffix={row.isTriggered ? 'triggered' : undefined}
        />
      ))}
      <div className="algo-edit-actions">
        <Button
          kind="primary"
          whyDisabled={whyNot}
          onPress={() => {
            // What was refused stays, to be mended.
            void editAlgo(row, edit).then((taken) => taken && setTyped({}));
          }}
        >
          Send the change
        </Button>
        <Button
          kind="danger"
          whyDisabled={row.pending === 'cancel' ? 'It is being cancelled.' : undefined}
          onPress={() => {
            void cancelAlgo(row);
            onClose();
          }}
        >
          {row.parentId === null ? 'Cancel the tree' : 'Cancel this leg'}
        </Button>
      </div>
    </div>
  );
}
