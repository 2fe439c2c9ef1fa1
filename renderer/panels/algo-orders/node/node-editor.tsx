import type { ICellEditorParams } from 'ag-grid-community';
import type { ReactElement } from 'react';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';
import { firstText } from '../../../state/orders/order-edits.ts';
import { editorOf } from '../../../ui/grid/react-editor.ts';
import { stepsOf, ValueEditor } from '../../../ui/grid/value-editor.tsx';
import { editAlgo } from '../algo-actions.ts';
import type { AlgoContext } from '../cells.ts';
import { nodeProblem, valueOf, type NodeField } from './node-edits.ts';

const LABELS: Readonly<Record<NodeField, string>> = {
  quantity: 'New quantity',
  triggerPrice: 'New trigger price',
  price: 'New price',
};

/** A value of a node while it is edited in its cell. */
function EditedValue(props: ICellEditorParams<AlgoRow, unknown, AlgoContext>): ReactElement {
  const { node, colDef, context, stopEditing } = props;
  // Only the columns of NodeField have this editor.
  const field = colDef.colId as NodeField;
  const row = (): AlgoRow => node.data ?? props.data;
  const instrument = context.instrumentOf(row().symbol);
  return (
    <ValueEditor
      label={LABELS[field]}
      first={firstText(props.eventKey, row()[field])}
      now={() => valueOf(row(), field)}
      problemOf={(text) => nodeProblem(row(), field, text, instrument, context.marketOf(row().symbol))}
      steps={stepsOf(instrument, field === 'quantity' ? 'quantity' : 'price')}
      send={(text) => void editAlgo(row(), { [field]: text })}
      stop={stopEditing}
    />
  );
}

export const NodeEditor = editorOf(EditedValue);
