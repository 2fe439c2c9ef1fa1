import { AllCommunityModule, createGrid, type ColDef } from 'ag-grid-community';
import type { AlgoRow } from '../../../../shared/contract/algo.ts';

/* The baseline: the same grid library with the same rows, flat, fed by a plain socket. No tree, no distance, no picture. */
const FIELDS: readonly (keyof AlgoRow)[] = [
  'algoType',
  'symbol',
  'side',
  'positionSide',
  'quantity',
  'type',
  'triggerPrice',
  'triggerPriceType',
  'triggerStatus',
  'algoStatus',
  'rootStatus',
  'executed',
  'averagePrice',
];

const place = document.querySelector<HTMLElement>('#grid');
if (place === null) throw new Error('The page has no place.');
const grid = createGrid<AlgoRow>(
  place,
  {
    columnDefs: FIELDS.map((field): ColDef<AlgoRow> => ({ field, width: 100, cellDataType: false })),
    getRowId: ({ data }) => data.id,
    asyncTransactionWaitMillis: 0,
    suppressColumnVirtualisation: true,
    ensureDomOrder: true,
  },
  { modules: [AllCommunityModule] },
);
interface Message {
  readonly all?: AlgoRow[];
  readonly changed?: AlgoRow[];
}
const socket = new WebSocket(location.href.replace('http', 'ws'));
socket.addEventListener('message', ({ data }: MessageEvent<string>) => {
  const { all, changed } = JSON.parse(data) as Message; // written by serve.ts
  if (all !== undefined) grid.setGridOption('rowData', all);
  if (changed !== undefined) grid.applyTransactionAsync({ update: changed });
});
