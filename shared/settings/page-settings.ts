import { z } from 'zod';
import { candleIntervalSchema } from '../contract/contract.ts';
import { environmentSchema } from '../contract-kit.ts';
import { MOST_SETTING_CHARS } from '../contract/page-settings.ts';

/**
 * What the page keeps of a profile: one row a name, with the words for a person and the form of its value. The core
 * takes no other name and no other form; what a panel adds of its own is kept as long as it is plain.
 */

const text = z.string().max(500);
/** A field that this version does not know: kept as it is where it is plain. */
const plain = z.union([text, z.number(), z.boolean(), z.null()]);
const fields = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().catchall(plain);
const symbol = z.string().min(1).max(64);
const columns = z.array(z.object({ colId: z.string().max(100) }).catchall(plain)).max(200);
const choices = z.array(z.string().max(100)).max(200);
const confirm = z.object({ mode: z.enum(['off', 'large', 'always']), largeFrom: z.string().max(80) });
const binding = z.object({ chord: z.string().min(1).max(40), label: z.string().min(1).max(40) });
/** Read by its panel, which takes what it knows. */
const anyFields = z.record(z.string().max(200), z.unknown());

interface PageSetting {
  /** For a person: “Not taken: Chart.” */
  readonly words: string;
  readonly form: z.ZodType;
}

const table = {
  settings: {
    words: 'Theme, density, times and sounds',
    form: fields({
      theme: z.enum(['dark', 'light']),
      updown: z.enum(['green-red', 'blue-orange']),
      density: z.enum(['compact', 'comfortable']),
      utc: z.boolean(),
      sound: z.boolean(),
      flash: z.boolean(),
      alarm: z.boolean(),
      armedMinutes: z.enum(['1', '5', '15', '60']),
    }),
  },
  layout: { words: 'Layout', form: z.looseObject({ grid: anyFields, panels: anyFields }) },
  'layout-lock': { words: 'Layout lock', form: fields({ locked: z.boolean() }) },
  keys: { words: 'Keys', form: fields({ changed: z.record(z.string().max(100), binding.nullable()) }) },
  templates: { words: 'Templates', form: fields({ templates: z.array(z.unknown()).max(200) }) },
  favourites: { words: 'Stars', form: fields({ symbols: z.array(symbol).max(5_000) }) },
  symbol: { words: 'Symbol', form: fields({ symbol }) },
  chart: {
    words: 'Chart',
    form: fields({ interval: candleIntervalSchema, lines: z.boolean(), fills: z.boolean() }),
  },
  book: {
    words: 'Order book',
    form: fields({
      rpi: z.boolean(),
      grouping: z.record(symbol, z.enum(['1', '2', '5', '10', '50', '100', '500', '1000'])),
    }),
  },
  ticket: {
    words: 'Order entry and its questions',
    form: fields({
      advanced: z.boolean(),
      confirm: z.partialRecord(environmentSchema, confirm),
      positionTimes: z.string().max(80),
      slippage: z.string().max(80),
      slippageWay: z.enum(['refuse', 'limit']),
    }),
  },
  'open-orders': {
    words: 'Open orders',
    form: fields({ view: z.enum(['open', 'finished']), thisSymbol: z.boolean(), filter: text }),
  },
  'open-orders.columns': { words: 'Columns of Open orders', form: fields({ columns }) },
  columns: { words: 'Columns', form: fields({ of: anyFields }) },
  'history-columns': {
    words: 'Columns of the histories',
    form: fields({ of: z.record(z.string().max(100), z.object({ order: choices, hidden: choices })) }),
  },
  'algo-orders': {
    words: 'Algo orders',
    form: fields({ view: z.enum(['open', 'finished', 'all']), collapsed: z.array(z.string().max(100)).max(5_000) }),
  },
  deadman: {
    words: 'Dead-man switch: timeout and way',
    form: fields({ seconds: z.string().max(80), mode: z.enum(['renew', 'once']) }),
  },
  alarms: { words: 'Alarms that were closed', form: fields({ closed: choices }) },
} satisfies Readonly<Record<string, PageSetting>>;

/** The names under which the page keeps something. */
export type PageSettingName = keyof typeof table;

/** Whether the page may keep something under this name. */
export const isPageSetting = (name: string): name is PageSettingName => Object.hasOwn(table, name);

/** What is kept under a name, in words for a person. */
export const pageSettingWords = (name: string): string => (isPageSetting(name) ? table[name].words : name);

/** What became of a value that was looked at: `text` is JSON; null where nothing of it can be taken. */
export interface ReadPageSetting {
  readonly text: string | null;
  /** Fields that do not fit and are left out. */
  readonly left: readonly string[];
}

/** Deeper than any arrangement of panels; what is deeper is made to end whoever walks it. */
const DEEPEST = 200;

/**
 * Reads a value as hostile: its size, its depth and its form. Fields that do not fit are left out one by one.
 *
 * @param json the value as JSON text.
 */
export function readPageSetting(name: PageSettingName, json: string): ReadPageSetting {
  if (json.length > MOST_SETTING_CHARS || isDeeper(json, DEEPEST)) return NOTHING;
  const { form }: PageSetting = table[name];
  try {
    const value: unknown = JSON.parse(json);
    const whole = form.safeParse(value);
    if (whole.success) return { text: json, left: [] };
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return NOTHING;
    const left = [...new Set(whole.error.issues.map(({ path: [field] }) => String(field)))];
    const rest = Object.fromEntries(Object.entries(value).filter(([field]) => !left.includes(field)));
    // A value of which nothing is left would be as if the first one had been chosen.
    return Object.keys(rest).length > 0 && form.safeParse(rest).success
      ? { text: JSON.stringify(rest), left }
      : NOTHING;
  } catch {
    return NOTHING;
  }
}

const NOTHING: ReadPageSetting = { text: null, left: [] };

/** Whether brackets outside of texts are nested deeper than this. */
function isDeeper(json: string, most: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (quoted && sign === '\\') at += 1;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && (sign === '{' || sign === '[')) depth += 1;
    else if (!quoted && (sign === '}' || sign === ']')) depth -= 1;
    if (depth > most) return true;
  }
  return false;
}
