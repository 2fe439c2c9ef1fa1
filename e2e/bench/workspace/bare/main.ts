import { AllCommunityModule, createGrid, type ColDef } from 'ag-grid-community';
import type { BookRow, OrderRow } from '../../../../shared/contract/contract.ts';

/*
 * The baseline: the same grid library with as many columns and the same rows, fed by a plain socket, and
 * a book written as text. Nothing is checked, formatted, flashed, named or coloured.
 */
const FIELDS: readonly (keyof OrderRow)[] = [
  'createdAt',
  'symbol',
  'side',
  'type',
  'price',
  'quantity',
  'executed',
  'averagePrice',
  'reduceOnly',
  'positionSide',
  'tag',
  'clientOrderId',
  'status',
];

const place = document.querySelector<HTMLElement>('#grid');
const book = document.querySelector<HTMLElement>('#book');
if (place === null || book === null) throw new Error('The page has no places.');

const grid = createGrid<OrderRow>(
  place,
  {
    columnDefs: FIELDS.map((field): ColDef<OrderRow> => ({ field, width: 100, cellDataType: false })),
    getRowId: ({ data }) => data.id,
    rowSelection: { mode: 'multiRow' },
    asyncTransactionWaitMillis: 0,
    deltaSort: true,
    suppressColumnVirtualisation: true,
    ensureDomOrder: true,
  },
  { modules: [AllCommunityModule] },
);

interface Message {
  readonly all?: OrderRow[];
  readonly orders?: OrderRow[];
  readonly book?: BookRow | null;
}

const socket = new WebSocket(location.href.replace('http', 'ws'));
socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const message = JSON.parse(data) as Message; // written by serve.ts
  if (message.all !== undefined) grid.setGridOption('rowData', message.all);
  if (message.orders !== undefined) grid.applyTransactionAsync({ update: message.orders });
  if (message.book !== undefined && message.book !== null) {
    const { asks, bids } = message.book;
    book.textContent = [...asks.slice(0, 12).toReversed(), ...bids.slice(0, 12)]
      .map((level) => level.join(' '))
      .join('\n');
  }
});
