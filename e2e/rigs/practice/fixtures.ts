import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { parseLossless, type JsonValue } from '../../../shared/wire/json.ts';
import { newAccount } from '../../../electron/practice/engine/money/account.ts';
import type { Account } from '../../../electron/practice/engine/model.ts';
import type { AlgoDraft } from '../../../electron/practice/engine/algo/draft.ts';
import { fixed } from '../../../electron/practice/engine/money/fixed.ts';
import { move } from '../../../electron/practice/engine/money/ledger.ts';
import type { Draft } from '../../../electron/practice/engine/orders/draft.ts';
import { INSTRUMENTS, instrumentOf } from '../../../electron/practice/engine/symbols.ts';
import { newVenue, type Venue } from '../../../electron/practice/engine/venue.ts';
import type { PracticeAddresses } from '../../../electron/practice/options.ts';

/** What the tests of the practice exchange share: a venue without a market, and a client that signs. */

const MARKS: Readonly<Record<string, string>> = { BTC: '64000', ETH: '3000', SOL: '150' };
export const START = 1_758_600_000_000;

/** A venue in which nobody trades by himself, with marks at round prices. */
export function quietVenue(): Venue {
  const venue = newVenue(1, START);
  for (const { symbol, base, tick } of INSTRUMENTS) {
    const ticks = Number(fixed(MARKS[base] ?? '1') / tick);
    venue.prices.set(symbol, { mark: ticks, index: ticks, last: ticks, premium: 0, samples: 0 });
  }
  return venue;
}

let accounts = 0;
/** An account with money; tokens by name. */
export function funded(
  venue: Venue,
  funds: Readonly<Record<string, string>> = { USDT: '1000000', BTC: '10' },
  traits: Parameters<typeof newAccount>[3] = {},
): Account {
  accounts += 1;
  const account = newAccount(`account-${accounts}`, `trader ${accounts}`, 100 + accounts, traits);
  venue.accounts.set(account.id, account);
  for (const [token, amount] of Object.entries(funds)) move(venue, token, fixed(amount), venue.houses.world, account);
  return account;
}

/** A draft with defaults; prices and sizes as text. */
export function draft(
  order: Omit<Partial<Draft>, 'price' | 'quantity' | 'amount' | 'visible'> & {
    readonly price?: string;
    readonly quantity?: string;
    readonly amount?: string;
    readonly visible?: string;
  },
): Draft {
  const money = (text: string | undefined): bigint | null => (text === undefined ? null : fixed(text));
  return {
    symbol: 'PERP_BTC_USDT',
    side: 'BUY',
    type: 'LIMIT',
    clientId: '0',
    tag: 'default',
    positionSide: null,
    marginMode: 'CROSS',
    reduceOnly: false,
    bidAskLevel: null,
    postOnlyAdjusted: false,
    byHand: false,
    forced: false,
    algoId: '',
    ...order,
    price: money(order.price),
    quantity: money(order.quantity),
    amount: money(order.amount),
    visible: money(order.visible),
  };
}

type AlgoMoney =
  | 'quantity'
  | 'price'
  | 'visible'
  | 'triggerPrice'
  | 'activatedPrice'
  | 'callbackRate'
  | 'callbackValue';

/** An algo draft with defaults; prices and sizes as text. */
export function algoDraft(
  order: Omit<Partial<AlgoDraft>, AlgoMoney> & { readonly [Name in AlgoMoney]?: string | undefined },
): AlgoDraft {
  const money = (text: string | undefined): bigint | null => (text === undefined ? null : fixed(text));
  return {
    symbol: 'PERP_BTC_USDT',
    algoType: 'STOP',
    type: null,
    side: null,
    positionSide: null,
    marginMode: null,
    clientId: '0',
    tag: 'default',
    reduceOnly: null,
    triggerPriceType: null,
    children: [],
    ...order,
    quantity: money(order.quantity),
    price: money(order.price),
    visible: money(order.visible),
    triggerPrice: money(order.triggerPrice),
    activatedPrice: money(order.activatedPrice),
    callbackRate: money(order.callbackRate),
    callbackValue: money(order.callbackValue),
  };
}

/** Lots of a quantity text. */
export const lots = (symbol: string, quantity: string): number => Number(fixed(quantity) / instrumentOf(symbol).lot);
/** Ticks of a price text. */
export const ticks = (symbol: string, price: string): number => Number(fixed(price) / instrumentOf(symbol).tick);

export interface Heard {
  readonly status: number;
  readonly text: string;
  /** The body, its long numbers as text. */
  readonly body: Readonly<Record<string, JsonValue>>;
}

/** What to do differently from a correct request. */
interface Bend {
  readonly key?: string;
  readonly secret?: string;
  readonly timestamp?: string;
  readonly signature?: string;
  readonly unsigned?: boolean;
}

/** Sends one request to a practice exchange, signed unless told otherwise; `body` is sent as it is when it is text. */
export function ask(
  to: PracticeAddresses,
  method: string,
  target: string,
  body: unknown = null,
  bend: Bend = {},
): Promise<Heard> {
  const text = body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body);
  const timestamp = bend.timestamp ?? String(Date.now());
  const signature =
    bend.signature ??
    createHmac('sha256', bend.secret ?? to.secret)
      .update(timestamp + method + target + text)
      .digest('hex');
  const headers: Record<string, string> = bend.unsigned
    ? {}
    : { 'x-api-key': bend.key ?? to.key, 'x-api-timestamp': timestamp, 'x-api-signature': signature };
  if (text !== '') {
    headers['content-type'] = 'application/json';
    headers['content-length'] = String(Buffer.byteLength(text));
  }
  return new Promise((resolve, reject) => {
    const outgoing = request(`${to.rest}${target}`, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const heard = Buffer.concat(chunks).toString('utf8');
        try {
          // Every answer of the exchange is a JSON object; anything else fails the test here.
          const parsed = parseLossless(heard) as Readonly<Record<string, JsonValue>>;
          resolve({ status: response.statusCode ?? 0, text: heard, body: parsed });
        } catch (error) {
          reject(error as Error); // parseLossless throws SyntaxError
        }
      });
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}
