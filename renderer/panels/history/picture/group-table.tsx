import type { ReactElement } from 'react';
import type { RequestOutput } from '../../../../shared/contract/contract.ts';
import { isZero } from '../../../../shared/decimal.ts';
import { archiveOf } from '../../../../shared/history/archive.ts';
import { historyOf, type HistoryName } from '../../../../shared/history/tables.ts';
import { NumberText } from '../../../ui/text/numbers.tsx';
import { unitOf } from './sum-lines.ts';

/** Sums of one field, a line a group. */
export function GroupTable(props: {
  readonly history: HistoryName;
  readonly field: string;
  readonly groups: RequestOutput<'archive.sums'>['sums'][number]['groups'];
}): ReactElement | null {
  const { history, field, groups } = props;
  const sum = archiveOf(history).sums.find((each) => each.field === field);
  if (sum === undefined) return null;
  const titleOf = (name: string): string =>
    historyOf(history).columns.find((column) => column.field === name)?.title ?? 'Token';
  const shown = groups.filter((group) => group.by[0] !== '' && !isZero(group.sum));
  if (shown.length === 0) return null;
  return (
    <table className="group-table">
      <caption>{sum.title}</caption>
      <thead>
        <tr>
          {sum.by.map((name) => (
            <th key={name} scope="col">
              {titleOf(name)}
            </th>
          ))}
          <th scope="col">Rows</th>
          <th scope="col">{sum.title}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((group) => (
          <tr key={group.by.join(' ')}>
            {group.by.map((value, at) => (
              <td key={sum.by[at] ?? at}>{value}</td>
            ))}
            <td className="number">{group.rows.toLocaleString('en-US')}</td>
            <td className="number">
              <NumberText value={group.sum} unit={unitOf(history, field, group.by)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
