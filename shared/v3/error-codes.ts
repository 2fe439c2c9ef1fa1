/**
 * Codes of the exchange by kind, with words for a person (protocol.md, section 5). The vendor
 * documents few of them; a code without words of its own is described by its kind, and the
 * exchange's own message is always shown beside.
 */

export type CodeKind =
  | 'failed-inside'
  | 'key'
  | 'rate-limit'
  | 'bad-request'
  | 'order-rule'
  | 'order-not-found'
  | 'symbol'
  | 'funds'
  | 'busy'
  | 'duplicate-client-id'
  | 'timed-out'
  | 'suspended'
  | 'unknown';

/** What a code means and what a person can do. */
export interface CodeWords {
  readonly kind: CodeKind;
  /** One sentence without a full stop. */
  readonly title: string;
  /** What to do next. */
  readonly next: string;
}

interface KindRow {
  readonly title: string;
  readonly next: string;
  /** Whether a write answered with such a code may have happened all the same. */
  readonly outcomeUnknown: boolean;
  readonly codes: string;
}

const WAIT = 'Wait a few seconds and try again.';

export const KINDS: Readonly<Record<Exclude<CodeKind, 'unknown'>, KindRow>> = {
  'failed-inside': {
    title: 'The exchange failed inside',
    next: 'What was sent may have happened. Look at the open orders before sending anything again.',
    outcomeUnknown: true,
    codes: '-1000 317154 317168 302109 311999',
  },
  key: {
    title: 'The exchange does not accept the key',
    next: 'Check that the key and its secret are the right ones, still valid, and allowed from this address.',
    outcomeUnknown: false,
    codes: '-1001 -1002',
  },
  'rate-limit': {
    title: 'Too many requests',
    next: 'Wait for the next window; the terminal paces itself.',
    outcomeUnknown: false,
    codes: '-1003',
  },
  'bad-request': {
    title: 'The exchange does not understand the request',
    next: 'Check what was entered; if it looks right, report it with the details.',
    outcomeUnknown: false,
    codes:
      '-1004 -1005 -1006 -1007 -1009 -1012 317148 317162 317171 317172 317173 317178 317179 302003 302004 302134 ' +
      '302135 302136 302306',
  },
  'order-rule': {
    title: 'A rule of the exchange refuses the order',
    next: 'Change the order as the message says.',
    outcomeUnknown: false,
    codes:
      '-1008 -1101 -1102 -1103 -1104 -1105 317136 317137 317138 317139 317140 317141 317142 317143 317144 317145 ' +
      '317146 317147 317150 317151 317157 317158 317160 317161 317163 317164 317165 317166 317167 317169 317170 ' +
      '317174 317176 317177 317206 302111 302112 302113 302114 302115 302120 302121 302122 302125 302126 302127 ' +
      '302130 302131 302132 302133 302137 302138 302140 302141 302142 302144 302147 302148 302149 302150 302151 ' +
      '302152 302156 302160 302162 302163 302164 302166 302167 302168 302171 302172 302177 302178 302185 302186 ' +
      '302188 302189 302190 302191 302192 302194 302195 302196 302197 302198 302199 302303 302308 302309 302314',
  },
  'order-not-found': {
    title: 'The order is not open any more',
    next: 'It was filled, cancelled, or never placed; look at the order history.',
    outcomeUnknown: false,
    codes: '317149 317152 317153 317184 302129',
  },
  symbol: {
    title: 'The symbol cannot be traded now',
    next: 'It is not supported or suspended; choose another or wait.',
    outcomeUnknown: false,
    codes: '317155 317156 317159 302101',
  },
  funds: {
    title: 'Not enough funds or margin',
    next: 'Make the order smaller, free some funds, or cancel other orders.',
    outcomeUnknown: false,
    codes:
      '317207 302102 302103 302104 302118 302119 302128 302145 302154 302155 302157 302169 302170 302193 302301 ' +
      '302305 302310',
  },
  busy: {
    title: 'The exchange is busy',
    next: WAIT,
    outcomeUnknown: false,
    codes: '-1011 302001 302002 302005 302110 302123 302143 302165 302311 302312 302313 302999 311001 311002 311004',
  },
  'duplicate-client-id': {
    title: 'An open order already has this client order id',
    next: 'Look for it among the open orders, or choose another id.',
    outcomeUnknown: false,
    codes: '302117',
  },
  'timed-out': {
    title: 'The exchange did not finish in time',
    next: 'What was sent may have happened. Look at the open orders before sending anything again.',
    outcomeUnknown: true,
    codes: '302159',
  },
  suspended: {
    title: 'The account is suspended',
    next: 'Ask the exchange.',
    outcomeUnknown: false,
    codes: '302307',
  },
};

