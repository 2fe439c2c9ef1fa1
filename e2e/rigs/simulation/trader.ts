import type { OrderRow, RequestName } from '../../../shared/contract/contract.ts';
import { emptyPlan, type AlgoDraft, type AlgoRow } from '../../../shared/contract/algo.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';
import type { Terminal } from '../../../electron/core/session/terminal-options.ts';
import type { Chance } from './chance.ts';
import { keyOf } from './deeds.ts';
import type { Timeline } from './timeline.ts';
import { MARKET, SYMBOLS } from './venue.ts';

/** A command that the trader wants, with what the exchange will be asked for. */
export interface Wish {
  readonly name: RequestName;
  readonly input: object;
  /** As in `Deeds`; null for a placement: its client order id is the terminal's. */
  readonly key: string | null;
  readonly symbol: string | null;
  /** The order or node that it is about. */
  readonly of: string | null;
}

/** A person who places, changes and cancels; what is wanted is never wanted twice in the same words, but for cancels. */
export class Trader {
  readonly #chance: Chance;
  readonly #timeline: Timeline;
  readonly #terminal: () => Terminal | null;
  readonly #press: (wish: Wish, twice: boolean) => void;
  readonly #hasDeadMan: boolean;
  /** Values of edits rise, so that each is one that the order never had. */
  #edits = 0;
  #plans = 0;
  #timeouts = 0;

  constructor(
    chance: Chance,
    timeline: Timeline,
    hasDeadMan: boolean,
    terminal: () => Terminal | null,
    press: (wish: Wish, twice: boolean) => void,
  ) {
    this.#chance = chance;
    this.#timeline = timeline;
    this.#hasDeadMan = hasDeadMan;
    this.#terminal = terminal;
    this.#press = press;
  }

  act(): void {
    if (this.#hasDeadMan && this.#chance.happens(0.15)) return this.#arm();
    const deed = this.#chance.below(100);
    if (deed < 41) this.#place();
    else if (deed < 55) this.#change('edit', this.#anOrder());
    else if (deed < 61) this.#change('cancel', this.#anOrder());
    else if (deed < 65) this.#cancelAll();
    else if (deed < 80) this.#plan();
    else if (deed < 90) this.#changeAlgo('edit');
    else if (deed < 97) this.#changeAlgo('cancel');
    else this.#cancelAll();
  }

  disarm(): void {
    this.#wish('deadman.disarm', {}, 'POST /v3/trade/cancelAllAfter', { triggerAfter: '0' }, null);
  }

  #wish(name: RequestName, input: object, route: string, fields: Record<string, string>, of: string | null): void {
    const symbol = 'symbol' in input ? (input.symbol as string | null) : null; // of the contract's schemas
    this.#press({ name, input, key: keyOf(route, fields), symbol, of }, this.#chance.happens(0.15));
  }

