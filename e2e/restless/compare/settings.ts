import { deadMan, leverage } from '../oracle/market.ts';
import { panel, SOON } from '../screen.ts';
import { differs, type Comparison } from './compare.ts';
import { shownSymbol } from './market.ts';

export const leverageComparison: Comparison = {
  panel: 'Leverage and position mode',
  everyMs: 1_000,
  async differences({ page, exchange }) {
    const symbol = await shownSymbol(page);
    const box = panel(page, 'Leverage and position mode');
    if (symbol.startsWith('SPOT')) return [];
    const isolated = box.getByRole('radio', { name: 'ISOLATED' });
    const marginMode = (await isolated.getAttribute('aria-checked', SOON)) === 'true' ? 'ISOLATED' : 'CROSS';
    const shown = await box.locator('.leverage-block .leverage-line strong').first().innerText(SOON);
    const there = await leverage(exchange, symbol, marginMode);
    return [
      ...differs('position mode', await box.locator('.leverage-line strong').first().innerText(SOON), there.mode),
      ...differs(`leverage of ${symbol}, ${marginMode}`, shown, there.words),
    ];
  },
};

/** Whole seconds may be one apart, and reading takes a moment. */
const MOST_APART_S = 3;

export const deadManComparison: Comparison = {
  panel: 'Dead-man switch',
  async differences({ page, exchange }) {
    const box = panel(page, 'Dead-man switch');
    const ring = box.getByRole('timer');
    const shown = (await ring.count()) === 0 ? null : await ring.locator('.number').innerText(SOON);
    const armed = await deadMan(exchange);
    if (armed === null) {
      const title = await box.locator('.deadman-title').innerText(SOON);
      return shown === null || /unknown/.test(title)
        ? []
        : [`${shown} counts down though the exchange has nothing armed`];
    }
    if (shown === null) return ['nothing counts down though the exchange is armed'];
    const [minutes = '0', seconds = '0'] = shown.split(':');
    const left = Math.floor((armed.at - armed.now) / 1_000);
    const apart = Math.abs(Number(minutes) * 60 + Number(seconds) - left);
    return apart <= MOST_APART_S ? [] : [`${shown} is left by the screen and ${left} s by the exchange`];
  },
};
