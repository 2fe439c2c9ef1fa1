import type { ICellEditorComp, ICellEditorParams } from 'ag-grid-community';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { firstText } from '../../state/order-edits.ts';
import { stepsOf, ValueEditor } from '../../ui/value-editor.tsx';
import { editAlgo } from './algo-actions.ts';
import type { AlgoContext } from './cells.ts';
import { nodeProblem, valueOf, type NodeField } from './node-edits.ts';

const LABELS: Readonly<Record<NodeField, string>> = {
  quantity: 'New quantity',
  triggerPrice: 'New trigger price',
  price: 'New price',
};

type Params = ICellEditorParams<AlgoRow, unknown, AlgoContext>;

/** A value of a node while it is edited in its cell. Sends what it is told to by itself: the grid takes no value of it. */
export class NodeEditor implements ICellEditorComp<AlgoRow, unknown, AlgoContext> {
  readonly #box = document.createElement('div');
  readonly #root: Root = createRoot(this.#box);
  #params: Params | null = null;

  init(params: Params): void {
    this.#box.className = 'grid-box';
    this.#params = params;
  }
  getGui(): HTMLElement {
    return this.#box;
  }
  /** Drawn once it stands in the page, and at once: the next key is for it. */
  afterGuiAttached(): void {
    const params = this.#params;
    if (params === null) return;
    const { node, colDef, context, eventKey, stopEditing } = params;
    // Only the columns of NodeField have this editor.
    const field = colDef.colId as NodeField;
    const row = (): AlgoRow => node.data ?? params.data;
    const instrument = context.instrumentOf(row().symbol);
    flushSync(() =>
      this.#root.render(
        <ValueEditor
          label={LABELS[field]}
          first={firstText(eventKey, row()[field])}
          now={() => valueOf(row(), field)}
          problemOf={(text) => nodeProblem(row(), field, text, instrument)}
          steps={stepsOf(instrument, field === 'quantity' ? 'quantity' : 'price')}
          send={(text) => void editAlgo(row(), { [field]: text })}
          stop={stopEditing}
        />,
      ),
    );
  }
  getValue(): null {
    return null;
  }
  isCancelAfterEnd(): true {
    return true;
  }
  destroy(): void {
    this.#root.unmount();
  }
}