  #place(): void {
    const chance = this.#chance;
    const type = chance.pick(['LIMIT', 'LIMIT', 'LIMIT', 'IOC', 'MARKET', 'POST_ONLY'] as const);
    const side = chance.pick(['BUY', 'SELL'] as const);
    const away = chance.below(40) - 10;
    const draft = orderDraft({
      symbol: chance.pick(SYMBOLS),
      side,
      type,
      price: type === 'MARKET' ? '' : String(side === 'BUY' ? MARKET - away : MARKET + away),
      quantity: String(1 + chance.below(9)),
    });
    this.#press(
      { name: 'orders.place', input: { draft }, key: null, symbol: draft.symbol, of: null },
      chance.happens(0.2),
    );
  }

  #anOrder(): OrderRow | null {
    // Rows of the feed "orders".
    const rows = [...(this.#terminal()?.feed('orders', '')?.rows() ?? [])] as OrderRow[];
    const open = rows.filter((row) => row.open && row.orderId !== null);
    return open.length === 0 ? null : this.#chance.pick(open);
  }

  /** Changes an order, and now and then once more before the first change can have been answered. */
  #change(what: 'edit' | 'cancel', row: OrderRow | null): void {
    const orderId = row?.orderId ?? null;
    if (row === null || orderId === null) return;
    const { symbol } = row;
    const chance = this.#chance;
    if (what === 'cancel')
      return this.#wish('orders.cancel', { symbol, orderId }, 'DELETE /v3/trade/order', { orderId }, orderId);
    this.#edits += 1;
    // Far from the market, and of a size that a run does not fill by itself.
    const price = String(100 + this.#edits);
    const quantity = String(10 + this.#edits);
    const fields = chance.pick<Record<string, string>>([{ price }, { price }, { quantity }, { price, quantity }]);
    this.#wish('orders.edit', { symbol, orderId, ...fields }, 'PUT /v3/trade/order', { orderId, ...fields }, orderId);
    const next = chance.happens(0.3) ? 'edit' : chance.happens(0.15) ? 'cancel' : null;
    if (next !== null) this.#timeline.after(chance.between(1, 400), () => this.#change(next, row));
  }

  #cancelAll(): void {
    const chance = this.#chance;
    const symbol = chance.happens(0.6) ? chance.pick(SYMBOLS) : null;
    const fields: Record<string, string> = symbol === null ? {} : { symbol };
    if (chance.happens(0.4)) this.#wish('algo.cancelAll', { symbol }, 'DELETE /v3/trade/algoOrders', fields, null);
    else this.#wish('orders.cancelAll', { symbol }, 'DELETE /v3/trade/allOrders', fields, null);
  }

  /** A plan whose first trigger price no other plan has. */
  #plan(): void {
    const chance = this.#chance;
    this.#plans += 1;
    const mark = String(2_000 + this.#plans);
    const far = String(1_500 - this.#plans);
    const quantity = String(1 + chance.below(5));
    const plan = chance.pick<Partial<AlgoDraft>>([
      { algoType: 'STOP', type: 'LIMIT', price: '2000', triggerPrice: mark },
      { algoType: 'STOP', type: 'MARKET', triggerPrice: mark },
      { algoType: 'TP_SL', side: 'SELL', takeProfitTrigger: mark, stopLossTrigger: far },
      { algoType: 'BRACKET', type: 'LIMIT', price: '1600', takeProfitTrigger: mark, stopLossTrigger: far },
      { algoType: 'OCO', side: 'BUY', price: '900', stopLossTrigger: mark },
    ]);
    const draft: AlgoDraft = { ...NO_PLAN, symbol: chance.pick(SYMBOLS), quantity, ...plan };
    this.#wish('algo.place', { draft }, 'POST /v3/trade/algoOrder', { triggerPrice: mark }, null);
  }

  #changeAlgo(what: 'edit' | 'cancel'): void {
    // Rows of the feed "algoOrders".
    const rows = [...(this.#terminal()?.feed('algoOrders', '')?.rows() ?? [])] as AlgoRow[];
    const open = rows.filter(
      (row) => row.open && (what === 'cancel' || row.triggerPrice !== null || row.price !== null),
    );
    if (open.length === 0) return;
    const { id, symbol, triggerPrice, parentId } = this.#chance.pick(open);
    if (what === 'cancel')
      return this.#wish(
        'algo.cancel',
        { symbol, algoOrderId: id },
        'DELETE /v3/trade/algoOrder',
        { algoOrderId: id },
        id,
      );
    const edit = (): void => {
      this.#edits += 1;
      const value = String(5_000 + this.#edits);
      const fields: Record<string, string> =
        triggerPrice === null
          ? { price: value }
          : parentId === null && this.#chance.happens(0.3)
            ? { quantity: String(10 + this.#edits) }
            : { triggerPrice: value };
      this.#wish(
        'algo.edit',
        { symbol, algoOrderId: id, ...fields },
        'PUT /v3/trade/algoOrder',
        { algoOrderId: id, ...fields },
        id,
      );
    };
    edit();
    if (this.#chance.happens(0.3)) this.#timeline.after(this.#chance.between(1, 400), edit);
  }

  #arm(): void {
    const chance = this.#chance;
    if (chance.happens(0.3)) return this.disarm();
    this.#timeouts += 1;
    const timeoutMs = 8_000 + chance.below(12) * 1_000 + this.#timeouts;
    const mode = chance.pick(['once', 'renew'] as const);
    const fields = { triggerAfter: String(timeoutMs) };
    this.#wish('deadman.arm', { timeoutMs, mode }, 'POST /v3/trade/cancelAllAfter', fields, null);
  }
}

const NO_PLAN: AlgoDraft = { ...emptyPlan, symbol: '', algoType: 'STOP', type: 'MARKET' };
