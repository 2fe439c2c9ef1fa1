import { useRef, useState, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { Button, IconButton } from '../controls/button.tsx';
import { Popover } from '../overlays/popover.tsx';
import type { TableHandle } from './definition.ts';
import { forgetColumns, keepColumns } from './kept-columns.ts';
import { exportTable } from './table-csv.ts';

/** Which columns a table shows and in which order, and its rows as a file. */
export function ColumnsMenu<Row>(props: {
  readonly table: TableHandle<Row>;
  /** False where the panel has an export of its own. */
  readonly exports?: boolean;
}): ReactElement {
  const { table, exports = true } = props;
  const api = useStore(table.grid, (state) => state.api);
  const anchor = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [, drawAgain] = useState(0);
  const { definition } = table;
  const columns =
    api
      ?.getAllGridColumns()
      .filter((column) => column.getColDef().headerName !== undefined && !isAction(table, column.getColId())) ?? [];
  const shown = columns.filter((column) => column.isVisible()).length;
  const change = (how: () => void): void => {
    if (api === null) return;
    how();
    keepColumns(definition.id, api);
    drawAgain((count) => count + 1);
  };
  return (
    <>
      <IconButton
        ref={anchor}
        icon="columns"
        size="small"
        label="Columns"
        whyDisabled={api === null ? 'There are no rows.' : undefined}
        onClick={() => setOpen(!open)}
      />
      {open && api !== null ? (
        <Popover label="Columns" anchor={anchor} align="end" className="table-columns" onClose={() => setOpen(false)}>
          <ul>
            {columns.map((column, at) => {
              const [id, title] = [column.getColId(), column.getColDef().headerName ?? ''];
              return (
                <li key={id}>
                  <label>
                    <input
                      type="checkbox"
                      checked={column.isVisible()}
                      disabled={column.isVisible() && shown === 1}
                      onChange={() => change(() => api.setColumnsVisible([id], !column.isVisible()))}
                    />
                    {title}
                  </label>
                  {([-1, 1] as const).map((by) => {
                    const other = columns[at + by];
                    return (
                      <Button
                        key={by}
                        kind="quiet"
                        size="small"
                        aria-label={`Move ${title} ${by < 0 ? 'up' : 'down'}`}
                        whyDisabled={other === undefined ? 'It is at the end.' : undefined}
                        onClick={() =>
                          change(() => {
                            if (other !== undefined) api.moveColumns([id], api.getAllGridColumns().indexOf(other));
                          })
                        }
                      >
                        {by < 0 ? '↑' : '↓'}
                      </Button>
                    );
                  })}
                </li>
              );
            })}
          </ul>
          <div className="table-columns-foot">
            <Button
              size="small"
              onClick={() => {
                forgetColumns(definition.id, api);
                drawAgain((count) => count + 1);
              }}
            >
              Reset columns
            </Button>
            {exports ? (
              <Button
                size="small"
                tip="Writes the rows that are shown, in this order"
                onClick={() => void exportTable(table)}
              >
                Export CSV
              </Button>
            ) : null}
          </div>
        </Popover>
      ) : null}
    </>
  );
}

const isAction = <Row,>({ definition }: TableHandle<Row>, id: string): boolean =>
  definition.actions?.includes(id) === true;
