import type { JsonValue } from '../../../../shared/wire/json.ts';
import type { Account, AlgoNode, AlgoType } from '../../engine/model.ts';
import type { AlgoDraft } from '../../engine/algo/draft.ts';
import {
  cancelAlgo,
  cancelAllAlgos,
  cancelEverything,
  editAlgo,
  openNode,
  type AlgoChange,
  type LegChange,
} from '../../engine/algo/edit.ts';
import { isAlive, treeOf } from '../../engine/algo/node.ts';
import { placeAlgo } from '../../engine/algo/place.ts';
import { refuse } from '../../engine/refusal.ts';
import { instrumentOf } from '../../engine/symbols.ts';
import type { SignedRoute } from '../call.ts';
import {
  clientId,
  flag,
  id,
  maybeInstrument,
  number,
  paged,
  paging,
  range,
  requiredInstrument,
  requiredWord,
  text,
  word,
  type Fields,
} from '../fields.ts';
import { bare, sizeText } from '../../wire/numbers.ts';
import { algoRecord } from '../../wire/algo-record.ts';
import { isGroup, listedLots, listedType, type Forms } from '../../wire/forms.ts';

const ALGO_TYPES: readonly AlgoType[] = [
  'STOP',
  'OCO',
  'TRAILING_STOP',
  'TP_SL',
  'POSITIONAL_TP_SL',
  'BRACKET',
  'STOP_BRACKET',
  'TAKE_PROFIT',
  'STOP_LOSS',
];
const SIDES = ['BUY', 'SELL'] as const;
const POSITION_SIDES = ['BOTH', 'LONG', 'SHORT'] as const;
const TYPES = ['LIMIT', 'MARKET', 'CLOSE_POSITION'] as const;
const TRIGGERS = ['MARKET_PRICE', 'MARK_PRICE', 'INDEX_PRICE'] as const;
const STATUSES = ['NEW', 'PARTIAL_FILLED', 'FILLED', 'CANCELLED', 'REJECTED', 'INCOMPLETE', 'COMPLETED'] as const;
/** No tree that the venue knows is deeper than three; more is refused before it is walked. */
const DEEPEST = 5;

/** The orders of a childOrders field as fields of their own. */
function childrenOf(fields: Fields, depth: number): Fields[] {
  const value = fields.get('childOrders');
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || value.length > 10) throw refuse('invalidParameter', 'childOrders must be a short list.');
  if (depth > DEEPEST) throw refuse('invalidParameter', `childOrders nest deeper than ${DEEPEST}.`);
  // What parseLossless gives for a list.
  return (value as readonly JsonValue[]).map((child) => {
    if (typeof child !== 'object' || child === null || Array.isArray(child))
      throw refuse('invalidParameter', 'childOrders must hold orders.');
    return new Map<string, unknown>(Object.entries(child));
  });
}

function readDraft(fields: Fields, depth = 1): AlgoDraft {
  const symbol = depth === 1 ? requiredInstrument(fields).symbol : (maybeInstrument(fields)?.symbol ?? '');
  return {
    symbol,
    algoType: requiredWord(fields, 'algoType', ALGO_TYPES),
    type: word(fields, 'type', TYPES),
    side: word(fields, 'side', SIDES),
    positionSide: word(fields, 'positionSide', POSITION_SIDES),
    marginMode: word(fields, 'marginMode', ['CROSS', 'ISOLATED'] as const),
    clientId: clientId(fields, 'clientAlgoOrderId') ?? '0',
    tag: text(fields, 'algoOrderTag', 64) ?? 'default',
    reduceOnly: flag(fields, 'reduceOnly'),
    quantity: number(fields, 'quantity'),
    price: number(fields, 'price'),
    visible: number(fields, 'visibleQuantity'),
    triggerPrice: number(fields, 'triggerPrice'),
    triggerPriceType: word(fields, 'triggerPriceType', TRIGGERS),
    activatedPrice: number(fields, 'activatedPrice'),
    callbackRate: number(fields, 'callbackRate'),
    callbackValue: number(fields, 'callbackValue'),
    children: childrenOf(fields, depth).map((child) => readDraft(child, depth + 1)),
  };
}

/** One row a node, legs first and the root last (protocol.md, 3.2). */
function legsFirst(node: AlgoNode): AlgoNode[] {
  return [...node.children.flatMap(legsFirst), node];
}

/** Live, the row of a group says no quantity (protocol.md, 9.17). */
const placedLots = (node: AlgoNode, forms: Forms): number =>
  forms === 'live' && isGroup(node) ? 0 : listedLots(node, forms);

export const placeAlgoOrder: SignedRoute = ({ venue, account, fields, desk }) => {
  const root = placeAlgo(venue, account, readDraft(fields));
  const instrument = instrumentOf(root.symbol);
  return {
    data: {
      rows: legsFirst(root).map((node) => ({
        algoOrderId: bare(node.id),
        clientAlgoOrderId: bare(node.clientId),
        algoType: listedType(node, desk.forms),
        quantity: bare(sizeText(instrument, placedLots(node, desk.forms))),
      })),
    },
  };
};

