import type { CustomCellRendererProps } from 'ag-grid-react';
import type { ColDef } from 'ag-grid-community';
import { useMemo, useState, type ReactElement } from 'react';
import type { NetworkRow, TokenRow } from '../../../shared/contract/assets.ts';
import type { Decimal } from '../../../shared/decimal.ts';
import { faultOf } from '../../../shared/errors.ts';
import { Switch } from '../../ui/controls/choices.tsx';
import { byDecimal } from '../../ui/grid/decimal-order.ts';
import { Field } from '../../ui/controls/field.tsx';
import { NumberText } from '../../ui/text/numbers.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ColumnsMenu } from '../../ui/table/columns-menu.tsx';
import { defineTable } from '../../ui/table/definition.ts';
import { Table, useTable } from '../../ui/table/table.tsx';
import { DepositAddress } from './deposit-address.tsx';
import { useTokens } from './use-money.ts';
import './assets.css';

type Row = NetworkRow & Omit<TokenRow, 'token'> & { readonly places: Places };
/** The most decimals of each column, so that the points of its numbers stand in line. */
interface Places {
  readonly minimum: number;
  readonly fee: number;
}
const placesOf = (rows: readonly NetworkRow[], field: keyof Places): number =>
  Math.max(0, ...rows.map((row) => row[field]?.split('.')[1]?.length ?? 0));

/** Every token on every network: what may go in and out, from how much, at what fee. A press on a row shows where to deposit. */
export default function TokensPanel(): ReactElement {
  const tokens = useTokens();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState<NetworkRow | null>(null);
  const rows = useMemo(() => {
    const known = new Map((tokens.data?.tokens ?? []).map((row) => [row.token, row]));
    const networks = tokens.data?.networks ?? [];
    const places = { minimum: placesOf(networks, 'minimum'), fee: placesOf(networks, 'fee') };
    return networks.map((row): Row => {
      const { delisted = false, canCollateral = null, canShort = null } = known.get(row.token) ?? {};
      return { ...row, delisted, canCollateral, canShort, places };
    });
  }, [tokens.data]);
  const table = useTable(tokensTable);
  const wanted = search.trim().toLowerCase();
  const shown = useMemo(
    () =>
      rows.filter(
        (row) =>
          (!open || row.allowWithdraw) &&
          [row.token, row.network, row.name, row.protocol].some((text) => text.toLowerCase().includes(wanted)),
      ),
    [rows, open, wanted],
  );
  return (
    <Panel
      label="Tokens and networks"
      className="tokens"
      state={
        tokens.isError
          ? { kind: 'error', fault: faultOf(tokens.error), retry: () => void tokens.refetch() }
          : tokens.data === undefined
            ? { kind: 'loading' }
            : rows.length === 0
              ? {
                  kind: 'empty',
                  title: 'The exchange names no networks',
                  hint: 'Nothing can be deposited or withdrawn without one.',
                }
              : { kind: 'ready' }
      }
      tools={
        <>
          <Field label="Search" type="search" value={search} onChange={setSearch} maxLength={40} />
          <Switch label="Only what can be withdrawn" checked={open} onChange={setOpen} />
          <span className="panel-tools-space" />
          <ColumnsMenu table={table} />
        </>
      }
    >
      <div className="tokens-body">
        <div className="tokens-grid">
          <Table table={table} rows={shown} opensAtOnce empty="No token matches." onOpen={(row) => setChosen(row)} />
        </div>
        {chosen === null ? null : (
          <DepositAddress key={`${chosen.token} ${chosen.network}`} row={chosen} onClose={() => setChosen(null)} />
        )}
      </div>
    </Panel>
  );
}

const words = (flag: boolean | null | undefined): string =>
  flag === null || flag === undefined ? '–' : flag ? 'Yes' : 'No';
function Amount({ value, colDef, data }: CustomCellRendererProps<Row, Decimal | null>): ReactElement {
  // Only the two columns of amounts draw with this; the library types the field as that of any row.
  return <NumberText value={value ?? null} align={data?.places[colDef?.field as keyof Places]} />;
}

const flag = (field: keyof Row & string, headerName: string): ColDef<Row> => ({
  colId: field,
  headerName,
  width: 100,
  valueGetter: ({ data }) => words(data?.[field] as boolean | null | undefined), // a flag's column
  cellClassRules: {
    'tokens-no': ({ value }) => value === 'No' && (field === 'allowDeposit' || field === 'allowWithdraw'),
  },
});
const amount = (field: 'minimum' | 'fee', headerName: string): ColDef<Row> => ({
  field,
  headerName,
  width: 150,
  type: 'rightAligned',
  comparator: byDecimal,
  cellRenderer: Amount,
});

const columns: ColDef<Row>[] = [
  { field: 'token', headerName: 'Token', width: 90, pinned: 'left', sort: 'asc' },
  { field: 'network', headerName: 'Network', width: 100 },
  { field: 'name', headerName: 'Name', flex: 1, minWidth: 120 },
  { field: 'protocol', headerName: 'Protocol', width: 110 },
  amount('minimum', 'Smallest withdrawal'),
  amount('fee', 'Withdrawal fee'),
  flag('allowDeposit', 'Deposits'),
  flag('allowWithdraw', 'Withdrawals'),
  flag('canCollateral', 'Collateral'),
  flag('canShort', 'Can be short'),
  flag('delisted', 'Delisted'),
];

const tokensTable = defineTable<Row>({
  id: 'tokens',
  name: 'Tokens and networks',
  engine: 'react',
  columns,
  rowId: ({ token, network }) => `${token} ${network}`,
});
