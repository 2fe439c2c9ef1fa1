import type { Locator, Page } from 'playwright/test';
import { tapBridge } from '../support/bridge-tap.ts';
import { expect, ordersOnExchange, test } from '../support/exchange.ts';
import { enterUntilGone } from '../support/press.ts';
import type { Program } from '../support/program.ts';

/* The chart with what the account has at stake drawn over it. */

const chart = (page: Page): Locator => page.getByRole('region', { name: 'Chart', exact: true });
const ticket = (page: Page): Locator => page.getByRole('region', { name: 'Order entry', exact: true });

/** What the blotter says of the one open order's price. */
const priceShown = (page: Page): Locator =>
  page.getByRole('grid', { name: 'Open orders' }).locator('[role="row"][row-id] [col-id="price"]');
const asShown = (price: number): string => `${price.toLocaleString('en-US')}.0`;

/** Prices of the open orders that the exchange has in the end; the terminal is closed then. */
const openPrices = async (program: Program): Promise<readonly (string | null)[]> =>
  (await ordersOnExchange(program)).filter(({ status }) => status === 'NEW').map(({ price }) => price);

const orderTag = (page: Page): Locator => chart(page).getByRole('button', { name: /^Buy 0.01/ });

/**
 * A resting buy near enough to the market to be in view, and too far for the market to take it within the
 * test. Its line is there before the exchange has answered, and moves only once it has.
 */
async function restNearMarket(page: Page): Promise<number> {
  await expect(chart(page).locator('.chart-legend')).toBeVisible();
  const bid = Number(((await page.locator('.book-bid .book-price').first().textContent()) ?? '').replaceAll(',', ''));
  const price = Math.floor(bid) - 60;
  await ticket(page).getByLabel('Price', { exact: true }).fill(String(price));
  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.01');
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
  await expect(orderTag(page)).toBeEnabled();
  return price;
}

test('a line dragged asks, and one yes edits the order once', async ({ page, program }) => {
  const price = await restNearMarket(page);
  const tag = orderTag(page);
  const from = await tag.boundingBox();
  if (from === null) throw new Error('The line has no place.');
  await page.mouse.move(from.x + 10, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y + from.height / 2 + 30, { steps: 4 });
  await expect(chart(page).getByText(/^Edit to/)).toBeVisible();
  await expect(priceShown(page)).toHaveText(asShown(price));
  await page.mouse.up();

  await page.getByRole('dialog').getByRole('button', { name: 'Edit price' }).click();
  // Once the exchange has answered, the cell shows one number again, and another one.
  await expect(priceShown(page)).toHaveText(/^[\d,.]+$/);
  await expect(priceShown(page)).not.toHaveText(asShown(price));
  await expect(priceShown(page)).toHaveText(/^[\d,.]+$/);
  await expect(chart(page).getByText(/^Edit to/)).toBeHidden();
  const shown = Number((await priceShown(page).textContent())?.replaceAll(',', ''));
  expect(shown).toBeLessThan(price);
  expect(await openPrices(program)).toEqual([String(shown)]);
});

test('a line moved by the keyboard is left where it is by Esc, and edited by Enter', async ({ page, program }) => {
  const price = await restNearMarket(page);
  const tag = orderTag(page);
  await tag.focus();
  await tag.press('ArrowDown');
  await expect(chart(page).getByText(/^Edit to/)).toBeVisible();
  await tag.press('Escape');
  await expect(chart(page).getByText(/^Edit to/)).toBeHidden();

  await tag.press('Shift+ArrowDown');
  await tag.press('Enter');
  await enterUntilGone(page, page.getByRole('dialog', { name: 'Edit the price?' }));
  await expect(priceShown(page)).toHaveText(asShown(price - 1));
  expect(await openPrices(program)).toEqual([String(price - 1)]);
});

test('the words of a line leave the newest candles to be seen', async ({ page }) => {
  await restNearMarket(page);
  const tag = await orderTag(page).boundingBox();
  const canvas = await chart(page).getByRole('img', { name: 'Candles of PERP_BTC_USDT' }).boundingBox();
  if (tag === null || canvas === null) throw new Error('The line or the chart has no place.');
  expect(tag.x + tag.width).toBeLessThan(canvas.x + canvas.width / 2);
});

