import { useRef, useState, type ReactElement } from 'react';
import { historyOf, type HistoryName } from '../../../shared/history.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { choiceOf, chooseColumns, chosenColumns, moved, useColumnChoice } from './column-choice.ts';

/** Which columns are shown, and in which order. */
export function ColumnsMenu({ history }: { readonly history: HistoryName }): ReactElement {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const choice = useColumnChoice(history);
  const columns = chosenColumns(historyOf(history), choice);
  const last = columns.filter(({ shown }) => shown).length === 1;
  return (
    <>
      <Button ref={anchor} size="small" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(!open)}>
        Columns
      </Button>
      {open ? (
        <Popover label="Columns" anchor={anchor} align="end" className="history-columns" onClose={() => setOpen(false)}>
          <ul>
            {columns.map(({ column: { field, title }, shown }, at) => (
              <li key={field}>
                <label>
                  <input
                    type="checkbox"
                    checked={shown}
                    disabled={shown && last}
                    onChange={() =>
                      chooseColumns(
                        history,
                        choiceOf(
                          columns.map((each) => (each.column.field === field ? { ...each, shown: !shown } : each)),
                        ),
                      )
                    }
                  />
                  {title}
                </label>
                {([-1, 1] as const).map((by) => (
                  <Button
                    key={by}
                    kind="quiet"
                    size="small"
                    aria-label={`Move ${title} ${by < 0 ? 'up' : 'down'}`}
                    whyDisabled={columns[at + by] === undefined ? 'It is at the end.' : undefined}
                    onClick={() => chooseColumns(history, choiceOf(moved(columns, field, by)))}
                  >
                    {by < 0 ? '↑' : '↓'}
                  </Button>
                ))}
              </li>
            ))}
          </ul>
          <Button
            size="small"
            whyDisabled={choice === undefined ? 'They are as at first.' : undefined}
            onClick={() => chooseColumns(history, null)}
          >
            As at first
          </Button>
        </Popover>
      ) : null}
    </>
  );
}
