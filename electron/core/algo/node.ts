import type { AlgoHistoryRow } from '../../../shared/contract/algo.ts';
import { compare, isZero, ZERO, type Decimal } from '../../../shared/decimal.ts';
import type { AlgoOrderRecord } from '../../../shared/v3/records.ts';
import type { AlgoReport } from '../../../shared/v3/topics.ts';
import { textsOf } from '../page/texts.ts';

/** What one source says of a node: null where it says nothing. */
export interface ReportedFields {
  readonly parentId: string | null;
  readonly rootId: string | null;
  readonly clientId: string | null;
  readonly symbol: string | null;
  readonly algoType: string | null;
  readonly type: string | null;
  readonly side: string | null;
  readonly positionSide: string | null;
  readonly marginMode: string | null;
  readonly tag: string | null;
  readonly quantity: Decimal | null;
  readonly averagePrice: Decimal | null;
  readonly price: Decimal | null;
  readonly triggerPrice: Decimal | null;
  readonly triggerPriceType: string | null;
  readonly triggerStatus: string | null;
  readonly triggeredAt: number | null;
  readonly activatedPrice: Decimal | null;
  readonly callbackRate: Decimal | null;
  readonly callbackValue: Decimal | null;
  readonly algoStatus: string | null;
  readonly rootStatus: string | null;
  readonly reason: string | null;
  readonly createdAt: number | null;
  readonly reduceOnly: boolean | null;
}

/** One report of the exchange on a node. */
export interface Fact {
  readonly id: string;
  /** The exchange's ms of the report. */
  readonly at: number;
  readonly from: 'stream' | 'read';
  readonly reported: ReportedFields;
  readonly executed: Decimal;
  readonly isTriggered: boolean;
  readonly isActivated: boolean;
  /** All that was sent, children left out. */
  readonly sent: Readonly<Record<string, unknown>>;
}

/** A node merged from its facts. Their order and repeats do not change the result. */
export interface AlgoNode {
  readonly id: string;
  readonly reported: ReportedFields;
  readonly executed: Decimal;
  readonly isTriggered: boolean;
  readonly isActivated: boolean;
  readonly updatedAt: number;
  /** The newest of each source. */
  readonly sent: Readonly<Partial<Record<Fact['from'], Fact>>>;
  readonly life: readonly StagedReport[];
  /** The time of each part. */
  readonly stamps: Readonly<Partial<Record<keyof ReportedFields, Stamp>>>;
  /** The exchange's ms of the first word on it; null where none was dated. */
  readonly firstAt: number | null;
}

/** A report of a node with its stage: by its status, then by the executed quantity. */
interface StagedReport {
  readonly entry: AlgoHistoryRow['life'][number];
  readonly stage: number;
}

/** The time of a report; within one ms, its stage in the life of the node. */
interface Stamp {
  readonly at: number;
  readonly life: number;
}

/** Statuses that end an algo order. */
const ENDED: ReadonlySet<string> = new Set(['FILLED', 'CANCELLED', 'REJECTED', 'EXPIRED', 'COMPLETED', 'FAILED']);
export const isEnded = (status: string | null): boolean => status !== null && ENDED.has(status);

/** A status never goes back: an end outlives everything, a partial fill what comes before it. */
function rank(status: string | null): number {
  return isEnded(status) ? 2 : status === 'PARTIAL_FILLED' ? 1 : 0;
}

/** The stage of a report in the life of a node: by status, then executed quantity, then trigger. */
const stageOf = ({ reported, executed, isTriggered, isActivated }: Fact): number =>
  rank(reported.algoStatus) * 8 + (compare(executed, ZERO) > 0 ? 4 : 0) + (isTriggered ? 2 : 0) + (isActivated ? 1 : 0);

const isLater = (one: Stamp, other: Stamp): boolean =>
  one.at !== other.at ? one.at > other.at : one.life > other.life;

const STATUSES: ReadonlySet<keyof ReportedFields> = new Set(['algoStatus', 'rootStatus']);

const KEPT_LIFE = 60;

const nothing: AlgoNode['stamps'] = {};

