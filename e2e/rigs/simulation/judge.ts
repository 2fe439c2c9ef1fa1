import type { CommandRow, OrderRow, Outcome } from '../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { algoNow, isAlgoOpen } from './algos.ts';
import type { Wish } from './trader.ts';
import { isOpen, MARKET, nowOf, type Venue, type VenueOrder } from './venue.ts';

/** A press of the trader. */
export interface Press extends Wish {
  readonly commandId: string;
  /** Exchange ms. */
  readonly at: number;
  /** Which life of the program it was pressed in. */
  readonly life: number;
  /** Whether the terminal refused to send it at all. */
  refused: boolean;
}

/** What the terminal last said of a command, in this life or an earlier one. */
interface Said {
  status: CommandRow['status'];
  /** Whether it was ever said that nobody knows. */
  wasUnconfirmed: boolean;
  /** How many crashes there were before. */
  crashes: number;
}

/** The rows that the terminal shows in the end. */
export interface Shown {
  readonly orders: readonly OrderRow[];
  readonly algos: readonly AlgoRow[];
  readonly commands: readonly CommandRow[];
  readonly deadMan: DeadManRow | undefined;
  /** What a press is answered that comes once more. */
  readonly answers: ReadonlyMap<string, Outcome>;
  readonly life: number;
}

/** Holds what the terminal says against what the exchange wrote down. */
export class Judge {
  readonly violations: string[] = [];
  readonly presses = new Map<string, Press>();
  /** Commands of which the terminal said in the end that nobody knows, by name. */
  readonly unknown = new Map<string, number>();
  readonly #venue: Venue;
  readonly #said = new Map<string, Said>();
  #crashes = 0;
  /** What a row last showed, so that it never goes back. */
  readonly #shown = new Map<string, { executed: number; open: boolean }>();

  constructor(venue: Venue) {
    this.#venue = venue;
  }

  say(words: string): void {
    this.violations.push(words);
  }

  /** The program that showed them is dead. */
  crash(): void {
    this.#crashes += 1;
    this.#shown.clear();
  }

  /** No order of the account was ever worth more than the person's own limit. */
  limits(largestOrder: number | null): void {
    if (largestOrder === null) return;
    for (const { id, type, versions } of this.#venue.orders.values()) {
      const worth = versions.map(({ price, quantity }) => quantity * (type === 'MARKET' ? MARKET : price));
      const most = Math.max(...worth);
      if (most > largestOrder) this.say(`${id} was worth ${most}, and the largest order is ${largestOrder}`);
    }
  }

  // ------------------------------------------------------------------ while it goes on

  /** A row may be behind the exchange, and never ahead of it or back. */
  order(row: OrderRow): void {
    const order = row.orderId === null ? undefined : this.#venue.orders.get(row.orderId);
    if (order === undefined) {
      if (!row.open) this.say(`R2: ${row.id} is shown as ended and has no order`);
      if (row.orderId !== null) this.say(`${row.id} names an order that is not there`);
      return;
    }
    const truth = nowOf(order);
    this.#row(row.id, row.open, isOpen(truth), Number(row.executed), truth.executed);
  }

  algo(row: AlgoRow): void {
    const node = this.#venue.algos.nodes.get(row.id);
    if (node === undefined) return this.say(`algo ${row.id} is not there`);
    const truth = algoNow(node);
    this.#row(row.id, row.open, isAlgoOpen(truth), Number(row.executed), truth.executed);
  }

