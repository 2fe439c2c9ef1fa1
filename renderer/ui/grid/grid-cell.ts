import type { ICellRendererComp, ICellRendererParams } from 'ag-grid-community';

/** Writes a row to the element of one cell. */
export type DrawCell<Row, Context> = (row: Row, context: Context) => void;

/**
 * A cell of a grid drawn without React, since many rows may change every second. The grid asks for a class.
 *
 * @param make gets the element of one cell, made once, and returns what writes a row to it.
 */
export function cellOf<Row, Context>(
  make: (box: HTMLElement) => DrawCell<Row, Context>,
): new () => ICellRendererComp<Row> {
  return class implements ICellRendererComp<Row> {
    readonly #box = document.createElement('span');
    readonly #draw = make(this.#box);

    init(params: ICellRendererParams<Row, unknown, Context>): void {
      this.refresh(params);
    }
    getGui(): HTMLElement {
      return this.#box;
    }
    refresh({ data, context }: ICellRendererParams<Row, unknown, Context>): boolean {
      if (data !== undefined) this.#draw(data, context);
      return true;
    }
  };
}