/**
 * Merges a fact into a node; `undefined` is a new node.
 *
 * @param asOf the latest possible exchange ms of the fact: a later date would win until that date.
 */
export function merged(node: AlgoNode | undefined, fact: Fact, asOf = Infinity): AlgoNode {
  const reported: Record<string, unknown> = { ...(node?.reported ?? fact.reported) };
  const stamps: Partial<Record<keyof ReportedFields, Stamp>> = { ...(node?.stamps ?? nothing) };
  const at = Math.min(fact.at, asOf);
  const now: Stamp = { at, life: stageOf(fact) };
  // The keys of one object literal type.
  for (const field of Object.keys(fact.reported) as (keyof ReportedFields)[]) {
    const value = fact.reported[field];
    if (value === null) continue;
    const stamp = node === undefined ? undefined : stamps[field];
    if (stamp !== undefined && !wins(field, value, now, reported[field] ?? null, stamp)) continue;
    reported[field] = value;
    stamps[field] = now;
  }
  return {
    id: fact.id,
    reported: reported as unknown as ReportedFields, // the same keys, each with a value of its type
    executed: node === undefined || compare(fact.executed, node.executed) > 0 ? fact.executed : node.executed,
    isTriggered: fact.isTriggered || node?.isTriggered === true,
    isActivated: fact.isActivated || node?.isActivated === true,
    updatedAt: Math.max(at, node?.updatedAt ?? at),
    sent: { ...node?.sent, [fact.from]: newer(node?.sent[fact.from], fact) },
    life: lived(node?.life ?? [], fact),
    stamps,
    firstAt: fact.at > 0 ? Math.min(fact.at, node?.firstAt ?? fact.at) : (node?.firstAt ?? null),
  };
}

/** A node that is older than any later report, after the exchange set its clock. */
export const undated = (node: AlgoNode, asOf: number): AlgoNode => {
  const { read, stream } = node.sent;
  return {
    ...node,
    stamps: {},
    updatedAt: Math.min(node.updatedAt, asOf),
    sent: {
      ...(read === undefined ? {} : { read: { ...read, at: 0 } }),
      ...(stream === undefined ? {} : { stream: { ...stream, at: 0 } }),
    },
  };
};

function wins(field: keyof ReportedFields, value: unknown, now: Stamp, known: unknown, stamp: Stamp): boolean {
  if (known === null || known === undefined) return true;
  if (STATUSES.has(field)) {
    // Both are words of a status.
    const by = rank(value as string) - rank(known as string);
    if (by !== 0) return by > 0;
  }
  if (now.at !== stamp.at || now.life !== stamp.life) return isLater(now, stamp);
  return String(value) > String(known);
}

function newer(one: Fact | undefined, other: Fact): Fact {
  if (one === undefined) return other;
  const [before, after]: readonly Stamp[] = [one, other].map((fact) => ({ at: fact.at, life: stageOf(fact) }));
  if (before !== undefined && after !== undefined && (before.at !== after.at || before.life !== after.life))
    return isLater(after, before) ? other : one;
  // As much of its life in both: of partial fills the one with more executed.
  const more = compare(other.executed, one.executed);
  if (more !== 0) return more > 0 ? other : one;
  return JSON.stringify(other.sent) > JSON.stringify(one.sent) ? other : one;
}

/** All that the exchange last sent, as text for a person to read; what says nothing is left out. */
export function sentTexts({ sent: { read, stream } }: Pick<AlgoNode, 'sent'>): Record<string, string> {
  const oldestFirst = [read, stream]
    .filter((fact) => fact !== undefined)
    .sort((a, b) => a.at - b.at || stageOf(a) - stageOf(b));
  return Object.assign({}, ...oldestFirst.map((fact) => textsOf(fact.sent))) as Record<string, string>; // of such
}