  #row(id: string, open: boolean, isTrulyOpen: boolean, executed: number, trulyExecuted: number): void {
    if (!open && isTrulyOpen) this.say(`R2: ${id} is shown as ended and is open`);
    if (executed > trulyExecuted) this.say(`R4: ${id} shows ${executed} of ${trulyExecuted}`);
    const before = this.#shown.get(id);
    if (before !== undefined && executed < before.executed)
      this.say(`R4: ${id} went back from ${before.executed} to ${executed}`);
    if (before !== undefined && open && !before.open) this.say(`${id} opened again`);
    this.#shown.set(id, { executed, open });
  }

  /** An end that was said stays, and one that was found out must be so at that instant. */
  command({ commandId, status, clientOrderId }: CommandRow): void {
    const said = this.#said.get(commandId);
    // An end that was told in the instant of a crash may not be on disk: the next start finds it out again.
    const isForgotten = status === 'unconfirmed' && said?.crashes !== this.#crashes;
    if (said !== undefined && isEnd(said.status) && said.status !== status && !isForgotten)
      this.say(`${commandId} was ${said.status} and is ${status}`);
    const wasUnconfirmed = status === 'unconfirmed' || said?.wasUnconfirmed === true;
    const press = this.presses.get(commandId);
    if (status === 'rejected' && this.#venue.taken.has(clientOrderId ?? ''))
      this.say(`R2: ${commandId} is said to be rejected and was taken`);
    if (status === 'accepted' && said?.status !== 'accepted' && wasUnconfirmed && press !== undefined)
      this.#found(press);
    this.#said.set(commandId, { status, wasUnconfirmed, crashes: this.#crashes });
  }

  /** The terminal found out that a command took effect. */
  #found({ commandId, name, key, of, at, symbol, input }: Press): void {
    const venue = this.#venue;
    if (key === null || venue.deeds.done(key) > 0) return;
    const claim = `${commandId} (${key}) is said to have taken effect, and`;
    if (name === 'orders.cancelAll' || name === 'algo.cancelAll') {
      const mine = <Each extends { symbol: string; createdAt: number }>(each: Each): boolean =>
        each.createdAt <= at && (symbol === null || each.symbol === symbol);
      const left = [...(name === 'algo.cancelAll' ? [] : venue.open), ...venue.algos.open].filter(mine);
      if (left.length > 0) this.say(`${claim} ${left.length} of its orders are open`);
      return;
    }
    if (name === 'orders.cancel' || name === 'algo.cancel') {
      const status = this.#statusOf(of);
      if (status !== 'CANCELLED') this.say(`${claim} it is ${status}`);
      return;
    }
    this.say(`${claim} the exchange never did it ${JSON.stringify(input)}`);
  }

  /** The switch is never shown to fire later than it does, and never as off while it is armed. */
  deadMan(row: DeadManRow | undefined): void {
    const { firesAt } = this.#venue;
    if (row === undefined || firesAt === null || this.#venue.now >= firesAt) return;
    if (row.deadline === null) this.say(`the dead-man switch fires at ${firesAt} and is shown as ${row.state}`);
    // Without a local instant there is no countdown on the screen: the clock is being measured.
    else if (row.deadlineLocal !== null && row.deadline > firesAt)
      this.say(`the dead-man switch is shown to fire ${row.deadline - firesAt} ms later than it does`);
  }

  // ------------------------------------------------------------------ when everything has come to rest

  atRest(shown: Shown): void {
    this.#ordersAtRest(shown);
    this.#algosAtRest(shown);
    this.#commandsAtRest(shown);
    this.#sendsAtRest(shown);
    const { firesAt, fired } = this.#venue;
    const { state, report } = shown.deadMan ?? { state: 'off', report: null };
    if (firesAt === null && state !== 'off' && state !== 'fired') this.say(`nothing is armed, and ${state} is shown`);
    if (report !== null && report.before > 0 && fired === 0) this.say('the dead-man switch is said to have fired');
  }

  #ordersAtRest({ orders, life, commands }: Shown): void {
    const venue = this.#venue;
    for (const [clientId, times] of venue.taken) if (times > 1) this.say(`R1: ${clientId} was taken ${times} times`);
    const byId = new Map(orders.map((row) => [row.orderId, row]));
    for (const row of orders) {
      const order = venue.orders.get(row.orderId ?? '');
      if (order === undefined) this.say(`${row.id} (${row.status}) is shown and is not there`);
      else {
        this.#orderAtRest(row, order);
        this.#refusalAtRest(row, life, commands);
      }
    }
    for (const order of venue.open) if (!byId.has(order.id)) this.say(`R4: ${order.id} is open and not shown`);
  }

  #orderAtRest(row: OrderRow, order: VenueOrder): void {
    const truth = nowOf(order);
    if (row.open !== isOpen(truth)) this.say(`${row.id} is shown ${row.status} and is ${truth.status}`);
    if (!row.open && row.status !== truth.status) this.say(`${row.id} ended ${row.status} and is ${truth.status}`);
    if (Number(row.executed) !== truth.executed)
      this.say(`R4: ${row.id} shows ${row.executed} of ${truth.executed} at the end`);
    if (row.pending !== 'none') this.say(`${row.id} is pending (${row.pending}) at the end`);
    if (!row.ours) this.say(`${row.id} is ours and not shown so`);
    if (isOpen(truth) && (Number(row.price) !== truth.price || Number(row.quantity) !== truth.quantity))
      this.say(`${row.id} shows ${row.quantity} at ${row.price} and is ${truth.quantity} at ${truth.price}`);
  }

  /** What a row says of its last edit or cancel: a refusal where there was one, and none where it was done. */
  #refusalAtRest(row: OrderRow | AlgoRow, life: number, commands: readonly CommandRow[]): void {
    const about = [...this.presses.values()].filter((press) => press.of === row.id && !press.refused);
    const last = about.at(-1);
    if (last === undefined || last.key === null || !row.open) return;
    // A later cancel of all is what the row speaks of.
    if ([...this.presses.values()].some((press) => press.of === null && press.at >= last.at && isCancel(press))) return;
    if (last.name !== 'orders.edit' && last.name !== 'algo.edit') return;
    const { deeds } = this.#venue;
    // It was done, and then what an edit that crossed it asked for: nobody can see that.
    const isOvertaken = about.some((press) => press !== last && press.name === last.name) && !hasAll(row, last.input);
    const isUnseen = isOvertaken && row.lastRefusal?.includes('effect is unknown');
    if (row.lastRefusal !== null && deeds.done(last.key) > 0 && !isUnseen)
      this.say(`${row.id} says “${row.lastRefusal}” and ${last.key} was done`);
    // What was refused before a crash is not kept.
    const isAcknowledged = commands.some(
      ({ commandId, status }) => commandId === last.commandId && status === 'accepted',
    );
    const isRefused = deeds.taken(last.key) > 0 && deeds.done(last.key) === 0;
    if (isRefused && isAcknowledged && last.life === life && row.lastRefusal === null)
      this.say(`${row.id} does not say that ${last.key} was refused`);
  }

  #algosAtRest({ algos, life, commands }: Shown): void {
    const { nodes, open } = this.#venue.algos;
    const shown = new Set(algos.map(({ id }) => id));
    for (const node of open) if (!shown.has(node.id)) this.say(`algo ${node.id} is open and not shown`);
    for (const row of algos) {
      const node = nodes.get(row.id);
      if (node === undefined) continue;
      const truth = algoNow(node);
      const is = `algo ${row.id} (${node.algoType})`;
      if (row.open !== isAlgoOpen(truth)) this.say(`${is} is shown ${row.algoStatus} and is ${truth.status}`);
      else if (row.algoStatus !== truth.status) this.say(`${is} shows ${row.algoStatus} and is ${truth.status}`);
      if (Number(row.executed) !== truth.executed) this.say(`${is} shows ${row.executed} of ${truth.executed}`);
      if (row.pending !== 'none') this.say(`${is} is pending (${row.pending}) at the end`);
      for (const field of ['price', 'triggerPrice', 'quantity'] as const)
        if (row.open && Number(row[field] ?? 0) !== truth[field])
          this.say(`${is} shows ${field} ${row[field]} and has ${truth[field]}`);
      this.#refusalAtRest(row, life, commands);
    }
  }

  /** That nobody knows may be said only of what nobody can find out. */
  #unknown({ commandId, name, of, life }: Press, lifeNow: number): void {
    count(this.unknown, name);
    // A crash may have come between it and what would have shown it.
    const isOld = life !== lifeNow;
    const edits = [...this.presses.values()].filter(
      (press) => press.of === of && press.name === name && !press.refused,
    );
    const mayBe =
      name.startsWith('deadman') ||
      ((name === 'orders.edit' || name === 'algo.edit') && (isOld || edits.length > 1)) ||
      ((name === 'orders.cancelAll' || name === 'algo.cancelAll') && isOld);
    if (!mayBe) this.say(`${commandId} (${name}) ended as not known, and could be found out`);
  }

  /** The exchange's status of an order or a node; "" where it has none. */
  #statusOf(id: string | null): string {
    const order = this.#venue.orders.get(id ?? '');
    const node = this.#venue.algos.nodes.get(id ?? '');
    return order === undefined ? (node === undefined ? '' : algoNow(node).status) : nowOf(order).status;
  }

  #commandsAtRest({ commands, answers, life }: Shown): void {
    const venue = this.#venue;
    /** Of cancels that may be pressed again in the same words: presses that are not called refused, and that are called taken. */
    const notRefused = new Map<string, number>();
    const acknowledged = new Map<string, number>();
    for (const { commandId, status, clientOrderId } of commands) {
      const press = this.presses.get(commandId);
      if (press === undefined) {
        this.say(`${commandId} was never pressed`);
        continue;
      }
      if (status === 'unconfirmed' || status === 'sending') this.say(`${commandId} is ${status} at the end`);
      const answer = answers.get(commandId);
      if (answer?.status !== status) this.say(`${commandId} is ${status} and answers ${answer?.status}`);
      const isUnknown = answer?.status === 'rejected' && answer.fault.kind === 'OutcomeUnknown';
      if (isUnknown) this.#unknown(press, life);
      const key = press.key ?? `place ${clientOrderId}`;
      const isPlacement = press.name === 'orders.place' || press.name === 'algo.place';
      if (isPlacement && status === 'accepted' && venue.deeds.done(key) === 0)
        this.say(`${commandId} (${key}) is accepted and was not`);
      if (status !== 'rejected' || isUnknown) count(notRefused, key);
      // A refused cancel of an order that is cancelled is done, whoever did it: it has no acknowledgement.
      const isByRead = isSingleCancel(press) && answer?.status === 'accepted' && answer.acknowledgement === null;
      if (isByRead && this.#statusOf(press.of) !== 'CANCELLED')
        this.say(`${key} is called done, and its order is ${this.#statusOf(press.of)}`);
      if (status === 'accepted' && !isByRead && this.#said.get(commandId)?.wasUnconfirmed !== true)
        count(acknowledged, key);
    }
    for (const [key, times] of acknowledged)
      if (venue.deeds.taken(key) < times) this.say(`${key} is called taken ${times} times and was not`);
    for (const key of venue.deeds.sent.keys()) {
      // A renewal is a command of nobody's.
      const done = key.startsWith('dead man') ? Math.min(1, venue.deeds.done(key)) : venue.deeds.done(key);
      if (done > (notRefused.get(key) ?? 0))
        this.say(
          `R2: ${key} was done ${done} times, and ${notRefused.get(key) ?? 0} presses of it are not called refused`,
        );
    }
    const intents = new Set(commands.map(({ clientOrderId }) => clientOrderId));
    for (const clientId of venue.taken.keys())
      if (!intents.has(clientId)) this.say(`R12: ${clientId} was taken and no command knows it`);
  }

  /** Nothing leaves more often than it was pressed; a renewed switch is its own. */
  #sendsAtRest({ commands }: Shown): void {
    const pressed = new Map<string, number>();
    for (const { commandId, clientOrderId } of commands) {
      const press = this.presses.get(commandId);
      if (press !== undefined) count(pressed, press.key ?? `place ${clientOrderId}`);
    }
    const renewed = new Set(
      [...this.presses.values()].flatMap(({ key, input }) =>
        'mode' in input && input.mode === 'renew' ? [key ?? ''] : [],
      ),
    );
    for (const [key, times] of this.#venue.deeds.sent)
      if (times > (pressed.get(key) ?? 0) && !renewed.has(key))
        this.say(`R1: ${key} was sent ${times} times for ${pressed.get(key) ?? 0} presses`);
  }
}

const isEnd = (status: CommandRow['status']): boolean => status === 'accepted' || status === 'rejected';
/** Whether a row shows all that an edit asks for; no two edits of a run ask for the same. */
function hasAll(row: OrderRow | AlgoRow, wanted: object): boolean {
  const shown = new Map<string, unknown>(Object.entries(row));
  return Object.entries(wanted).every(
    ([field, value]) => !EDITED.has(field) || Number(value) === Number(shown.get(field)),
  );
}
const EDITED: ReadonlySet<string> = new Set(['price', 'quantity', 'triggerPrice']);
const isSingleCancel = ({ name }: Wish): boolean => name === 'orders.cancel' || name === 'algo.cancel';
const isCancel = ({ name }: Wish): boolean => name === 'orders.cancelAll' || name === 'algo.cancelAll';
const count = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);
