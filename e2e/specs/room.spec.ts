import { createHmac } from 'node:crypto';
import { expect, test } from 'playwright/test';
import { startPractice, type Practice } from '../../electron/practice/server.ts';
import { roomOf, shareOf, type Means } from '../../renderer/panels/order-entry/available/available.ts';
import type { InstrumentRow, OrderDraft } from '../../shared/contract/contract.ts';
import { decimal, ZERO } from '../../shared/decimal.ts';
import { PERP } from '../../shared/testing/instrument.ts';

/* All of what the ticket calls available is taken by the exchange, asked over HTTP with signatures of its own. */

type Record_ = Readonly<Record<string, unknown>>;
let exchange: Practice;
test.beforeEach(async () => {
  exchange = await startPractice({ pastDays: 0, limits: false });
});
test.afterEach(() => exchange.close());

async function call(method: 'GET' | 'POST', target: string, body?: Record_): Promise<{ code: string; data: Record_ }> {
  const text = body === undefined ? '' : JSON.stringify(body);
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', exchange.secret)
    .update(timestamp + method + target + text)
    .digest('hex');
  const response = await fetch(exchange.rest + target, {
    method,
    ...(body === undefined ? {} : { body: text }),
    headers: {
      'content-type': 'application/json',
      'x-api-key': exchange.key,
      'x-api-timestamp': timestamp,
      'x-api-signature': signature,
    },
  });
  // interface-v3.md, the envelope of every answer
  const answer = (await response.json()) as { success: boolean; code?: number; message?: string; data?: Record_ };
  return { code: answer.success ? '' : `${answer.code} ${answer.message}`, data: answer.data ?? {} };
}
const list = (data: Record_, name: string): readonly Record_[] => (data[name] ?? []) as readonly Record_[]; // rows of objects
const number = (value: unknown) => decimal(String(value));

async function meansOf(draft: Draft, instrument: InstrumentRow): Promise<Means> {
  const [account, positions, balances, book, futures] = await Promise.all([
    call('GET', '/v3/account/info'),
    call('GET', '/v3/futures/positions'),
    call('GET', '/v3/asset/balances'),
    call('GET', `/v3/public/orderbook?symbol=${draft.symbol}&maxLevel=1`),
    call('GET', '/v3/public/futures?symbol=PERP_BTC_USDT'),
  ]);
  const quote = (side: 'bids' | 'asks') => {
    const level = list(book.data, side)[0];
    return level === undefined ? null : number(level['price']);
  };
  const available = (token: string) =>
    number(list(balances.data, 'holding').find((row) => row['token'] === token)?.['availableBalance'] ?? '0');
  const held = list(positions.data, 'positions').find((row) => row['symbol'] === draft.symbol)?.['holding'];
  return {
    quoteAvailable: available(instrument.quote),
    baseAvailable: available(instrument.base),
    freeCollateral: number(account.data['freeCollateral']),
    quoteLoan: ZERO,
    baseLoan: ZERO,
    loanLeverage: null,
    quoteMark: null,
    baseMark: null,
    freeCollateralAt: 0,
    leverage: 10,
    holding: held === undefined ? ZERO : number(held),
    price: draft.price === '' ? quote(draft.side === 'BUY' ? 'asks' : 'bids') : decimal(draft.price),
    ownPrice: draft.price !== '',
    mark: number(list(futures.data, 'rows')[0]?.['markPrice'] ?? 0),
    takerFee: decimal('0.0005'),
    resting: ZERO,
    restingOther: ZERO,
    reducing: ZERO,
    taken: ZERO,
    changedAt: null,
  };
}

type Draft = Pick<OrderDraft, 'symbol' | 'side' | 'type' | 'price' | 'positionSide' | 'reduceOnly'>;
const draftOf = (symbol: string, side: 'BUY' | 'SELL', type: 'MARKET' | 'LIMIT', price = ''): Draft => ({
  symbol,
  side,
  type,
  price,
  positionSide: 'BOTH',
  reduceOnly: false,
});
const place = (draft: Draft, size: Record_): Promise<{ code: string; data: Record_ }> =>
  call('POST', '/v3/trade/order', {
    symbol: draft.symbol,
    side: draft.side,
    type: draft.type,
    ...(draft.price === '' ? {} : { price: draft.price }),
    ...size,
    ...(draft.symbol.startsWith('PERP_') ? { positionSide: 'BOTH', marginMode: 'CROSS' } : {}),
  });

/** Orders all that is available, and hands out how much that was. */
async function orderAll(draft: Draft, sizedBy: 'quantity' | 'amount' = 'quantity'): Promise<string> {
  const spot = draft.symbol.startsWith('SPOT_');
  const instrument: InstrumentRow = {
    ...PERP,
    symbol: draft.symbol,
    kind: spot ? 'spot' : 'perpetual',
    priceTick: decimal(spot ? '0.01' : '0.1'),
    quantityStep: decimal(spot ? '0.00001' : '0.0001'),
    quantityMax: decimal('1000'),
  };
  const room = roomOf(draft, instrument, await meansOf(draft, instrument), sizedBy);
  const most = room.kind === 'known' ? shareOf(room, '100', instrument) : null;
  expect(most, JSON.stringify(room)).not.toBeNull();
  expect((await place(draft, { [sizedBy]: most })).code).toBe('');
  return most ?? '';
}

const P = 'PERP_BTC_USDT';
const S = 'SPOT_BTC_USDT';
for (const [name, draft, sizedBy] of [
  ['a limit buy below the market', draftOf(P, 'BUY', 'LIMIT', '60000'), 'quantity'],
  ['a limit buy through the market', draftOf(P, 'BUY', 'LIMIT', '66000'), 'quantity'],
  ['a limit sell above the market', draftOf(P, 'SELL', 'LIMIT', '68000'), 'quantity'],
  ['a limit sell through the market', draftOf(P, 'SELL', 'LIMIT', '62000'), 'quantity'],
  ['a market buy', draftOf(P, 'BUY', 'MARKET'), 'quantity'],
  ['a market sell', draftOf(P, 'SELL', 'MARKET'), 'quantity'],
  ['a spot limit buy', draftOf(S, 'BUY', 'LIMIT', '60000'), 'quantity'],
  ['a spot market buy', draftOf(S, 'BUY', 'MARKET'), 'amount'],
  ['a spot market sell', draftOf(S, 'SELL', 'MARKET'), 'quantity'],
] as const)
  test(`all that is available is taken: ${name}`, async () => {
    await orderAll(draft, sizedBy);
  });

for (const held of ['1.2336', 'all'])
  test(`all that is available is taken: the other side of ${held} held`, async () => {
    const buy = draftOf(P, 'BUY', 'MARKET');
    if (held === 'all') await orderAll(buy);
    else expect((await place(buy, { quantity: held })).code).toBe('');
    const sold = await orderAll(draftOf(P, 'SELL', 'MARKET'));
    // What closes the position and its mirror claim nothing new.
    expect(Number(sold)).toBeGreaterThan(42);
  });
