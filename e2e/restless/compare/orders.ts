import { unlike } from '../figures.ts';
import { readGrid } from '../grid.ts';
import { openOrders, type Row } from '../oracle/account.ts';
import { panel, SOON } from '../screen.ts';
import { differs, unpaired, type Comparison } from './compare.ts';

type Cells = Readonly<Record<string, string>>;

/** A number of a cell; nothing where the exchange has none. */
function figure(name: string, shown: string | undefined, exact: string): readonly string[] {
  if (exact === '') return differs(name, shown, '–');
  const wrong = unlike(shown ?? '', exact);
  return wrong === null ? [] : [`${name}: ${wrong}`];
}

/** The stream says REPLACED after an edit, which REST does not know: an open state like the two of REST. */
const statusDifference = (shown: string, exact: string): readonly string[] =>
  shown.startsWith(exact) || shown.startsWith('REPLACED') ? [] : [`status: ${shown} instead of ${exact}`];

function rowDifferences(id: string, cells: Cells, order: Row): readonly string[] {
  const pending = (column: string): boolean => cells[`${column} pending`] === 'yes';
  const executed = cells['executed']?.split(' / ')[0];
  const found = [
    ...differs('symbol', cells['symbol'], order['symbol'] ?? ''),
    ...differs('side', cells['side'], order['side'] ?? ''),
    ...differs('type', cells['type'], order['type'] ?? ''),
    ...figure('price', cells['price'], order['price'] ?? ''),
    ...figure('quantity', cells['quantity'], order['quantity'] ?? ''),
    ...figure('executed', executed, order['executed'] ?? '0'),
    ...differs('reduce only', cells['reduceOnly'], order['reduceOnly'] === 'true' ? 'Yes' : 'No'),
    ...statusDifference(cells['status'] ?? '', order['status'] ?? ''),
    ...(pending('price') || pending('quantity') ? ['an edit is still pending'] : []),
  ];
  return found.map((line) => `order ${id}, ${line}`);
}

export const ordersComparison: Comparison = {
  panel: 'Open orders',
  async differences({ page, exchange }) {
    const box = panel(page, 'Open orders');
    const open = box.getByRole('radio', { name: /^Open \d+$/ });
    if ((await open.getAttribute('aria-checked', SOON)) !== 'true') await open.click(SOON);
    const filter = box.getByLabel('Filter', { exact: true });
    if ((await filter.inputValue()) !== '') await filter.fill('', SOON);
    const only = box.getByRole('switch', { name: 'This symbol' });
    if ((await only.getAttribute('aria-checked')) === 'true') await only.click(SOON);

    const there = await openOrders(exchange);
    const told = (await open.innerText()).replace('Open ', '');
    const counted = differs('the count of open orders', told, String(there.size));
    const seen = await readGrid(page, 'Open orders');
    if (seen === null) return [...counted, 'there is no grid of open orders'];
    return [
      ...counted,
      ...unpaired(seen.rows.keys(), there.keys(), 'order'),
      ...[...seen.rows].flatMap(([id, cells]) => {
        const order = there.get(id);
        return order === undefined ? [] : rowDifferences(id, cells, order);
      }),
    ];
  },
};
