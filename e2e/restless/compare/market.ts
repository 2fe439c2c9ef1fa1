import type { Page } from 'playwright';
import { unlike } from '../figures.ts';
import { book, lastPrice, latestTrade, type Level } from '../oracle/market.ts';
import { panel, SOON, ticket } from '../screen.ts';
import type { Comparison } from './compare.ts';

/** The symbol that the top bar names. */
export async function shownSymbol(page: Page): Promise<string> {
  const label = await page.getByRole('button', { name: /^Symbol: / }).getAttribute('aria-label', SOON);
  return (label ?? '').replace('Symbol: ', '');
}

const wrongFigure = (name: string, shown: string, exact: string): readonly string[] => {
  const wrong = unlike(shown, exact);
  return wrong === null ? [] : [`${name}: ${wrong}`];
};

/** A best quote as a button shows it; a side without orders shows none. */
function quote(name: string, shown: string, best: Level | undefined): readonly string[] {
  const text = shown.replace(name, '').trim();
  if (best !== undefined) return wrongFigure(name, text, best.price);
  return text === '–' ? [] : [`${name}: ${text} though this side of the book is empty`];
}

export const ticketComparison: Comparison = {
  panel: 'Order entry',
  async differences({ page, exchange }) {
    const symbol = await shownSymbol(page);
    const { asks, bids } = await book(exchange, symbol);
    const box = ticket(page);
    const named = await box.locator('.ticket-symbol').innerText(SOON);
    return [
      ...(named === symbol ? [] : [`the ticket is for ${named} and the top bar for ${symbol}`]),
      ...quote('Bid', await box.locator('.ticket-quote-bid').innerText(SOON), bids[0]),
      ...quote('Ask', await box.locator('.ticket-quote-ask').innerText(SOON), asks[0]),
      ...wrongFigure(
        'last price',
        await page.locator('.last-price').innerText(SOON),
        await lastPrice(exchange, symbol),
      ),
    ];
  },
};

export const bookComparison: Comparison = {
  panel: 'Order book',
  async differences({ page, exchange }) {
    const symbol = await shownSymbol(page);
    const box = panel(page, 'Order book');
    const rpi = box.getByRole('switch', { name: 'RPI' });
    if ((await rpi.getAttribute('aria-checked', SOON)) === 'true') await rpi.click(SOON);
    const grouping = box.getByRole('combobox', { name: 'Grouping' });
    if ((await grouping.evaluate((select) => (select instanceof HTMLSelectElement ? select.selectedIndex : 0))) !== 0)
      await grouping.selectOption({ index: 0 }, SOON);
    const there = await book(exchange, symbol);
    const sides = await box
      .getByRole('rowgroup')
      .evaluateAll((groups) =>
        groups.map((group) =>
          [...group.querySelectorAll('[role="row"]')]
            .map((row) => [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent?.trim() ?? ''))
            .filter(([price]) => price !== ''),
        ),
      );
    const [asks = [], bids = []] = sides;
    return [...sideDifferences('ask', asks.toReversed(), there.asks), ...sideDifferences('bid', bids, there.bids)];
  },
};

export const tradesComparison: Comparison = {
  panel: 'Market trades',
  async differences({ page, exchange }) {
    const latest = await latestTrade(exchange, await shownSymbol(page));
    const first = panel(page, 'Market trades').locator('.trades-table tbody tr').first();
    const [price = '', quantity = ''] = await first.locator('td').allInnerTexts();
    return [
      ...wrongFigure('price of the newest trade', price.replace(/^[▲▼]/, '').trim(), latest.price),
      ...wrongFigure('quantity of the newest trade', quantity, latest.quantity),
    ];
  },
};

function sideDifferences(
  side: string,
  shown: readonly (readonly string[])[],
  there: readonly Level[],
): readonly string[] {
  if (shown.length === 0 && there.length > 0) return [`no ${side} is shown`];
  return shown.flatMap(([price = '', size = '', total = ''], rank) => {
    const level = there[rank];
    if (level === undefined) return [`${side} ${rank + 1} is shown and the exchange does not have it`];
    const name = `${side} ${rank + 1}`;
    return [
      // A level with an order of one's own has a sign before its price.
      ...wrongFigure(`${name}, price`, price.replace(/^◆/, ''), level.price),
      ...wrongFigure(`${name}, size`, size, level.size),
      ...wrongFigure(`${name}, total`, total, level.total),
    ];
  });
}
