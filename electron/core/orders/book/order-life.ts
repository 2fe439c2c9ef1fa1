import type { CommandRow } from '../../../../shared/contract/contract.ts';
import type { OrderEvent } from '../../../../shared/contract/order-life.ts';
import { isZero, toDecimal } from '../../../../shared/decimal.ts';
import { faultOf } from '../../../../shared/errors.ts';
import { describeFault } from '../../../../shared/words/fault-words.ts';
import { createKeyedFeed, type FeedSource, type FeedStore, type KeyedFeed } from '../../page/feeds.ts';
import type { Journal, JournaledCommand } from '../../storage/journal.ts';
import { textsOf } from '../../page/texts.ts';
import { stateOfReport, type StateUpdate } from './order-updates.ts';
import type { OrderEvents, Noted } from './order-events.ts';
import type { OwnOrders } from './own-orders.ts';

export interface OrderLifeParts {
  readonly lives: OrderEvents;
  readonly orders: Pick<OwnOrders, 'get'>;
  readonly journal: Pick<Journal, 'ofOrder' | 'find'>;
  readonly commands: FeedSource<CommandRow>;
}

/**
 * Creates the feed "orderLife": the reports of an order since the start, and its commands in the journal. Works only
 * for the orders that a person looks at.
 */
export function createOrderLife({ lives, orders, journal, commands }: OrderLifeParts): KeyedFeed<OrderEvent> {
  function showNotes(id: string, store: FeedStore<OrderEvent>): void {
    const { notes, dropped: left } = lives.of(id);
    const events = notes.flatMap((noted) => eventOfNote(noted) ?? []);
    const kept = new Set(events.map((event) => event.id));
    const gone = [...store.rows()].map((row) => row.id).filter((row) => row.startsWith('n') && !kept.has(row));
    store.drop(...gone);
    // Of those that are shown only the newest can be another one now.
    store.put(...events.filter((event, at) => at === events.length - 1 || store.get(event.id) === undefined));
    if (left > 0) store.put(gap('left', `${left} earlier ${left === 1 ? 'report is' : 'reports are'} not kept.`));
  }

  function showCommands(id: string, store: FeedStore<OrderEvent>): void {
    try {
      const order = orders.get(id);
      const { orderId, clientOrderId } = order ?? { orderId: id, clientOrderId: null };
      const about = [...lives.of(id).notes].flatMap(({ note }) => (note.what === 'asked' ? [note.commandId] : []));
      const found = [
        ...journal.ofOrder({ orderId, clientOrderId }),
        ...about.flatMap((commandId) => journal.find(commandId) ?? []),
      ];
      for (const event of found.map(eventOfCommand))
        if (JSON.stringify(store.get(event.id)) !== JSON.stringify(event)) store.put(event);
    } catch (thrown) {
      store.put(gap('journal', describeFault(faultOf(thrown)).title));
    }
  }

  return createKeyedFeed<OrderEvent>('id', isRowId, (id, store) => {
    showNotes(id, store);
    showCommands(id, store);
    const stops = [
      lives.onNote((noted) => {
        if (noted === id) showNotes(id, store);
      }),
      commands.subscribe(({ put }) => {
        const symbol = orders.get(id)?.traits.symbol;
        if (put.some((command) => command.symbol === null || command.symbol === symbol)) showCommands(id, store);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  });
}

const isRowId = (key: string): boolean => /^(?:c:)?\d{1,30}$/.test(key);

const NOTHING = {
  at: null,
  receivedAt: null,
  agreedAt: null,
  status: null,
  price: null,
  quantity: null,
  lastQuantity: null,
  lastPrice: null,
  executed: null,
  averagePrice: null,
  words: '',
  fields: {},
} as const;

const gap = (id: string, words: string): OrderEvent => ({
  ...NOTHING,
  id,
  kind: 'gap',
  source: 'terminal',
  title: 'Not shown',
  words,
});

/** The event of a note; null for one that only names a command. */
function eventOfNote({ number, note, receivedAt, agreedAt }: Noted): OrderEvent | null {
  const base = { ...NOTHING, id: `n${number}`, receivedAt, agreedAt };
  switch (note.what) {
    case 'asked':
      return null;
    case 'answered': {
      const fields = textsOf(note.answer);
      return {
        ...base,
        kind: 'answer',
        source: 'answer',
        title: `${note.command} answered`,
        status: fields['status'] ?? null,
        words: '',
        fields,
      };
    }
    case 'refused': {
      const { messageType, at, status, price, quantity, reason } = note.report;
      return {
        ...base,
        kind: 'refusal',
        source: 'stream',
        title: messageType === 1 ? 'Edit refused' : messageType === 2 ? 'Cancel refused' : 'Cancel of all refused',
        at,
        status,
        price,
        quantity,
        words: reason ?? '',
        fields: textsOf(note.report),
      };
    }
    case 'reported':
      return {
        ...base,
        ...stateFields(stateOfReport(note.report)),
        kind: 'report',
        source: 'stream',
        title: 'Execution report',
      };
    case 'read':
      return {
        ...base,
        ...stateFields(note.fact),
        kind: 'record',
        source: note.by === 'listed' ? 'reconcile' : note.by,
        title: note.by === 'listed' ? 'Read with all open orders' : 'Asked about',
      };
  }
}

function stateFields(
  fact: StateUpdate,
): Omit<OrderEvent, 'id' | 'kind' | 'source' | 'title' | 'receivedAt' | 'agreedAt'> {
  const fields = textsOf(fact.sent);
  return {
    at: fact.changedAt,
    status: fact.status,
    price: fact.price,
    quantity: fact.quantity,
    lastQuantity: nonZero(fields['executedQuantity']),
    lastPrice: nonZero(fields['executedPrice']),
    executed: fact.executed,
    averagePrice: fact.averagePrice,
    words: fact.reason ?? '',
    fields,
  };
}

/** A report that is no fill has nothing or zero here. */
function nonZero(text: string | undefined): OrderEvent['lastPrice'] {
  const value = toDecimal(text ?? '');
  return value === null || isZero(value) ? null : value;
}

const TITLES: Readonly<Record<string, string>> = {
  'orders.place': 'Place',
  'orders.edit': 'Edit',
  'orders.cancel': 'Cancel',
  'orders.cancelAll': 'Cancel all',
};

function eventOfCommand({ commandId, name, summary, input, at, status, outcome }: JournaledCommand): OrderEvent {
  return {
    ...NOTHING,
    id: `c${commandId}`,
    kind: 'command',
    source: 'terminal',
    title: TITLES[name] ?? name,
    receivedAt: at,
    status,
    words: [summary, outcome === null ? '' : outcomeText(outcome)].filter((part) => part !== '').join('. '),
    // Written as JSON by this program.
    fields: { commandId, ...textsOf(JSON.parse(input) as object) },
  };
}

function outcomeText(outcome: NonNullable<JournaledCommand['outcome']>): string {
  switch (outcome.status) {
    case 'accepted':
      return outcome.acknowledgement ?? '';
    case 'rejected':
      return describeFault(outcome.fault).line;
    case 'unconfirmed':
      return outcome.reason;
  }
}
