import { z } from 'zod';
import { decimalText } from '../../../shared/contract-kit.ts';
import type { JournaledCommand } from '../storage/journal.ts';
import type { Waited } from './types.ts';

/** What a command of a former run was about. */
type Left = Pick<Waited, 'what' | 'id' | 'clientId' | 'symbol' | 'change' | 'before'>;

const symbol = z.string();
const fields = z.record(z.string(), decimalText);
const ofOne = { algoOrderId: z.string(), symbol };
const nothing = { id: null, clientId: null, change: {}, before: {} };

/** What the journal keeps of each command as JSON, by its name. Another version may have written it. */
const readers = new Map<string, z.ZodType<Left>>([
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
 * What a command of a former run was about; null where it is none of algo orders.
 *
 * @throws Error where it cannot be read: without its id, nothing that is not found proves anything.
 */
export const leftAlgo = ({ name, input }: JournaledCommand): Left | null =>
  readers.get(name)?.parse(JSON.parse(input)) ?? null;