function ids(fields: Fields): { readonly own: string | null; readonly client: string | null } {
  const own = id(fields, 'algoOrderId');
  const client = own === null ? clientId(fields, 'clientAlgoOrderId') : null;
  if (own === null && client === null)
    throw refuse('invalidParameter', 'Either algoOrderId or clientAlgoOrderId is required.');
  return { own, client };
}

const readChange = (fields: Fields): AlgoChange => ({
  quantity: number(fields, 'quantity'),
  visible: number(fields, 'visibleQuantity'),
  price: number(fields, 'price'),
  triggerPrice: number(fields, 'triggerPrice'),
  triggerPriceType: word(fields, 'triggerPriceType', TRIGGERS),
  activatedPrice: number(fields, 'activatedPrice'),
  callbackRate: number(fields, 'callbackRate'),
  callbackValue: number(fields, 'callbackValue'),
});

export const editAlgoOrder: SignedRoute = ({ venue, account, fields }) => {
  const { own, client } = ids(fields);
  const node = openNode(account, own, client);
  const legs = childrenOf(fields, 1).map((child): LegChange => {
    const leg = id(child, 'algoOrderId');
    if (leg === null) throw refuse('invalidParameter', 'childOrders needs algoOrderId.');
    return { id: leg, ...readChange(child) };
  });
  const change = readChange(fields);
  if (legs.length === 0 && Object.values(change).every((value) => value === null))
    throw refuse('invalidParameter', 'There is nothing to change.');
  editAlgo(venue, node, change, legs);
  return { data: { status: 'EDIT_SENT' } };
};

/** A node of an open or a finished tree. */
function findNode(account: Account, own: string | null, client: string | null): AlgoNode | undefined {
  const { nodes, byClient, finished } = account.algos;
  const open = own !== null ? nodes.get(own) : byClient.get(client ?? '');
  if (open !== undefined) return open;
  for (const root of [...finished.values()].reverse()) {
    const found = treeOf(root).find((node) => (own !== null ? node.id === own : node.clientId === client));
    if (found !== undefined) return found;
  }
  return client === null ? undefined : [...nodes.values()].findLast((node) => node.clientId === client);
}

/** E10. The single read names the tag `orderTag` in the page; live it is algoOrderTag, so both are there. */
export const readAlgoOrder: SignedRoute = ({ account, fields, desk }) => {
  const { own, client } = ids(fields);
  const node = findNode(account, own, client);
  if (node === undefined) throw refuse('orderNotFound', 'The algo order does not exist.');
  return { data: { ...algoRecord(node, desk.forms), orderTag: node.tag } };
};

/** E11: trees by their roots, newest first. */
export const listAlgoOrders: SignedRoute = ({ account, fields, desk }) => {
  const instrument = maybeInstrument(fields);
  const side = word(fields, 'side', SIDES);
  const positionSide = word(fields, 'positionSide', POSITION_SIDES);
  const algoType = word(fields, 'algoType', ALGO_TYPES);
  const type = word(fields, 'orderType', TYPES);
  const triggered = flag(fields, 'isTriggered');
  const tag = text(fields, 'algoOrderTag', 64);
  const status = word(fields, 'status', STATUSES);
  const withPnl = flag(fields, 'realizedPnl') ?? false;
  const { from, to } = range(fields);
  const page = paging(fields);
  const wanted = (root: AlgoNode): boolean =>
    (instrument === null || root.symbol === instrument.symbol) &&
    (side === null || root.side === side) &&
    (positionSide === null || root.positionSide === positionSide) &&
    (algoType === null || root.algoType === algoType || listedType(root, desk.forms) === algoType) &&
    (type === null || root.type === type) &&
    (triggered === null || root.isTriggered === triggered) &&
    (tag === null || root.tag === tag) &&
    (status === null ||
      status === root.status ||
      (status === 'INCOMPLETE' && isAlive(root)) ||
      (status === 'COMPLETED' && !isAlive(root))) &&
    root.createdAt >= from &&
    root.createdAt <= to;
  const { roots, finished } = account.algos;
  const all = [...finished.values(), ...roots.values()].filter(wanted);
  all.sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? 1 : -1));
  const { rows, meta } = paged(all, page);
  return { data: { meta, rows: rows.map((root) => algoRecord(root, desk.forms, withPnl)) } };
};

export const cancelAlgoOrder: SignedRoute = ({ venue, account, fields }) => {
  const { own, client } = ids(fields);
  cancelAlgo(venue, openNode(account, own, client), 'Cancelled by the user.');
  return { data: { status: 'CANCEL_SENT' } };
};

export const cancelAlgoOrders: SignedRoute = ({ venue, account, fields }) => {
  cancelAllAlgos(venue, account, maybeInstrument(fields)?.symbol ?? null, 'Cancelled by the user.');
  return { data: { status: 'CANCEL_ALL_SENT' } };
};

/** DELETE /v3/trade/allOrders: ordinary and algo orders. */
export const cancelAllOrders: SignedRoute = ({ venue, account, fields }) => {
  cancelEverything(venue, account, maybeInstrument(fields)?.symbol ?? null, 'Cancelled by the user.');
  return { data: { status: 'CANCEL_ALL_SENT' } };
};