/** Sorts reports by time, then by stage. Of two equal reports the stream's is kept. */
function lived(life: readonly StagedReport[], { at, from, reported, executed }: Fact): readonly StagedReport[] {
  const states = [reported.algoStatus, reported.triggerStatus, reported.reason].filter(
    (part) => part !== null && part !== '',
  );
  const filled = compare(executed, ZERO) > 0;
  const words = [...states, ...(filled ? [`${executed} executed`] : [])].join(', ');
  const known = life.find(({ entry }) => entry.at === at && entry.words === words);
  if (known !== undefined && (known.entry.from === from || known.entry.from === 'stream')) return life;
  const added = { entry: { at, from, words }, stage: rank(states[0] ?? null) * 2 + (filled ? 1 : 0) };
  return [...life.filter((other) => other !== known), added]
    .sort((a, b) => a.entry.at - b.entry.at || a.stage - b.stage || (a.entry.words < b.entry.words ? -1 : 1))
    .slice(-KEPT_LIFE);
}

/** A price or callback of zero means none. */
const priceOf = (value: Decimal | null): Decimal | null => (value === null || isZero(value) ? null : value);

/** The facts of a record of E10 or E11 and of all nested children. */
export function factsOfRecord(root: AlgoOrderRecord): readonly Fact[] {
  const facts: Fact[] = [];
  const waiting: { readonly record: AlgoOrderRecord; readonly parent: string | null; readonly top: string }[] = [
    { record: root, parent: null, top: root.rootAlgoOrderId ?? root.algoOrderId },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { record, parent, top } = next;
    const { childOrders, ...sent } = record;
    facts.push({
      id: record.algoOrderId,
      at: record.updatedTime ?? record.createdTime ?? 0,
      from: 'read',
      executed: record.totalExecutedQuantity,
      isTriggered: record.isTriggered,
      isActivated: record.isActivated === true,
      sent,
      reported: {
        parentId: record.parentAlgoOrderId ?? parent,
        rootId: record.rootAlgoOrderId ?? top,
        clientId: record.clientAlgoOrderId,
        symbol: record.symbol ?? root.symbol,
        algoType: record.algoType,
        type: record.type,
        side: record.side,
        positionSide: record.positionSide,
        marginMode: record.marginMode,
        tag: record.algoOrderTag,
        quantity: record.quantity,
        averagePrice: priceOf(record.averageExecutedPrice),
        price: priceOf(record.price),
        triggerPrice: priceOf(record.triggerPrice),
        triggerPriceType: record.triggerPriceType,
        triggerStatus: record.triggerStatus,
        triggeredAt: record.triggerTime,
        activatedPrice: priceOf(record.activatedPrice),
        callbackRate: priceOf(record.callbackRate),
        callbackValue: priceOf(record.callbackValue),
        algoStatus: record.algoStatus ?? record.status,
        rootStatus: record.rootAlgoStatus,
        reason: null,
        createdAt: record.createdTime,
        reduceOnly: record.reduceOnly,
      },
    });
    for (const child of childOrders) waiting.push({ record: child, parent: record.algoOrderId, top });
  }
  return facts;
}

/** The fact of an item of `algoexecutionreport`. */
export function updateOfReport(report: AlgoReport): Fact {
  const { extra, ...sent } = report;
  return {
    id: report.algoOrderId,
    at: report.at,
    from: 'stream',
    executed: report.totalExecuted,
    isTriggered: report.triggered === true,
    isActivated: report.activated === true,
    sent: { ...sent, ...extra },
    reported: {
      parentId: report.parentAlgoOrderId,
      rootId: report.rootAlgoOrderId,
      clientId: report.clientAlgoOrderId,
      symbol: report.symbol,
      algoType: report.algoType,
      type: report.type,
      side: report.side,
      positionSide: report.positionSide,
      marginMode: report.marginMode,
      tag: report.tag,
      quantity: report.quantity,
      averagePrice: priceOf(report.averagePrice),
      price: priceOf(report.price),
      triggerPrice: priceOf(report.triggerPrice),
      triggerPriceType: report.triggerPriceType,
      triggerStatus: report.triggerStatus,
      triggeredAt: report.triggerTime,
      activatedPrice: priceOf(report.activatedPrice),
      callbackRate: priceOf(report.callbackRate),
      callbackValue: priceOf(report.callbackValue),
      algoStatus: report.algoStatus ?? report.status,
      rootStatus: report.rootAlgoStatus,
      reason: report.reason,
      createdAt: null,
      reduceOnly: report.reduceOnly,
    },
  };
}
