import { Big } from 'big.js';
import { cut, plain, shownNumber, unlike } from '../figures.ts';
import { readGrid } from '../grid.ts';
import { balances, positions } from '../oracle/account.ts';
import { panel, SOON } from '../screen.ts';
import { unpaired, type Comparison } from './compare.ts';

/** Columns that the private stream brings, with the exchange's names of them. */
const LIVE = { holding: 'holding', available: 'availableBalance', frozen: 'frozen', interest: 'interest' } as const;

export const balancesComparison: Comparison = {
  panel: 'Balances',
  async differences({ page, exchange }) {
    const box = panel(page, 'Balances');
    const hide = box.getByRole('switch', { name: 'Hide zero balances' });
    if ((await hide.getAttribute('aria-checked', SOON)) === 'true') await hide.click(SOON);
    const there = await balances(exchange);
    const seen = await readGrid(page, 'Balances');
    if (seen === null) return ['there is no grid of balances'];
    const found = unpaired(seen.rows.keys(), there.keys(), 'token');
    // As the exchange adds up an account: tokens less interest, margin set aside, and profit not taken yet.
    let worth = new Big(0);
    for (const held of (await positions(exchange)).values())
      worth = worth.plus(held.pnl).plus(held['isolatedMarginAmount'] ?? '0');
    for (const [token, cells] of seen.rows) {
      const row = there.get(token);
      if (row === undefined) continue;
      for (const [column, name] of Object.entries(LIVE)) {
        const wrong = unlike(cells[column] ?? '', row[name] ?? '0');
        if (wrong !== null) found.push(`${token}, ${column}: ${wrong}`);
      }
      // Marks are read at a pace of their own; what follows from one shown has to follow from it.
      const mark = token === 'USDT' ? '1' : shownNumber(cells['markPrice'] ?? '');
      if (mark === null) continue;
      const value = cut(new Big(row['holding'] ?? '0').times(mark), 2);
      const wrong = unlike(cells['value'] ?? '', value.toFixed());
      if (wrong !== null) found.push(`${token}, value: ${wrong}`);
      worth = worth.plus(new Big(row['holding'] ?? '0').minus(row['interest'] ?? '0').times(mark));
    }
    const said = (await box.locator('.balances-worth').innerText(SOON))
      .replace(/^Worth\s+/, '')
      .replace(/\s+USDT.*$/s, '');
    const wrong = unlike(said, plain(cut(worth, 2).toFixed()));
    return wrong === null ? found : [...found, `worth: ${wrong}`];
  },
};