const smaller = 'Make it larger: the instrument has a smallest size and value.';
const reduceOnly = {
  title: 'Reduce-only refused it',
  next: 'It would open or enlarge a position, or more is closed than is held.',
};
const sideMismatch = {
  title: 'The position side does not fit the position mode',
  next: 'One-way mode takes BOTH, hedge mode LONG or SHORT.',
};
const clockApart = {
  title: 'The request came too late or too early for the exchange',
  next: 'Check this machine’s clock; the health panel shows how far it is off.',
};
const spotBuySize = {
  title: 'The order has the wrong kind of size',
  next: 'On spot, market buys take an amount of quote currency, market sells a quantity.',
};

/** Words that say more than the kind does. */
const WORDS: Readonly<Record<string, { readonly title: string; readonly next: string }>> = {
  '-1001': { title: 'The signature does not fit', next: 'Enter the key and its secret again.' },
  '-1002': {
    title: 'The key is invalid, revoked or expired, or may not do this',
    next: 'Look at the key’s permissions and addresses at the exchange.',
  },
  '-1004': { title: 'The exchange does not know a parameter', next: 'Report it with the details.' },
  '-1005': { title: 'A parameter is missing or invalid', next: 'Check what was entered.' },
  '-1006': { title: 'There is no such thing, or it is finished', next: 'Look at the order history.' },
  '-1007': { title: 'The exchange has this already', next: 'Look at the open orders before sending it again.' },
  '-1008': { title: 'The quantity is too high', next: 'Make it smaller.' },
  '-1009': {
    title: 'A withdrawal is not possible now',
    next: 'Look at the account’s withdrawal state at the exchange.',
  },
  '-1011': { title: 'The exchange is in maintenance or lost an inner connection', next: WAIT },
  '-1012': { title: 'The matching engine refused it', next: 'Look at the message and the order’s fields.' },
  '-1101': { title: 'The risk would be too high for the margin', next: 'Make the order smaller or add margin.' },
  '-1102': { title: 'The order’s value is below the smallest allowed', next: smaller },
  '-1103': { title: 'The price is not on the instrument’s tick', next: 'Choose a neighbouring price on the tick.' },
  '-1104': {
    title: 'The quantity is not on the instrument’s step',
    next: 'Choose a neighbouring quantity on the step.',
  },
  '-1105': { title: 'The price is too far from the market', next: 'Move it closer.' },
  '302115': { title: 'The order is too small', next: smaller },
  '302138': reduceOnly,
  '302141': { title: 'The order is too small', next: smaller },
  '302147': spotBuySize,
  '302148': spotBuySize,
  '302149': spotBuySize,
  '302150': spotBuySize,
  '302151': spotBuySize,
  '302152': spotBuySize,
  '302162': reduceOnly,
  '302163': reduceOnly,
  '302164': { title: 'The order is too small', next: smaller },
  '302177': { title: 'The order is still on its way in and cannot be edited yet', next: 'Try again in a moment.' },
  '302185': sideMismatch,
  '302186': sideMismatch,
  '302195': sideMismatch,
  '317144': { title: 'Only spot symbols take the index price as a trigger', next: 'Choose the market or mark price.' },
  '317174': { title: 'The order is being processed', next: 'Try again in a moment.' },
  '317176': { title: 'The dead-man time is out of range', next: 'It takes up to 900 seconds, or 0 to disarm.' },
  '317178': { title: 'The receive window is invalid', next: 'Report it with the details.' },
  '317179': clockApart,
};

const UNKNOWN = {
  title: 'The exchange refused',
  next: 'Look at its message; this code is not known to the terminal.',
};

/** Code to kind, for every code that is known. */
const kindOf: ReadonlyMap<string, CodeKind> = new Map(
  Object.entries(KINDS).flatMap(
    ([kind, row]) => row.codes.split(' ').map((code): [string, CodeKind] => [code, kind as CodeKind]), // keys of KINDS are kinds
  ),
);

/**
 * Says what a code means.
 *
 * @param code as text; null where the exchange sent none.
 * @param message the exchange's own words; its title where the code is not known.
 * @returns words for a person, none empty.
 */
export function describeCode(code: string | null, message: string): CodeWords {
  const kind = code === null ? undefined : kindOf.get(code);
  if (code === null || kind === undefined || kind === 'unknown') {
    return { kind: 'unknown', title: message === '' ? UNKNOWN.title : message, next: UNKNOWN.next };
  }
  const { title, next } = WORDS[code] ?? KINDS[kind];
  return { kind, title, next };
}

/** Whether a write that was answered with this code may have happened all the same. */
export function outcomeUnknown(code: string | null): boolean {
  const kind = code === null ? undefined : kindOf.get(code);
  return kind !== undefined && kind !== 'unknown' && KINDS[kind].outcomeUnknown;
}

/** Whether the exchange counts too many requests. */
export const isRateLimit = (code: string | null): boolean => code === '-1003';

/** Whether a read or cancel was refused because there is no such order, or it is finished. */
export const isOrderNotFound = (code: string | null): boolean =>
  code === '-1006' || (code !== null && kindOf.get(code) === 'order-not-found');

/** Whether a placement was refused because an open order has its client order id. */
export const isDuplicateClientId = (code: string | null): boolean => code === '302117' || code === '-1007';
