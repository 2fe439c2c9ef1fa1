import { unlike } from '../figures.ts';
import { readGrid } from '../grid.ts';
import { algoOrders, type Row } from '../oracle/account.ts';
import { panel, SOON } from '../screen.ts';
import { differs, unpaired, type Comparison } from './compare.ts';

const FIGURES = { quantity: 'quantity', triggerPrice: 'triggerPrice', price: 'price' } as const;

function nodeDifferences(id: string, cells: Readonly<Record<string, string>>, node: Row): readonly string[] {
  const found = [
    ...differs('symbol', cells['symbol'], node['symbol'] ?? ''),
    ...differs('side', cells['side'], node['side'] === '' ? '–' : (node['side'] ?? '')),
    ...(cells['status']?.startsWith(node['algoStatus'] ?? '') === true
      ? []
      : [`status: ${cells['status']} instead of ${node['algoStatus']}`]),
  ];
  for (const [column, name] of Object.entries(FIGURES)) {
    const exact = node[name] ?? '';
    // Where the exchange has none, a dash or the zero that it writes elsewhere may stand.
    if (exact === '' || exact === '0') continue;
    const wrong = unlike(cells[column] ?? '', exact);
    if (wrong !== null) found.push(`${column}: ${wrong}`);
  }
  return found.map((line) => `algo order ${id}, ${line}`);
}

export const algoComparison: Comparison = {
  panel: 'Algo orders',
  async differences({ page, exchange }) {
    const box = panel(page, 'Algo orders');
    const open = box.getByRole('radio', { name: 'Open', exact: true });
    if ((await open.getAttribute('aria-checked', SOON)) !== 'true') await open.click(SOON);
    const find = box.getByLabel('Find', { exact: true });
    if ((await find.inputValue()) !== '') await find.fill('', SOON);
    await box.getByRole('button', { name: 'Expand all' }).click(SOON);

    const there = await algoOrders(exchange);
    const roots = [...there].filter(([, node]) => node['algoOrderId'] === node['rootAlgoOrderId']).map(([id]) => id);
    const seen = await readGrid(page, 'Algo orders');
    if (seen === null) return roots.length === 0 ? [] : ['there is no grid of algo orders'];
    const shownRoots = [...seen.rows].filter(([, cells]) => cells['level'] === '1').map(([id]) => id);
    return [
      ...unpaired(shownRoots, roots, 'algo order'),
      ...[...seen.rows].flatMap(([id, cells]) => {
        const node = there.get(id);
        return node === undefined ? [] : nodeDifferences(id, cells, node);
      }),
    ];
  },
};
