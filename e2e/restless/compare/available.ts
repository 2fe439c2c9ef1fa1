import type { Page } from 'playwright';
import { plain, unlike } from '../figures.ts';
import { offerOf, type Offer, type Setting } from '../oracle/ticket.ts';
import { field, SOON, ticket } from '../screen.ts';
import { differs, type Comparison } from './compare.ts';
import { shownSymbol } from './market.ts';

const NUMBER = /^\d+(?:\.\d+)?$/;
/** Without a price of its own, whatever stands in the field. */
const AT_MARKET = new Set(['MARKET', 'ASK', 'BID']);
/** The account is read every 10 s here; a read may wait for its budget. */
const MOST_AGE_S = 14;

const isOn = async (page: Page, name: string): Promise<boolean> =>
  (await ticket(page).getByRole('switch', { name, exact: true }).getAttribute('aria-checked', SOON)) === 'true';

/** The chosen one of some radios. */
const chosen = async (page: Page, group: string): Promise<string> =>
  (await ticket(page)
    .locator(`[role="radiogroup"][aria-label="${group}"] [aria-checked="true"]`)
    .getAttribute('data-value', SOON)) ?? '';

/** What the ticket is set to; null while it is for a plan. */
async function setting(page: Page): Promise<Setting | null> {
  const box = ticket(page);
  if ((await box.locator('.ticket-room').count()) === 0) return null;
  const type = await field(page, 'Order type').inputValue(SOON);
  const price = field(page, 'Price');
  // A text that may be read in two ways is taken away.
  if (!AT_MARKET.has(type) && !NUMBER.test(await price.inputValue(SOON))) await price.fill('', SOON);
  const typed = AT_MARKET.has(type) ? '' : await price.inputValue(SOON);
  const fold = box.locator('.ticket-fold');
  const advanced = (await box.locator('.ticket-fold-count').count()) > 0;
  if (advanced && (await fold.getAttribute('aria-expanded')) !== 'true') await fold.click(SOON);
  const symbol = await shownSymbol(page);
  const spot = symbol.startsWith('SPOT');
  return {
    symbol,
    side: await chosen(page, 'Side'),
    type,
    positionSide: advanced && !spot ? await chosen(page, 'Position side') : 'BOTH',
    marginMode: advanced && !spot ? await chosen(page, 'Margin mode') : 'CROSS',
    reduceOnly: await isOn(page, 'Reduce only'),
    price: NUMBER.test(typed) && Number(typed) > 0 ? plain(typed) : null,
  };
}

/** The line below the shares against what the exchange would carry. */
async function lineDifferences(page: Page, offer: Offer): Promise<readonly string[]> {
  const line = (await ticket(page).locator('.ticket-room').innerText(SOON)).replaceAll('\n', ' ').trim();
  if ('why' in offer) return differs('what is available', line, offer.why);
  const [, most = '', unit = '', from = ''] = /^Available: (\S+) (\S+), (.*)$/.exec(line) ?? [];
  if (most === '') return [`what is available: “${line}” instead of ${offer.most} ${offer.unit}`];
  const wrong = unlike(most, offer.most);
  const [, older, age] = /^(.*), (\d+) s old$/.exec(from) ?? [];
  const old = older === undefined ? [] : differs('available, out of', `${older} collateral`, offer.from);
  return [
    ...(wrong === null ? [] : [`what is available: ${wrong}`]),
    ...differs('available, in', unit, offer.unit),
    ...(older === undefined ? differs('available, out of', from, offer.from) : old),
    ...(Number(age ?? '0') <= MOST_AGE_S ? [] : [`what is available is ${age} s old`]),
  ];
}

/** What the largest share puts into its field; the ticket is left as it was. */
async function shareDifferences(page: Page, offer: Offer): Promise<readonly string[]> {
  const whole = ticket(page).getByRole('button', { name: '100 %', exact: true });
  const off = (await whole.getAttribute('aria-disabled', SOON)) === 'true';
  const isOffered = !('why' in offer) && Number(offer.most) > 0 && Number(offer.most) >= Number(offer.least);
  if (off || !isOffered) return off !== isOffered ? [] : [`100 % is ${off ? 'off' : 'on'}`];
  const names = ['Quantity', 'Amount'] as const;
  const before = await Promise.all(names.map((name) => field(page, name).inputValue(SOON)));
  await whole.click(SOON);
  const after = await Promise.all(names.map((name) => field(page, name).inputValue(SOON)));
  for (const [rank, name] of names.entries())
    if (after[rank] !== before[rank] && (await field(page, name).isEditable()))
      await field(page, name).fill(before[rank] ?? '', SOON);
  const filled = after.filter((text) => text !== '').join(' and ');
  return differs('what 100 % fills in', filled, offer.most);
}

async function offerDifferences(
  page: Page,
  offered: (set: Setting) => Promise<Offer>,
): Promise<{ readonly set: Setting; readonly found: readonly string[] } | null> {
  const set = await setting(page);
  if (set === null) return null;
  const offer = await offered(set);
  const found = [...(await lineDifferences(page, offer)), ...(await shareDifferences(page, offer))];
  const words = `${set.side} ${set.type}${set.reduceOnly ? ', reduce only' : ''}`;
  return { set, found: found.map((line) => `${words}: ${line}`) };
}

/** What the ticket says can be ordered, as it stands and with “Reduce only” turned. */
export const availableComparison: Comparison = {
  panel: 'Order entry',
  late: true,
  async differences({ page, exchange }) {
    const offered = (set: Setting): Promise<Offer> => offerOf(exchange, set);
    const first = await offerDifferences(page, offered);
    if (first === null || first.found.length > 0) return first?.found ?? [];
    const reduce = ticket(page).getByRole('switch', { name: 'Reduce only', exact: true });
    if ((await reduce.getAttribute('aria-disabled')) === 'true') return [];
    await reduce.click(SOON);
    const other = await offerDifferences(page, offered);
    await reduce.click(SOON);
    return other?.found ?? [];
  },
};
