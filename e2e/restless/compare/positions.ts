import { Big } from 'big.js';
import type { Page } from 'playwright';
import { cut, plain, unlike } from '../figures.ts';
import { readGrid } from '../grid.ts';
import { highestPrices, positions, signed, type Held } from '../oracle/account.ts';
import { panel, SOON } from '../screen.ts';
import { differs, unpaired, type Comparison } from './compare.ts';

type Cells = Readonly<Record<string, string>>;

const figure = (name: string, shown: string | undefined, exact: string): readonly string[] => {
  const wrong = unlike(shown ?? '', exact);
  return wrong === null ? [] : [`${name}: ${wrong}`];
};

function rowDifferences(id: string, cells: Cells, held: Held, highest: string): readonly string[] {
  const { holding = '0', averageOpenPrice = '', markPrice = '', estLiqPrice = '0' } = held;
  const long = new Big(holding).gt(0);
  const estimate = new Big(estLiqPrice === '' ? '0' : estLiqPrice);
  // What the symbol can never cost is none.
  const none = estimate.eq(0) || estimate.gt(highest);
  const distance = new Big(markPrice).minus(estLiqPrice === '' ? '0' : estLiqPrice).times(long ? 1 : -1);
  const percent = cut(distance.times(100).div(markPrice), 2);
  const found = [
    ...differs('symbol', cells['symbol'], held['symbol'] ?? ''),
    ...differs('side', cells['side'], long ? 'Long' : 'Short'),
    ...figure('quantity', cells['holding'], new Big(holding).abs().toFixed()),
    ...figure('entry', cells['averageOpenPrice'], averageOpenPrice),
    ...figure('mark', cells['markPrice'], markPrice),
    ...figure('PnL', cells['pnl'], signed(held.pnl)),
    ...(none
      ? differs('liquidation', cells['liquidationPrice'], 'none')
      : figure('liquidation', cells['liquidationPrice'], estLiqPrice)),
    ...(none
      ? differs('distance', cells['distance'], '–')
      : figure('distance', (cells['distance'] ?? '').replace(/^! /, '').replace(/ %$/, ''), percent.toFixed())),
    ...figure('PnL 24 h', cells['pnl24h'], signed(held['pnl24H'] ?? '0')),
    ...differs('leverage', cells['leverage'], `${held['leverage']}×`),
    ...differs('margin mode', cells['marginMode'], held['marginMode'] ?? ''),
  ];
  return found.map((line) => `position ${id}, ${line}`);
}

/** All digits of each PnL that is in view, by row: the text that a cell shows on hover. */
const pnlOnHover = (page: Page): Promise<readonly (readonly [string, string])[]> =>
  panel(page, 'Positions')
    .locator('[role="row"][row-id] [col-id="pnl"][title]')
    .evaluateAll((cells) =>
      cells.map((cell) => [
        cell.closest('[row-id]')?.getAttribute('row-id') ?? '',
        (cell.getAttribute('title') ?? '').split(' ')[0] ?? '',
      ]),
    );

export const positionsComparison: Comparison = {
  panel: 'Positions',
  async differences({ page, exchange }) {
    const [there, highest] = await Promise.all([positions(exchange), highestPrices(exchange)]);
    const box = panel(page, 'Positions');
    const seen = await readGrid(page, 'Positions');
    if (there.size === 0)
      return [
        ...((await box.getByText('No position', { exact: true }).count()) === 1 ? [] : ['“No position” is not said']),
        ...unpaired(seen?.rows.keys() ?? [], [], 'position'),
      ];
    const sum = [...there.values()].reduce((all, { pnl }) => all.plus(pnl), new Big(0));
    const said = (await box.locator('.positions-totals').innerText(SOON)).replaceAll('\n', ' ');
    const unknown = said.includes('and more') ? ['the sum leaves something out'] : [];
    const exact = await pnlOnHover(page);
    const total = /Unrealised PnL\s+(\S+) USDT/.exec(said)?.[1] ?? said;
    return [
      ...figure('the sum of unrealised PnL', total, plain(cut(sum, 4).toFixed())),
      ...unknown,
      ...exact.flatMap(([id, text]) => figure(`position ${id}, PnL on hover`, text, there.get(id)?.pnl ?? '0')),
      ...unpaired(seen?.rows.keys() ?? [], there.keys(), 'position'),
      ...[...(seen?.rows ?? [])].flatMap(([id, cells]) => {
        const held = there.get(id);
        return held === undefined ? [] : rowDifferences(id, cells, held, highest.get(held['symbol'] ?? '') ?? '0');
      }),
    ];
  },
};
