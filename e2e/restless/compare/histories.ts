import type { Page } from 'playwright';
import { list, part, word, type Wire } from '../exchange-side.ts';
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
  readonly times: readonly string[];
  /** It is read by a limit and not by pages, so that the screen cannot say how many there are. */
  readonly uncounted?: true;
  /** Amounts of tokens, such as “2.8 USDT”. */
  readonly amounts?: readonly string[];
  /** Accounts by their names. */
  readonly accounts?: readonly string[];
}

/** Histories whose rows this account makes while it trades; their first page, newest first. */
const OWN: readonly Described[] = [
  {
    title: 'Order history',
    path: '/v3/trade/orders',
    id: 'orderId',
    words: ['symbol', 'side', 'type', 'status'],
    figures: ['price', 'quantity', 'executed', 'totalFee'],
    times: ['createdTime'],
  },
  {
    title: 'Fills',
    path: '/v3/trade/transactionHistory',
    id: 'id',
    words: ['symbol', 'side'],
    figures: ['executedPrice', 'executedQuantity', 'fee'],
    times: ['executedTimestamp'],
    uncounted: true,
  },
];

const REFERRAL = { id: 'referralId', figures: [], times: ['registerTime'] } as const;
const AMOUNTS = ['earned', 'extraBonus', 'previousCommission'] as const;

/** Histories that change seldom: one of them is looked at each time. */
const IN_TURN: readonly Described[] = [
  {
    title: 'Funding fee history',
    path: '/v3/futures/fundingFee/history',
    id: 'id',
    words: ['symbol', 'paymentType', 'status'],
    figures: ['fundingFee', 'fundingRate', 'markPrice', 'fundingIntervalHours'],
    times: ['createdTime'],
  },
  {
    title: 'Wallet history',
    path: '/v3/asset/wallet/history',
    id: 'id',
    words: ['token', 'tokenSide', 'status', 'feeToken', 'targetAddress', 'sourceAddress', 'txId'],
    figures: ['amount', 'feeAmount', 'confirmedNumber', 'confirmingThreshold'],
    times: ['createdTime', 'updatedTime'],
  },
  {
    title: 'Transfer history',
    path: '/v3/asset/transfer/history',
    id: 'id',
    words: ['token', 'status'],
    figures: ['amount'],
    times: ['createdTime'],
    accounts: ['from', 'to'],
  },
  {
    title: 'Margin interest history',
    path: '/v3/spotMargin/interestHistory',
    id: 'id',
    words: ['token', 'side', 'status'],
    figures: ['interest', 'loanAmount', 'hourlyRate', 'annualRate'],
    times: ['createdTime'],
  },
  {
    ...REFERRAL,
    title: 'Referral summary',
    path: '/v3/account/referral/summary',
    words: ['referralCode', 'tradeStatus'],
    amounts: AMOUNTS,
  },
  {
    ...REFERRAL,
    title: 'Referral reward history',
    path: '/v3/account/referral/rewardHistory',
    words: ['referralCode'],
    amounts: AMOUNTS,
  },
];

/** A time of the wire, ms or seconds as text, as the screen writes it; the page's clock is UTC. */
function timeText(wire: string): string {
  const number = Number(wire);
  const ms = wire.includes('.') || number < 100_000_000_000 ? number * 1_000 : number;
  return new Date(Math.round(ms)).toISOString().slice(0, 19).replace('T', ' ');
}

const amountText = (amount: Wire): string =>
  `${word(amount, 'amount') || word(amount, 'totalAmount')} ${word(amount, 'token')}`;

/** Amounts of a record, or what it calls the amount in this place. */
function amountsText(record: Wire, name: string): string {
  return list(record, name)
    .map((each) => amountText({ amount: null, totalAmount: null, ...(each as Readonly<Record<string, Wire>>) })) // an object
    .join(', ');
}

/** A party's name, else its id. */
const accountText = (record: Wire, name: string): string => {
  const account = part(record, name);
  return word(account, 'accountName') || word(account, 'applicationId');
};