test('a line that cannot be moved yet says why at a key and at a drag', async ({ context, program }) => {
  const page = await context.newPage();
  // As between the press and the answer: the order is on its way and has no id.
  await tapBridge(page, {
    rows: (feed, rows) =>
      feed === 'orders' ? rows.map((row) => ({ ...row, orderId: null, status: 'SENDING' })) : rows,
  });
  await page.goto(program.address);
  await expect(chart(page).locator('.chart-legend')).toBeVisible();
  const bid = Number(((await page.locator('.book-bid .book-price').first().textContent()) ?? '').replaceAll(',', ''));
  await ticket(page)
    .getByLabel('Price', { exact: true })
    .fill(String(Math.floor(bid) - 60));
  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.01');
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
  const why = 'The exchange has not given it an id yet.';
  const notice = page.getByRole('log', { name: 'Notices' }).getByText(why);
  await expect(orderTag(page)).toHaveAccessibleDescription(why);
  await orderTag(page).press('ArrowDown');
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Close notice' }).click();
  await expect(notice).toBeHidden();

  const tag = await orderTag(page).boundingBox();
  if (tag === null) throw new Error('The line has no place.');
  await page.mouse.move(tag.x + 10, tag.y + tag.height / 2);
  await page.mouse.down();
  await expect(notice).toBeVisible();
  await page.mouse.up();
});

test('a click on the chart is the price of the ticket, and other intervals show other candles', async ({ page }) => {
  await expect(chart(page).locator('.chart-legend')).toBeVisible();
  const canvas = await chart(page).getByRole('img', { name: 'Candles of PERP_BTC_USDT' }).boundingBox();
  if (canvas === null) throw new Error('The chart has no place.');
  await page.mouse.click(canvas.x + canvas.width / 3, canvas.y + canvas.height / 2);
  await expect(ticket(page).getByLabel('Price', { exact: true })).not.toHaveValue('');

  await chart(page).getByLabel('Interval').selectOption('1d');
  await expect(chart(page).locator('.chart-legend time')).toHaveText(/ 00:00:00$/);
});

test('behind another tab and back again the chart goes on, and nothing throws', async ({ page }) => {
  const thrown: string[] = [];
  page.on('pageerror', (error) => thrown.push(error.message));
  await restNearMarket(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Profiles');
  await page.keyboard.press('Enter');
  await expect(chart(page)).toBeHidden();
  await page.waitForTimeout(500);
  await page.getByRole('tab', { name: 'Chart', exact: true }).click();
  await expect(orderTag(page)).toBeVisible();
  await expect(chart(page).locator('.chart-legend')).toBeVisible();
  expect(thrown).toEqual([]);
});

test('each fill is marked at its own time and price, also after the page was loaded again', async ({ page }) => {
  const outcome = ticket(page).getByRole('status', { name: 'Outcome' });
  // Both fall into one candle, whatever the time of day.
  await chart(page).getByLabel('Interval').selectOption('1d');
  await ticket(page).getByLabel('Order type').selectOption('MARKET');
  for (const quantity of ['0.01', '0.02']) {
    await ticket(page).getByLabel('Quantity', { exact: true }).fill(quantity);
    await ticket(page)
      .getByRole('button', { name: /^Buy .*BTC/ })
      .click();
    await expect(outcome).toContainText('Bought');
    await outcome.getByRole('button', { name: 'Dismiss' }).click();
  }
  await expect(await fillsUnderPointer(page)).toContainText(['Bought 0.01 at', 'Bought 0.02 at']);

  await page.reload();
  await expect(await fillsUnderPointer(page)).toContainText(['Bought 0.01 at', 'Bought 0.02 at']);
});

/** What the chart says of the fills of one of the newest candles, with the pointer on it. */
async function fillsUnderPointer(page: Page): Promise<Locator> {
  await expect(chart(page).locator('.chart-legend')).toBeVisible();
  const canvas = await chart(page).getByRole('img', { name: 'Candles of PERP_BTC_USDT' }).boundingBox();
  if (canvas === null) throw new Error('The chart has no place.');
  const fills = chart(page).getByRole('list', { name: 'Fills of this candle' }).getByRole('listitem');
  await expect(async () => {
    for (let left = 60; left < 200 && !(await fills.first().isVisible()); left += 4)
      await page.mouse.move(canvas.x + canvas.width - left, canvas.y + canvas.height / 2);
    await expect(fills.first()).toBeVisible({ timeout: 100 });
  }).toPass();
  return fills;
}

test('one looks back and the axis still says the last price; one press of Newest is enough', async ({
  context,
  program,
}) => {
  const page = await context.newPage();
  // What the chart's canvases say, by the canvas; the price axis is the narrow one.
  await page.addInitScript(() => {
    const write = CanvasRenderingContext2D.prototype.fillText;
    const said: string[] = [];
    Object.assign(window, { said });
    CanvasRenderingContext2D.prototype.fillText = function (this: CanvasRenderingContext2D, ...args) {
      if (this.canvas.clientWidth < 120) said.push(args[0]);
      return write.apply(this, args);
    };
  });
  await page.goto(program.address);
  await expect(chart(page).locator('.chart-legend')).toBeVisible();
  const canvas = await chart(page).getByRole('img', { name: 'Candles of PERP_BTC_USDT' }).boundingBox();
  if (canvas === null) throw new Error('The chart has no place.');
  const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 };
  const start = chart(page).locator('.chart-figures time');
  const newest = await start.getAttribute('datetime');
  for (let i = 0; i < 3; i += 1) {
    await page.mouse.move(middle.x - 200, middle.y);
    await page.mouse.down();
    await page.mouse.move(middle.x + 250, middle.y, { steps: 5 });
    await page.mouse.up();
  }
  // Not over the chart: the legend has the newest candle.
  await page.mouse.move(canvas.x + 5, canvas.y - 40);
  const close = chart(page).locator('.chart-figures .number').nth(4);
  await expect
    .poll(async () => {
      await page.evaluate(() => Reflect.get(window, 'said').splice(0));
      await expect.poll(() => page.evaluate(() => Reflect.get(window, 'said').length)).toBeGreaterThan(0);
      const [text, said] = await Promise.all([close.textContent(), page.evaluate(() => Reflect.get(window, 'said'))]);
      return said.includes(text?.replace(/[^\d.,]/g, ''));
    })
    .toBe(true);

  await chart(page).getByRole('button', { name: 'Newest' }).click();
  await expect(async () => {
    // Six empty bars of seven pixels, and the axis.
    for (let left = 110; left < 160; left += 4) {
      await page.mouse.move(canvas.x + canvas.width - left, middle.y);
      const seen = await start.getAttribute('datetime', { timeout: 500 });
      if (seen !== null && newest !== null && seen >= newest) return;
    }
    throw new Error('The newest candle is not in view.');
  }).toPass({ timeout: 5_000 });
});

