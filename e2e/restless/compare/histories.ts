import { list, word, type Wire } from '../exchange-side.ts';
import { unlike } from '../figures.ts';
import { readGrid } from '../grid.ts';
import { panel, SOON } from '../screen.ts';
import { differs, unpaired, type Comparison } from './compare.ts';

const FIRST = 25;

interface Described {
  readonly title: string;
  readonly path: string;
  readonly id: string;
  readonly words: readonly string[];
  readonly figures: readonly string[];
}

/** Histories whose rows this account makes while it trades; their first page, newest first. */
const ORDERS: Described = {
  title: 'Order history',
  path: '/v3/trade/orders',
  id: 'orderId',
  words: ['symbol', 'side', 'type', 'status'],
  figures: ['price', 'quantity', 'executed', 'totalFee'],
};
const FILLS: Described = {
  title: 'Fills',
  path: '/v3/trade/transactionHistory',
  id: 'id',
  words: ['symbol', 'side'],
  figures: ['executedPrice', 'executedQuantity', 'fee'],
};

const comparisonOf = ({ title, path, id, words, figures }: Described): Comparison => ({
  panel: title,
  everyMs: 1_000,
  async differences({ page, exchange }) {
    const box = panel(page, title);
    const pages = box.getByRole('radio', { name: 'Pages' });
    if ((await pages.getAttribute('aria-checked', SOON)) !== 'true') await pages.click(SOON);
    const size = box.getByLabel('Page size');
    if ((await size.inputValue(SOON)) !== String(FIRST)) await size.selectOption(String(FIRST), SOON);
    await box.getByRole('button', { name: 'Reload' }).click(SOON);
    const busy = box.locator('.history-body[aria-busy="true"]');
    await busy.waitFor({ state: 'detached', ...SOON });

    const answer = await exchange.read(path, { page: '1', size: String(FIRST), limit: String(FIRST) });
    const there = new Map(
      list(answer, 'rows')
        .slice(0, FIRST)
        .map((each) => [word(each, id), each]),
    );
    const seen = await readGrid(page, title);
    if (seen === null) return there.size === 0 ? [] : [`there is no grid of ${title}`];
    const shown = new Map([...seen.rows.values()].map((cells) => [cells[id] ?? '', cells]));
    return [
      ...unpaired(shown.keys(), there.keys(), 'record'),
      ...[...shown].flatMap(([key, cells]) => {
        const record = there.get(key);
        return record === undefined ? [] : differences(key, cells, record, words, figures);
      }),
    ];
  },
});

function differences(
  key: string,
  cells: Readonly<Record<string, string>>,
  record: Wire,
  words: readonly string[],
  figures: readonly string[],
): readonly string[] {
  return [
    ...words.flatMap((name) => differs(`${key}, ${name}`, cells[name], word(record, name))),
    ...figures.flatMap((name) => {
      const exact = word(record, name);
      const wrong = exact === '' ? null : unlike(cells[name] ?? '', exact);
      return wrong === null ? [] : [`${key}, ${name}: ${wrong}`];
    }),
  ];
}

export const historyComparisons: readonly Comparison[] = [comparisonOf(ORDERS), comparisonOf(FILLS)];
