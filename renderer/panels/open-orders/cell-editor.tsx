import type { ICellEditorParams } from 'ag-grid-community';
import type { ReactElement } from 'react';
import type { OrderRow } from '../../../shared/contract/contract.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import { editProblem, firstText, type EditField } from '../../state/orders/order-edits.ts';
import { sendEdit } from '../../state/orders/order-actions.ts';
import { stepsOf, ValueEditor } from '../../ui/grid/value-editor.tsx';
import { editorOf } from '../../ui/grid/react-editor.ts';
import type { GridContext } from './cells.ts';

/** A price or quantity while it is edited. */
function EditedCell(props: ICellEditorParams<OrderRow, Decimal | null, GridContext>): ReactElement {
  const { node, colDef, context, stopEditing } = props;
  // Only the two columns of EditField have this editor.
  const field = colDef.field as EditField;
  const row = (): OrderRow => node.data ?? props.data;
  const instrument = context.instrumentOf(row().symbol);
  return (
    <ValueEditor
      label={field === 'price' ? 'New price' : 'New quantity'}
      first={firstText(props.eventKey, props.value)}
      now={() => row()[field] ?? ''}
      problemOf={(text) => editProblem(row(), field, text, instrument)}
      steps={stepsOf(instrument, field)}
      send={(text) => void sendEdit(row(), field, text)}
      stop={stopEditing}
    />
  );
}

export const CellEditor = editorOf(EditedCell);
