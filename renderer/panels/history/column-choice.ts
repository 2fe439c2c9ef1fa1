import type { HistoryColumn, HistoryDescription, HistoryName } from '../../../shared/history.ts';
import { createKept } from '../../state/kept.ts';

/** Columns that a person chose for a history: fields in their order, and those of them that are not shown. */
export interface ColumnChoice {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

const useStored = createKept<{ readonly of: Readonly<Partial<Record<HistoryName, ColumnChoice>>> }>(
  'quarterdeck.history-columns',
  { of: {} },
);

export const useColumnChoice = (history: HistoryName): ColumnChoice | undefined =>
  useStored((state) => state.of[history]);

/** The choice now, for what is done at a gesture. */
export const peekColumnChoice = (history: HistoryName): ColumnChoice | undefined => useStored.getState().of[history];

/** Remembers a choice; null forgets it. */
export function chooseColumns(history: HistoryName, choice: ColumnChoice | null): void {
  useStored.setState(({ of: { [history]: _before, ...others } }) => ({
    of: choice === null ? others : { ...others, [history]: choice },
  }));
}

/** A column, and whether it is shown. */
export interface ChosenColumn {
  readonly column: HistoryColumn;
  readonly shown: boolean;
}

/** The columns of a history in the order that was chosen; those that the choice does not know come at its end. */
export function chosenColumns(description: HistoryDescription, choice: ColumnChoice | undefined): ChosenColumn[] {
  const { columns } = description;
  if (choice === undefined) return columns.map((column) => ({ column, shown: column.hidden !== true }));
  const place = (field: string): number => {
    const at = choice.order.indexOf(field);
    return at === -1 ? choice.order.length : at;
  };
  return columns
    .toSorted((a, b) => place(a.field) - place(b.field))
    .map((column) => ({
      column,
      shown: choice.order.includes(column.field) ? !choice.hidden.includes(column.field) : column.hidden !== true,
    }));
}

/** The choice that a list of columns is. */
export const choiceOf = (columns: readonly ChosenColumn[]): ColumnChoice => ({
  order: columns.map(({ column }) => column.field),
  hidden: columns.filter(({ shown }) => !shown).map(({ column }) => column.field),
});

/** Moves a column by one place; at an end it stays. */
export function moved(columns: readonly ChosenColumn[], field: string, by: 1 | -1): ChosenColumn[] {
  const at = columns.findIndex(({ column }) => column.field === field);
  const other = columns[at + by];
  const mine = columns[at];
  if (mine === undefined || other === undefined) return [...columns];
  return columns.map((each, index) => (index === at ? other : index === at + by ? mine : each));
}

/** Puts the shown columns into this order; those that are not shown stay behind what they stood behind. */
export function reordered(columns: readonly ChosenColumn[], fields: readonly string[]): ChosenColumn[] {
  const shown = fields.flatMap((field) => columns.find(({ column }) => column.field === field) ?? []);
  return columns.map((each) => (each.shown ? (shown.shift() ?? each) : each));
}
