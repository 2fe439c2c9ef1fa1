import { shownNumber, plain, unlike } from '../figures.ts';
import { lastPrice } from '../oracle/market.ts';
import { textsOn } from '../watch/page-watch.ts';
import { panel, SOON } from '../screen.ts';
import type { Comparison } from './compare.ts';
import { shownSymbol } from './market.ts';

export const chartComparison: Comparison = {
  panel: 'Chart',
  async differences({ page, exchange }) {
    const symbol = await shownSymbol(page);
    const box = panel(page, 'Chart');
    await box.locator('.chart-figures').waitFor(SOON);
    const last = plain(await lastPrice(exchange, symbol));
    const close =
      /\bC\s+([\d,.]+)/.exec((await box.locator('.chart-figures').innerText()).replaceAll('\n', ' '))?.[1] ?? '';
    const wrong = unlike(close, last);
    // Wherever the chart stands: the coloured tag on the axis is the last price.
    const drawn = (await textsOn(page, '.chart-canvas')).map(shownNumber);
    return [
      ...(wrong === null ? [] : [`close of the newest candle: ${wrong}`]),
      ...(drawn.includes(last) ? [] : [`the last price ${last} stands nowhere on the axis`]),
    ];
  },
};
