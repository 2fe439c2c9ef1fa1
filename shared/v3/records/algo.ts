import { z } from 'zod';
import {
  algoOrderIdField,
  decimalOrZeroField,
  figureField,
  flagField,
  maybeAlgoOrderIdField,
  maybeDecimalField,
  maybeFlagField,
  maybeIdField,
  maybeInstantField,
  maybeTextField,
} from '../fields.ts';
import { renamed } from './rows.ts';

/** Records of algo orders (interface-v3.md, E10 and E11; protocol.md, 2.3 and 3.3). */

/** One node without its children. The single read names the tag `orderTag`; both read as `algoOrderTag`. */
const algoNode = renamed(
  { rebateCurrency: 'rebateAsset', orderTag: 'algoOrderTag' },
  z.looseObject({
    algoOrderId: algoOrderIdField,
    clientAlgoOrderId: maybeIdField,
    rootAlgoOrderId: maybeAlgoOrderIdField,
    /** Null on the root. */
    parentAlgoOrderId: maybeAlgoOrderIdField,
    symbol: maybeTextField,
    algoOrderTag: maybeTextField,
    /** Unknown types are kept as they are. */
    algoType: z.string(),
    side: maybeTextField,
    positionSide: maybeTextField,
    quantity: maybeDecimalField,
    isTriggered: flagField,
    triggerStatus: maybeTextField,
    type: maybeTextField,
    rootAlgoStatus: maybeTextField,
    algoStatus: maybeTextField,
    status: maybeTextField,
    triggerPriceType: maybeTextField,
    triggerPrice: maybeDecimalField,
    price: maybeDecimalField,
    /** Null until triggered ("0" on the wire). */
    triggerTime: maybeInstantField,
    totalExecutedQuantity: decimalOrZeroField,
    visibleQuantity: maybeDecimalField,
    averageExecutedPrice: figureField,
    totalFee: figureField,
    feeAsset: maybeTextField,
    totalRebate: figureField,
    rebateAsset: maybeTextField,
    reduceOnly: flagField,
    createdTime: maybeInstantField,
    updatedTime: maybeInstantField,
    isActivated: maybeFlagField,
    /** A fraction: 0.03 is 3 %. */
    callbackRate: maybeDecimalField,
    /** Absolute amount of quote currency. */
    callbackValue: maybeDecimalField,
    activatedPrice: maybeDecimalField,
    marginMode: maybeTextField,
  }),
);

/** An algo order with everything below it. Nothing is said about ids: a tree may name itself as its parent. */
export type AlgoOrderRecord = Named<z.output<typeof algoNode>> & { childOrders: AlgoOrderRecord[] };

/** The fields that have names of their own, without those that a loose object may have beside them. */
type Named<Type> = { [Key in keyof Type as string extends Key ? never : Key]: Type[Key] };

/**
 * An algo order's tree. It is walked with a list of its own instead of by recursion, so that a tree
 * of any depth that the parser lets through is read without exhausting the stack.
 */
export const algoOrderRecord = z.unknown().transform((root, context): AlgoOrderRecord => {
  const roots: AlgoOrderRecord[] = [];
  const waiting: { value: unknown; into: AlgoOrderRecord[]; path: (string | number)[] }[] = [
    { value: root, into: roots, path: [] },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const read = algoNode.safeParse(next.value);
    if (!read.success) {
      for (const issue of read.error.issues) {
        context.addIssue({ code: 'custom', message: issue.message, path: [...next.path, ...issue.path] });
      }
      return z.NEVER;
    }
    const childOrders: AlgoOrderRecord[] = [];
    next.into.push({ ...read.data, childOrders });
    const children = childrenOf(next.value);
    if (children === null) {
      context.addIssue({ code: 'custom', message: 'not a list', path: [...next.path, 'childOrders'] });
      return z.NEVER;
    }
    // last first, because the walk takes from the end
    for (let i = children.length - 1; i >= 0; i -= 1) {
      // the whole path would cost the square of the depth: a problem names the place among its siblings alone
      waiting.push({ value: children[i], into: childOrders, path: ['childOrders', i] });
    }
  }
  return roots[0] ?? z.NEVER;
});

/** Children of a node that was read as an object; null when they are no list. */
function childrenOf(node: unknown): readonly unknown[] | null {
  const children = typeof node === 'object' && node !== null && 'childOrders' in node ? (node.childOrders ?? []) : [];
  if (children === '' || children === 'null') return [];
  return Array.isArray(children) ? children : null;
}

/**
 * What placing answers: one row a node, legs first and root last. An older sample names the ids
 * orderId and clientOrderId; both read as below (protocol.md, 3.2).
 */
export const algoPlacedRecord = renamed(
  { orderId: 'algoOrderId', clientOrderId: 'clientAlgoOrderId' },
  z.looseObject({
    algoOrderId: algoOrderIdField,
    clientAlgoOrderId: maybeIdField,
    algoType: maybeTextField,
    quantity: maybeDecimalField,
  }),
);
