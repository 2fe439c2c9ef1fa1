import { z } from 'zod';

/** Chance by seed: the same seed gives the same attack again. */
export interface Dice {
  /** A whole number from 0 to below `sides`. */
  roll(sides: number): number;
  pick<Item>(from: readonly Item[]): Item;
}
export function dice(seed: number): Dice {
  let state = seed >>> 0 || 1;
  const roll = (sides: number): number => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    const mixed = Math.imul(state ^ (state >>> 13), 0x297a2d39) >>> 0;
    return ((mixed ^ (mixed >>> 16)) >>> 0) % sides;
  };
  // Nobody picks from an empty list here.
  return { roll, pick: <Item>(from: readonly Item[]): Item => from[roll(from.length)] as Item };
}

type Shape = Readonly<Record<string, unknown>>;

/** Texts that fit where a name, a number or an id is asked for. */
const TEXTS = ['practice', 'main', 'PERP_BTC_USDT', 'BTC', '1', '0.01', '60000', '17', '', 'abcdefgh-1', 'AAAA', '1m'];

/** What nobody should send. */
const HOSTILE: readonly unknown[] = [
  null,
  undefined,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER,
  '9007199254740993',
  '-0',
  '1e3',
  '0x10',
  'NaN',
  '٣',
  '\0',
  '\uD800',
  '\u202E',
  '<img src=x onerror=alert(1)>',
  '__proto__',
  '../../etc/passwd',
  'k\r\nx-evil: 1',
  [],
  {},
  [[[[]]]],
  true,
];

/** A generator of inputs that fit a schema nearly always. */
export function makeInputs(schema: z.ZodType): (chance: Dice) => unknown {
  const shape: Shape = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' });
  return (chance) => fit(shape, chance);
}

function fit(shape: Shape, chance: Dice): unknown {
  if ('const' in shape) return shape['const'];
  if (Array.isArray(shape['enum'])) return chance.pick(shape['enum']);
  const either = shape['anyOf'] ?? shape['oneOf'];
  if (Array.isArray(either)) return fit(chance.pick(either) as Shape, chance); // JSON schema
  switch (shape['type']) {
    case 'object': {
      const needed = new Set((shape['required'] ?? []) as string[]); // JSON schema
      const made: Record<string, unknown> = {};
      for (const [name, field] of Object.entries((shape['properties'] ?? {}) as Record<string, Shape>))
        // JSON schema
        if (needed.has(name) || chance.roll(2) === 0) made[name] = fit(field, chance);
      return made;
    }
    case 'array':
      return Array.from({ length: chance.roll(3) }, () => fit((shape['items'] ?? {}) as Shape, chance)); // JSON schema
    case 'integer':
    case 'number':
      return chance.pick([0, 1, 5, 100, 60_000, 1_758_600_000_000]);
    case 'boolean':
      return chance.roll(2) === 0;
    case 'null':
      return null;
    default:
      return chance.pick(TEXTS);
  }
}

/** The same value with something wrong in one place. */
export function spoil(value: unknown, chance: Dice): unknown {
  if (typeof value !== 'object' || value === null || chance.roll(6) === 0) return hostile(chance);
  const names = Object.keys(value);
  const name =
    names.length === 0 || chance.roll(8) === 0 ? chance.pick(['__proto__', 'constructor', 'x']) : chance.pick(names);
  const fields = new Map<string, unknown>(Object.entries(value));
  const act = chance.roll(4);
  if (act === 0) fields.delete(name);
  else fields.set(name, act === 1 ? hostile(chance) : spoil(fields.get(name), chance));
  if (Array.isArray(value)) return [...fields.values()];
  const made: Record<string, unknown> = {};
  for (const [key, field] of fields)
    Object.defineProperty(made, key, { value: field, enumerable: true, configurable: true, writable: true });
  return made;
}

function hostile(chance: Dice): unknown {
  const rare = chance.roll(20_000);
  if (rare === 0) return 'x'.repeat(900_000);
  if (rare === 1) return JSON.parse(`${'['.repeat(1_500)}${']'.repeat(1_500)}`);
  return chance.pick(HOSTILE);
}
