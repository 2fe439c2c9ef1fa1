import type { ICellEditorComp, ICellEditorParams } from 'ag-grid-community';
import { createElement, type FunctionComponent } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';

/**
 * An editor of a cell that is a React component, for a grid that draws its cells without React. The
 * component sends what it has to send itself: the grid takes no value from it.
 */
export function editorOf<Params extends ICellEditorParams>(
  Editor: FunctionComponent<Params>,
): new () => ICellEditorComp {
  return class implements ICellEditorComp {
    readonly #box = document.createElement('div');
    readonly #root = createRoot(this.#box);
    #draw = (): void => undefined;

    init(params: ICellEditorParams): void {
      this.#box.className = 'cell-editor';
      // The grid gives an editor of this column the parameters of this column.
      this.#draw = () => this.#root.render(createElement(Editor, params as Params));
    }
    /** Not before: nothing that is outside of the page takes the focus. */
    afterGuiAttached(): void {
      flushSync(this.#draw);
    }
    getGui(): HTMLElement {
      return this.#box;
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
  };
}
