import type { InstrumentRow } from '../../../shared/contract/contract.ts';
import { compare, subtract, ZERO, type Decimal } from '../../../shared/decimal.ts';
import { triggerQuestions, type AskedOrder } from '../../../shared/rules/order-questions.ts';
import type { PlaceOrder } from '../../../shared/rules/order-rules.ts';
import { onlyCloses } from '../../../shared/rules/position-math.ts';
import { onlyReduces } from '../../../shared/rules/risk-limit-rules.ts';
import type { OwnOrder } from '../orders/book/merge.ts';
import { heldQuantity, marketPrice, type MarketFacts } from './market-facts.ts';
import type { EditedPlan, LimitedPlan } from './plans.ts';
import type { Pressed, Questions } from './questions.ts';
import type { RiskLimits } from './risk-limits.ts';

export interface RiskJudgeParts extends MarketFacts {
  readonly limits: Pick<RiskLimits, 'order' | 'edit' | 'plan'>;
  readonly questions: Questions;
  readonly instrument: (symbol: string) => InstrumentRow | undefined;
  /** Reads the quotes of a symbol that nobody looks at; null where there is nothing to wait for. It never rejects. */
  readonly readQuote: (symbol: string) => Promise<void> | null;
}

/**
 * The one judge of every command that may add risk: first the person's own limits, then the questions. Its functions
 * throw FaultError: NotAllowed (`guard`) for a limit, NeedsAnswer for an unanswered question.
 */
export interface RiskJudge {
  /** Reads what the judgement of a symbol needs; null where everything is known. Await it before the others. */
  ready(symbol: string): Promise<void> | null;
  order(order: PlaceOrder, pressed: Pressed): void;
  edit(order: OwnOrder, price: Decimal | null, quantity: Decimal | null, pressed: Pressed): void;
  plan(plan: LimitedPlan, pressed: Pressed): void;
  editPlan(edit: EditedPlan, pressed: Pressed): void;
}

/** Types that take nothing from the book. */
const RESTS = new Set(['POST_ONLY', 'RPI']);
/** The best quote that these types join, by its side of the market. */
const JOINS: Readonly<Record<string, 'BUY' | 'SELL'>> = { ASK: 'BUY', BID: 'SELL' };

/** Makes the judge of one profile. */
export function createRiskJudge(parts: RiskJudgeParts): RiskJudge {
  const { limits, questions } = parts;

  function facts(
    instrument: InstrumentRow,
    side: 'BUY' | 'SELL',
    positionSide: string | null,
  ): Pick<AskedOrder, 'side' | 'base' | 'quantityStep' | 'holding' | 'market' | 'old'> {
    const { symbol, base, quantityStep, kind } = instrument;
    return {
      side,
      base,
      quantityStep,
      holding: kind === 'spot' ? null : heldQuantity(parts, instrument, positionSide),
      market: marketPrice(parts, symbol, side),
      old: parts.quote(symbol)?.state === 'stale',
    };
  }

  function ofOrder(order: PlaceOrder, instrument: InstrumentRow): AskedOrder {
    const { symbol, side, type, positionSide = null, reduceOnly = false } = order;
    const { price = null, quantity = null, amount = null } = order;
    const joined = JOINS[type];
    return {
      ...facts(instrument, side, positionSide),
      quantity,
      amount,
      price,
      valuedAt: price ?? marketPrice(parts, symbol, joined ?? side),
      takes: !RESTS.has(type),
      closes: onlyCloses({ side, positionSide: positionSide ?? 'BOTH', reduceOnly }),
    };
  }

  /** An open order with these values; null where they are not known. */
  function ofOpen(
    { traits, fills }: OwnOrder,
    instrument: InstrumentRow,
    values: { readonly price: Decimal | null; readonly quantity: Decimal | null },
  ): AskedOrder {
    const { type, amount, positionSide, reduceOnly } = traits;
    const side = traits.side === 'SELL' ? 'SELL' : 'BUY';
    const { price, quantity } = values;
    return {
      ...facts(instrument, side, positionSide),
      quantity: quantity === null ? null : subtract(quantity, fills?.executed ?? ZERO),
      amount: quantity === null ? amount : null,
      price,
      valuedAt: price ?? marketPrice(parts, traits.symbol, side),
      takes: !RESTS.has(type),
      closes: onlyCloses({ side, positionSide: positionSide ?? 'BOTH', reduceOnly: reduceOnly ?? false }),
    };
  }

  function ofPlan(plan: LimitedPlan, instrument: InstrumentRow): AskedOrder {
    const { symbol, side, positionSide, quantity, price, limit, trigger, atOnce } = plan;
    const known = facts(instrument, side, positionSide);
    const reduced = { side, positionSide, reduceOnly: false, quantity };
    return {
      ...known,
      // A waiting order meets the market where it is triggered.
      ...(atOnce || trigger === null ? {} : { market: trigger, old: false }),
      quantity,
      amount: null,
      price: limit,
      valuedAt: price ?? marketPrice(parts, symbol, side),
      takes: atOnce,
      closes:
        plan.closes === 'always' ||
        (plan.closes === 'held' &&
          onlyReduces(reduced, instrument.kind, heldQuantity(parts, instrument, positionSide), ZERO)),
    };
  }

  return {
    ready: parts.readQuote,
    order(order, pressed) {
      const instrument = parts.instrument(order.symbol);
      limits.order(order, () => {
        if (instrument !== undefined) questions.placement(pressed, instrument, ofOrder(order, instrument));
      });
    },
    edit(order, price, quantity, pressed) {
      const instrument = parts.instrument(order.traits.symbol);
      limits.edit(order, price, quantity);
      if (instrument === undefined) return;
      const known = order.life ?? order.sent;
      const now = { price: known?.price ?? null, quantity: known?.quantity ?? null };
      questions.edit(pressed, instrument, {
        before: known === null ? null : ofOpen(order, instrument, now),
        after: ofOpen(order, instrument, { price: price ?? now.price, quantity: quantity ?? now.quantity }),
      });
    },
    plan(plan, pressed) {
      const instrument = parts.instrument(plan.symbol);
      limits.plan(plan, 'place', () => {
        if (instrument !== undefined) questions.placement(pressed, instrument, ofPlan(plan, instrument));
      });
    },
    editPlan({ before, after, grows }, pressed) {
      const instrument = parts.instrument(after.symbol);
      if (grows) limits.plan(after, 'edit');
      if (instrument === undefined) return;
      const asked = { before: ofPlan(before, instrument), after: ofPlan(after, instrument) };
      const { last = null, mark = null } = parts.quote(after.symbol) ?? {};
      const market = last ?? mark ?? marketPrice(parts, after.symbol, after.side);
      questions.edit(pressed, instrument, asked, triggersAtOnce(before, after, market));
    },
  };
}

/** A trigger that was on one side of the market and is set to the other; what only closes is left to its person. */
function triggersAtOnce(before: LimitedPlan, after: LimitedPlan, market: Decimal | null): readonly string[] {
  const { trigger } = after;
  if (market === null || trigger === null || before.trigger === null) return [];
  if (trigger === before.trigger || after.closes === 'always') return [];
  const waits = compare(before.trigger, market) < 0 ? 'below' : 'above';
  return triggerQuestions(trigger, waits, market);
}
