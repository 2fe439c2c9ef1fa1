import { Big } from 'big.js';
import { cut, plain, shownNumber, unlike } from '../figures.ts';
import { readGrid } from '../grid.ts';
import { balances, positions } from '../oracle/account.ts';
import { panel, SOON } from '../screen.ts';
import type { World } from '../world.ts';
import { unpaired, type Comparison } from './compare.ts';

/** All columns of figures, with the exchange's names of them. */
const FIGURES = {
  holding: 'holding',
  available: 'availableBalance',
  frozen: 'frozen',
  interest: 'interest',
  averageOpenPrice: 'averageOpenPrice',
  markPrice: 'markPrice',
} as const;

/** Balances are read every 3 s here; reading, a busy machine and whole seconds come on top. */
const LATE_MS = 8_000;
const CENTS = 2;

/** “Interest owed −6.4 USDT” by its name; parts that are nothing are not said. */
function partDifferences(said: string, parts: ReadonlyMap<string, Big>): readonly string[] {
  const lines = said.split('\n');
  return [...parts].flatMap(([name, sum]) => {
    const line = lines.find((each) => each.startsWith(`${name} `));
    const shown = line?.slice(name.length + 1).replace(/ USDT$/, '');
    if (shown === undefined) return sum.eq(0) ? [] : [`${name} is not said`];
    const wrong = unlike(shown, plain(cut(sum, CENTS).toFixed()));
    return wrong === null ? [] : [`${name}: ${wrong}`];
  });
}

/** Marks that moved since the last comparison are said to be no older than that. */
function ageDifferences(worth: string, marks: string, world: World): readonly string[] {
  const age = /marks (\d+) s old/.exec(worth)?.[1];
  if (age === undefined || marks === world.marks) return [];
  const { movedAt } = world;
  const most = Math.ceil((Date.now() - movedAt + LATE_MS) / 1_000);
  return Number(age) <= most ? [] : [`marks are ${age} s old by the screen and at most ${most} s by the exchange`];
}

export const balancesComparison: Comparison = {
  panel: 'Balances',
  async differences(world) {
    const { page, exchange } = world;
    const box = panel(page, 'Balances');
    const hide = box.getByRole('switch', { name: 'Hide zero balances' });
    if ((await hide.getAttribute('aria-checked', SOON)) === 'true') await hide.click(SOON);
    const there = await balances(exchange);
    const seen = await readGrid(page, 'Balances');
    if (seen === null) return ['there is no grid of balances'];
    const found = unpaired(seen.rows.keys(), there.keys(), 'token');
    // As the exchange adds up an account: tokens less interest, margin set aside, and profit not taken yet.
    let [tokens, interest, isolated, unrealised] = [new Big(0), new Big(0), new Big(0), new Big(0)];
    for (const held of (await positions(exchange)).values()) {
      unrealised = unrealised.plus(held.pnl);
      isolated = isolated.plus(held['isolatedMarginAmount'] ?? '0');
    }
    for (const [token, cells] of seen.rows) {
      const row = there.get(token);
      if (row === undefined) continue;
      for (const [column, name] of Object.entries(FIGURES)) {
        // No average is written as zero by the exchange, and as a dash here.
        if (column === 'averageOpenPrice' && cells[column] === '–' && Number(row[name] ?? '0') === 0) continue;
        const wrong = unlike(cells[column] ?? '', row[name] ?? '0');
        if (wrong !== null) found.push(`${token}, ${column}: ${wrong}`);
      }
      // What follows from a mark that is shown has to follow from it, also while a newer one is on its way.
      const mark = token === 'USDT' ? '1' : shownNumber(cells['markPrice'] ?? '');
      if (mark === null) continue;
      const value = cut(new Big(row['holding'] ?? '0').times(mark), 2);
      const wrong = unlike(cells['value'] ?? '', value.toFixed());
      if (wrong !== null) found.push(`${token}, value: ${wrong}`);
      tokens = tokens.plus(new Big(row['holding'] ?? '0').times(mark));
      interest = interest.minus(new Big(row['interest'] ?? '0').times(mark));
    }
    const line = box.locator('.balances-worth');
    const text = await line.innerText(SOON);
    const said = text.replace(/^Worth\s+/, '').replace(/\s+USDT.*$/s, '');
    const worth = tokens.plus(interest).plus(isolated).plus(unrealised);
    const wrong = unlike(said, plain(cut(worth, CENTS).toFixed()));
    const parts = new Map([
      ['Tokens at mark', tokens],
      ['Interest owed', interest],
      ['Isolated margin', isolated],
      ['Unrealised PnL', unrealised],
    ]);
    const marks = [...there].map(([token, { markPrice }]) => `${token} ${markPrice}`).join();
    const differences = [
      ...found,
      ...(wrong === null ? [] : [`worth: ${wrong}`]),
      ...(text.includes('and more') ? ['the worth leaves something out'] : []),
      ...partDifferences((await line.getAttribute('title')) ?? '', parts),
      ...ageDifferences(text, marks, world),
    ];
    if (differences.length === 0) world.marks = marks;
    return differences;
  },
};
