import type { CustomCellRendererProps } from 'ag-grid-react';
import type { ColDef } from 'ag-grid-community';
import { useMemo, useState, type ReactElement } from 'react';
import type { BalanceRow } from '../../../shared/contract/contract.ts';
import { isNegative, isZero, known, type Decimal } from '../../../shared/decimal.ts';
import { showPanel } from '../../frame/dock/dock-control.ts';
import { useFeed } from '../../state/feeds/feeds.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Switch } from '../../ui/controls/choices.tsx';
import { byDecimal } from '../../ui/grid/decimal-order.ts';
import { NumberText } from '../../ui/text/numbers.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ColumnsMenu } from '../../ui/table/columns-menu.tsx';
import { defineTable, type TableHandle } from '../../ui/table/definition.ts';
import { feedRows } from '../../ui/table/feed-source.ts';
import { Table, useTable } from '../../ui/table/table.tsx';
import { useStreamState, useUnreadState } from '../../ui/text/stream-state.ts';
import { columnPlaces, samePlaces, type AmountField, type Places } from './places.ts';
import { valueOf } from '../../../shared/rules/account/worth.ts';
import { Worth } from './worth.tsx';
import './balances.css';

const COLUMNS: readonly { readonly field: AmountField; readonly title: string; readonly tip: string }[] = [
  { field: 'holding', title: 'Holding', tip: 'All that is there, reserved parts included' },
  { field: 'available', title: 'Available', tip: 'What new orders can use' },
  { field: 'frozen', title: 'Reserved', tip: 'Kept back for open orders and for withdrawals on their way' },
  { field: 'interest', title: 'Interest owed', tip: 'Margin interest that is not paid yet' },
  {
    field: 'averageOpenPrice',
    title: 'Average open',
    tip: 'Average price of what was bought, by the exchange; none for what came by deposit',
  },
  { field: 'markPrice', title: 'Mark', tip: 'The price at which the exchange values it' },
];

/** Panels that move what is shown here. */
const WAYS = [
  { id: 'transfer', words: 'Transfer' },
  { id: 'withdraw', words: 'Withdraw' },
  { id: 'repay', words: 'Repay interest' },
  { id: 'tokens', words: 'Networks and deposits' },
] as const;

/** What the cells need besides their value. */
interface Context {
  readonly places: Places;
  /** Counts the decimals anew. @returns whether they changed. */
  align(rows: Iterable<BalanceRow>): boolean;
}

function createContext(): Context {
  let places = columnPlaces([]);
  return {
    get places() {
      return places;
    },
    align(rows) {
      const now = columnPlaces(rows);
      const changed = !samePlaces(now, places);
      places = now;
      return changed;
    },
  };
}

/** Every token of the account, as the exchange reports it. */
export default function BalancesPanel(): ReactElement {
  const [hideZero, setHideZero] = useState(false);
  const count = useFeed('balances', '', (state) => (state.status === 'loading' ? -1 : state.rows.size));
  const unread = useUnreadState();
  const table = useTable(balancesTable);
  const stream = useStreamState('private', 'balances');
  const empty = {
    kind: 'empty',
    title: 'No balance yet',
    hint: 'Tokens appear here once the account holds some.',
    stream,
  } as const;
  return (
    <Panel
      label="Balances"
      state={count === -1 ? unread : count === 0 ? empty : stream}
      tools={
        <>
          <Switch label="Hide zero balances" checked={hideZero} onChange={setHideZero} />
          {WAYS.map(({ id, words }) => (
            <Button key={id} size="small" onClick={() => showPanel(id)}>
              {words}
            </Button>
          ))}
          <span className="panel-tools-space" />
          <Worth />
          <ColumnsMenu table={table} />
        </>
      }
    >
      <BalancesGrid table={table} hideZero={hideZero} />
    </Panel>
  );
}

function BalancesGrid(props: { readonly table: TableHandle<BalanceRow>; readonly hideZero: boolean }): ReactElement {
  const { table, hideZero } = props;
  const [context] = useState(createContext);
  const source = useMemo(
    () =>
      feedRows({ feed: 'balances', rowId, wanted: (row) => !hideZero || !isZero(row.holding), look: context.align }),
    [hideZero, context],
  );
  return <Table table={table} source={source} context={context} empty="Every balance is zero." />;
}

function Amount({
  value,
  colDef,
  context,
}: CustomCellRendererProps<BalanceRow, Decimal | null, Context>): ReactElement {
  // Only the columns of COLUMNS draw with this; the library types the field as that of any row.
  const field = colDef?.field as AmountField;
  // The exchange writes zero where it knows no average.
  const amount = field === 'averageOpenPrice' ? known(value ?? null) : (value ?? null);
  return (
    <NumberText
      value={amount}
      align={context.places[field]}
      tone={amount === null ? undefined : isNegative(amount) ? 'down' : isZero(amount) ? 'muted' : undefined}
    />
  );
}

const Value = ({ value }: { readonly value?: Decimal | null | undefined }): ReactElement => (
  <NumberText
    value={value ?? null}
    places={2}
    tone={value !== null && value !== undefined && isZero(value) ? 'muted' : undefined}
  />
);

const columnDefs: ColDef<BalanceRow>[] = [
  { field: 'token', headerName: 'Token', width: 100, pinned: 'left', cellClass: 'balances-token', sort: 'asc' },
  ...COLUMNS.map(({ field, title, tip }): ColDef<BalanceRow> => ({
    field,
    headerName: title,
    headerTooltip: tip,
    flex: 1,
    minWidth: 108,
    type: 'rightAligned',
    comparator: byDecimal,
    cellRenderer: Amount,
  })),
  {
    colId: 'value',
    headerName: 'Value in USDT',
    headerTooltip: 'All that is there at the mark price, cut to cents',
    flex: 1,
    minWidth: 108,
    type: 'rightAligned',
    comparator: byDecimal,
    valueGetter: ({ data }) => (data === undefined ? null : valueOf(data)),
    cellRenderer: Value,
  },
];

function rowId({ token }: BalanceRow): string {
  return token;
}

const balancesTable = defineTable<BalanceRow>({
  id: 'balances',
  name: 'Balances',
  engine: 'react',
  columns: columnDefs,
  rowId,
});
