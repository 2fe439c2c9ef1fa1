import { z } from 'zod';
import { decimalText } from '../../../shared/contract-kit.ts';
import type { JournaledCommand } from '../storage/journal.ts';
import type { UnansweredCommand } from './types.ts';

/** The journaled fields of a command of an earlier run. */
type FormerCommand = Pick<UnansweredCommand, 'what' | 'id' | 'clientId' | 'symbol' | 'change' | 'before'>;

const symbol = z.string();
const fields = z.record(z.string(), decimalText);
const ofOne = { algoOrderId: z.string(), symbol };
const nothing = { id: null, clientId: null, change: {}, before: {} };

/** The journaled JSON of each command, by its name. Another version may have written it. */
const readers = new Map<string, z.ZodType<FormerCommand>>([
  [
    'algo.place',
    z.object({ clientId: z.string(), symbol }).transform((given) => ({ ...nothing, what: 'place', ...given }) as const),
  ],
  [
    'algo.edit',
    z
      .object({ ...ofOne, change: fields, before: fields.default({}) })
      .transform(({ algoOrderId: id, ...given }) => ({ ...nothing, what: 'edit', id, ...given }) as const),
  ],
  [
    'algo.cancel',
    z
      .object(ofOne)
      .transform(({ algoOrderId: id, ...given }) => ({ ...nothing, what: 'cancel', id, ...given }) as const),
  ],
  [
    'algo.cancelAll',
    z
      .object({ symbol: symbol.nullable() })
      .transform((given) => ({ ...nothing, what: 'cancelAll', ...given }) as const),
  ],
]);

/**
 * The fields of a command of an earlier run; null for other commands.
 *
 * @throws Error when it cannot be read: without an id, absence proves nothing.
 */
export const formerAlgoCommand = ({ name, input }: JournaledCommand): FormerCommand | null =>
  readers.get(name)?.parse(JSON.parse(input)) ?? null;
