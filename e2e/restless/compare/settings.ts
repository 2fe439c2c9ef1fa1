import type { Locator } from 'playwright';
import { account, openable, positions, type Account, type Row } from '../oracle/account.ts';
import { deadMan, leverage } from '../oracle/market.ts';
import { panel, SOON } from '../screen.ts';
import { differs, unpaired, type Comparison } from './compare.ts';
import { shownSymbol } from './market.ts';

const PANEL = 'Leverage and position mode';
/** A leverage that is asked about and not set. */
const WANTED = '7';
const PRESETS = [1, 3, 5, 10, 20, 50] as const;
/** Leverages of spot margin that the interface allows in an account mode (E18). */
const OF_MODE: Readonly<Record<string, readonly number[]>> = {
  MARGIN: [3, 4, 5, 10],
  FUTURES: [1, 2, 3, 4, 5, 10, 15, 20, 30, 40, 50],
};

const textsOf = (box: Locator, selector: string): Promise<readonly string[]> => box.locator(selector).allInnerTexts();

/** Spot margin: the leverage, and which ones can be chosen. */
async function spotDifferences(box: Locator, { spotMargin, accountMode }: Account): Promise<readonly string[]> {
  const choices = '[role="group"][aria-label="Spot margin leverages"] button';
  return [
    ...differs(
      'spot margin leverage',
      (await textsOf(box, '.leverage-block .leverage-line strong'))[0],
      `${spotMargin}×`,
    ),
    ...differs(
      'spot margin leverages',
      (await textsOf(box, choices)).join(' '),
      (OF_MODE[accountMode] ?? []).map((each) => `${each}×`).join(' '),
    ),
    ...differs('the pressed one', (await textsOf(box, `${choices}[aria-pressed="true"]`)).join(' '), `${spotMargin}×`),
  ];
}

/** What is held, with its leverage. */
async function heldDifferences(box: Locator, held: readonly Row[]): Promise<readonly string[]> {
  const rows = await box
    .locator('[aria-label="Leverage of open positions"] tbody tr')
    .evaluateAll((lines) => lines.map((line) => [...line.children].map((cell) => cell.textContent).join(' ')));
  const there = held.map((each) =>
    [each['symbol'], each['positionSide'], each['marginMode'], `${each['leverage']}×`].join(' '),
  );
  return unpaired(rows, there, 'leverage of the position');
}

export const leverageComparison: Comparison = {
  panel: PANEL,
  everyMs: 1_000,
  async differences({ page, exchange, compared }) {
    const symbol = await shownSymbol(page);
    const box = panel(page, PANEL);
    const there = await account(exchange);
    const held = [...(await positions(exchange)).values()];
    const common = [
      ...differs('position mode', await box.locator('.leverage-line strong').first().innerText(SOON), there.mode),
      ...(await heldDifferences(box, held)),
    ];
    if (symbol.startsWith('SPOT')) return [...common, ...(await spotDifferences(box, there))];
    // Each margin mode in turn.
    const marginMode = compared % 2 === 0 ? 'CROSS' : 'ISOLATED';
    const radio = box.getByRole('radio', { name: marginMode });
    if ((await radio.getAttribute('aria-checked', SOON)) !== 'true') await radio.click(SOON);
    const shown = await box.locator('.leverage-block .leverage-line strong').first().innerText(SOON);
    const { words, most } = await leverage(exchange, symbol, marginMode);
    const presets = PRESETS.filter((each) => each <= most).map((each) => `${each}×`);
    return [
      ...common,
      ...differs(`leverage of ${symbol}, ${marginMode}`, shown, words),
      ...differs(
        'the leverages to choose from',
        (await textsOf(box, '[aria-label="Leverages"] button')).join(' '),
        presets.join(' '),
      ),
      ...differs(
        'the most',
        (await box.getByLabel('New leverage').getAttribute('placeholder', SOON)) ?? '',
        `1 to ${most}`,
      ),
    ];
  },
};

/** What could be opened at another leverage, as the question before the change says it; nothing is changed. */
export const leverageReviewComparison: Comparison = {
  panel: PANEL,
  late: true,
  isDue: ({ compared }) => compared % 2 === 1,
  async differences({ page, exchange }) {
    const symbol = await shownSymbol(page);
    if (symbol.startsWith('SPOT')) return [];
    const box = panel(page, PANEL);
    const typed = box.getByLabel('New leverage');
    await typed.fill(WANTED, SOON);
    await box.getByRole('button', { name: 'Review the change' }).click(SOON);
    const question = page.getByRole('dialog', { name: `Leverage of ${symbol} to ${WANTED}×?` });
    const said = await question.innerText(SOON);
    await question.getByRole('button', { name: 'Leave it' }).click(SOON);
    await typed.fill('', SOON);
    const marginMode = /For (CROSS|ISOLATED) margin/.exec(said)?.[1] ?? 'CROSS';
    const { words } = await leverage(exchange, symbol, marginMode);
    const [now = '0'] = words.split('×');
    const size = await openable(exchange, symbol, marginMode, now);
    return [
      ...(said.includes(words) ? [] : [`the question does not say ${words}: “${said}”`]),
      ...differs(
        'what could be opened',
        /Available to open: [^.]*(?:\.\d[^.]*)*\./.exec(said)?.[0],
        `Available to open: about ${size(now)} now, about ${size(WANTED)} then.`,
      ),
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
