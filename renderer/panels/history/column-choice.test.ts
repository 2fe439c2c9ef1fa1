import { expect, it } from 'vitest';
import { historyOf } from '../../../shared/history.ts';
import { choiceOf, chosenColumns, moved, reordered } from './column-choice.ts';

const transfers = historyOf('transfers');
const fields = (columns: ReturnType<typeof chosenColumns>): string[] =>
  columns.filter(({ shown }) => shown).map(({ column }) => column.field);

it('shows what the description shows until something else is chosen', () => {
  expect(fields(chosenColumns(transfers, undefined))).toEqual([
    'createdTime',
    'token',
    'amount',
    'from',
    'to',
    'status',
    'id',
  ]);
});

it('keeps order and choice, and puts what is new to it at the end', () => {
  const chosen = chosenColumns(transfers, { order: ['id', 'amount', 'token'], hidden: ['token'] });
  expect(fields(chosen)).toEqual(['id', 'amount', 'createdTime', 'from', 'to', 'status']);
  expect(chosenColumns(transfers, choiceOf(chosen))).toEqual(chosen);
});

it('moves a column by one, and no further than to an end', () => {
  const all = chosenColumns(transfers, undefined);
  expect(fields(moved(all, 'token', -1)).slice(0, 2)).toEqual(['token', 'createdTime']);
  expect(moved(all, 'createdTime', -1)).toEqual(all);
  expect(moved(all, 'nothing', 1)).toEqual(all);
});

it('takes the order of the grid’s columns, and leaves those that are not shown where they were', () => {
  const all = chosenColumns(transfers, choiceOf(chosenColumns(transfers, { order: [], hidden: ['amount'] })));
  const turned = reordered(all, fields(all).toReversed());
  expect(fields(turned)).toEqual(fields(all).toReversed());
  expect(turned.map(({ shown }) => shown)).toEqual(all.map(({ shown }) => shown));
});