/** Rows by their id; one that comes again counts on. */
function numbered<Row>(rows: readonly Row[], idOf: (row: Row) => string): Map<string, Row> {
  const found = new Map<string, Row>();
  for (const row of rows) {
    let [id, again] = [idOf(row), 1];
    while (found.has(id)) id = `${idOf(row)}, again ${(again += 1)}`;
    found.set(id, row);
  }
  return found;
}

type Cells = Readonly<Record<string, string>>;

const comparisonOf = (described: Described): Comparison => ({
  panel: described.title,
  everyMs: 1_000,
  async differences({ page, exchange }) {
    const { title, path } = described;
    const box = panel(page, title);
    const pages = box.getByRole('radio', { name: 'Pages' });
    if ((await pages.getAttribute('aria-checked', SOON)) !== 'true') await pages.click(SOON);
    const size = box.getByLabel('Page size');
    const empty = box.locator('.panel-message');
    await size.or(empty).first().waitFor(SOON);
    if ((await size.count()) > 0 && (await size.inputValue(SOON)) !== String(FIRST))
      await size.selectOption(String(FIRST), SOON);
    await box.getByRole('button', { name: 'Reload' }).click(SOON);
    await box.locator('.history-body[aria-busy="true"], .skeleton').waitFor({ state: 'detached', ...SOON });

    const answer = await exchange.read(path, { page: '1', size: String(FIRST), limit: String(FIRST) });
    const records = list(answer, 'rows').slice(0, FIRST);
    // A referral has a row for each of its days: what a row says is its name then.
    const isOne = described.id !== 'referralId';
    const there = numbered(records, (record) => [word(record, described.id), ...(isOne ? [] : said(record))].join(' '));
    const seen = await readGrid(page, title);
    if (seen === null) return there.size === 0 ? [] : [`there is no grid of ${title}`];
    const shown = numbered([...seen.rows.values()], (cells) =>
      [cells[described.id] ?? '', ...(isOne ? [] : AMOUNTS.map((name) => cells[name] ?? ''))].join(' '),
    );
    return [
      ...(described.uncounted === true ? [] : await totalDifferences(page, title, answer)),
      ...unpaired(shown.keys(), there.keys(), 'record'),
      ...[...shown].flatMap(([key, cells]) => {
        const record = there.get(key);
        return record === undefined ? [] : differences(key, cells, record, described);
      }),
    ];
  },
});

const said = (record: Wire): readonly string[] => AMOUNTS.map((name) => amountsText(record, name) || '–');

/** How many records there are in all, where the exchange says so. */
async function totalDifferences(page: Page, title: string, answer: Wire): Promise<readonly string[]> {
  const meta = part(answer, 'meta');
  if (meta === null) return [];
  const told = await panel(page, title).locator('.page-bar .number').first().innerText(SOON);
  const total = / of (\S+)$/.exec(told)?.[1] ?? '';
  const wrong = unlike(total, word(meta, 'total'));
  return wrong === null ? [] : [`how many there are: ${wrong}`];
}

function differences(key: string, cells: Cells, record: Wire, described: Described): readonly string[] {
  const { words, figures, times, amounts = [], accounts = [] } = described;
  const shown = (name: string, exact: string): readonly string[] =>
    differs(`${key}, ${name}`, cells[name], exact === '' ? '–' : exact);
  return [
    ...words.flatMap((name) => shown(name, word(record, name))),
    ...times.flatMap((name) => shown(name, timeText(word(record, name)))),
    ...amounts.flatMap((name) => shown(name, amountsText(record, name))),
    ...accounts.flatMap((name) => shown(name, accountText(record, name))),
    ...figures.flatMap((name) => {
      const exact = word(record, name);
      if (exact === '') return shown(name, exact);
      const wrong = unlike(cells[name] ?? '', exact);
      return wrong === null ? [] : [`${key}, ${name}: ${wrong}`];
    }),
  ];
}

export const historyComparisons: readonly Comparison[] = [
  ...OWN.map(comparisonOf),
  ...IN_TURN.map((described, turn): Comparison => ({
    ...comparisonOf(described),
    isDue: ({ compared }) => compared % IN_TURN.length === turn,
  })),
];