test('candles are read by keys', async ({ page }) => {
  await expect(chart(page).locator('.chart-legend')).toBeVisible();
  const candles = chart(page).getByRole('img', { name: 'Candles of PERP_BTC_USDT' });
  await candles.focus();
  const spoken = chart(page)
    .getByRole('status')
    .filter({ hasText: /open .*, high .*, low .*, close / });
  await candles.press('ArrowLeft');
  await expect(spoken).toBeAttached();
  const newest = await spoken.innerText();
  await candles.press('Shift+ArrowLeft');
  await expect(spoken).not.toHaveText(newest);
  // The figures are those of the candle that is read.
  const [time = ''] = (await spoken.innerText()).split(',');
  await expect(chart(page).locator('.chart-figures time')).toHaveText(time);
});

test('orders at one price each have their words to be seen', async ({ page }) => {
  const price = await restNearMarket(page);
  await ticket(page).getByLabel('Price', { exact: true }).fill(String(price));
  await ticket(page).getByLabel('Quantity', { exact: true }).fill('0.02');
  await ticket(page)
    .getByRole('button', { name: /^Buy .*BTC/ })
    .click();
  const tags = chart(page).getByRole('button', { name: /^Buy 0.0[12] at/ });
  await expect(tags).toHaveCount(2);
  await expect(async () => {
    const [one, two] = await Promise.all([tags.first().boundingBox(), tags.last().boundingBox()]);
    if (one === null || two === null) throw new Error('A tag has no place.');
    const [left, right] = one.x < two.x ? [one, two] : [two, one];
    expect(left.x + left.width).toBeLessThan(right.x);
  }).toPass({ timeout: 5_000 });
});

test('the legend is of the newest candle again after a drag that ended beside the chart', async ({ page }) => {
  const figures = chart(page).locator('.chart-figures');
  await expect(figures).toBeVisible();
  const place = await chart(page).locator('.chart-canvas').boundingBox();
  if (place === null) throw new Error('The chart has no place.');
  await page.mouse.move(place.x + 60, place.y + 80);
  const close = async (): Promise<string> => /\bC\s+([\d,.]+)/.exec(await figures.innerText())?.[1] ?? '';
  const newest = async (): Promise<boolean> => (await close()) === (await page.locator('.last-price').innerText());
  await expect.poll(newest).toBe(false);
  await page.mouse.down();
  await page.mouse.move(place.x + 80, place.y + place.height + 120, { steps: 4 });
  await page.mouse.up();
  await page.mouse.move(place.x + 90, place.y + place.height + 130);
  await expect.poll(newest).toBe(true);
});
