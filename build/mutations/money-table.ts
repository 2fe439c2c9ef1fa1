import type { Mutation } from './mutation.ts';

const WITHDRAW = 'electron/core/transfers/withdraw.ts';
const BOOK = 'electron/core/transfers/address-book.ts';
const MOVES = 'electron/core/transfers/moves.ts';
const RULES = 'shared/rules/asset-rules.ts';
const TEST = 'electron/core/transfers/withdraw.test.ts';
const HOSTILE = 'electron/core/session/hostile-money.test.ts';

const money = (breaks: string, file: string, from: string, to: string, test = TEST): Mutation => ({
  breaks,
  rule: 'money',
  file,
  from,
  to,
  test,
});

/** The rules that stand between a page and the money, broken once each. */
export const MONEY_MUTATIONS: readonly Mutation[] = [
  {
    breaks: 'what ripens at another exchange is ripe here',
    rule: 'money',
    file: 'electron/core/session/place/book-place.ts',
    from: 'file: nameAt(profile),',
    to: 'file: oldName(profile),',
    test: 'electron/core/session/place/book-place.test.ts',
  },
  {
    breaks: 'the book of another place is taken for this one’s',
    rule: 'money',
    file: 'electron/core/session/place/book-place.ts',
    from: ' at ${placeOf(profile)}`',
    to: '`',
    test: 'electron/core/session/place/book-place.test.ts',
  },
  {
    breaks: 'an exchange’s clock alone ends a wait',
    rule: 'money',
    file: 'electron/core/transfers/address-book.ts',
    from: 'Math.min(exchangeClock.now() - doubt, clock.now())',
    to: 'exchangeClock.now() - doubt',
    test: 'electron/core/transfers/withdraw.test.ts',
  },
  {
    breaks: 'a wait begins by a clock that nobody believes',
    rule: 'money',
    file: 'electron/core/transfers/address-book.ts',
    from: '> doubt + MOST_CLOCK_DIFFERENCE',
    to: '> Infinity',
    test: 'electron/core/transfers/withdraw.test.ts',
  },
  {
    breaks: 'an exchange’s clock that goes ahead empties the daily limit',
    rule: 'money',
    file: 'electron/core/transfers/transfers.ts',
    from: ' || (local >= 0 && local < DAY_MS)',
    to: '',
    test: 'electron/core/transfers/withdraw.test.ts',
  },
  {
    breaks: 'a yes to one question is a yes to the next',
    rule: 'money',
    file: 'electron/shells/start/terminal-questions.ts',
    from: 'const words = WORDS.filter((word) => word !== lastWord);',
    to: 'const words = WORDS.slice(0, 1);',
    test: 'electron/shells/start/terminal-questions.test.ts',
  },
  {
    breaks: 'a half-typed line answers',
    rule: 'money',
    file: 'electron/shells/start/terminal-questions.ts',
    from: '    if (isStale) return;\n',
    to: '',
    test: 'electron/shells/start/terminal-questions.test.ts',
  },
  money(
    'a withdrawal goes that was not confirmed',
    WITHDRAW,
    "      if (!yes) throw refuse('It was not confirmed.');\n",
    '',
  ),
  money('a withdrawal goes at once', WITHDRAW, '      await hold(commandId, summary, gate, signal);\n', ''),
  money(
    'a withdrawal goes after its terminal has ended',
    WITHDRAW,
    'AbortSignal.any([own.signal, parts.signal])',
    'own.signal',
  ),
  money(
    'what changed while it was asked about is not looked at again',
    WITHDRAW,
    '      const now = await look(draft);\n',
    '      const now = { entry };\n',
  ),
  money(
    'other bytes are sent than were confirmed',
    'electron/core/exchange/rest/client.ts',
    '    if (options.body !== undefined && request.body !== options.body)\n',
    '    if (options.body === null)\n',
    'electron/core/exchange/rest/client.test.ts',
  ),
  money(
    'it goes to another address than the book’s',
    RULES,
    '  if (entry.address !== draft.address || entry.memo !== draft.memo)\n',
    '  if (entry.id === null)\n',
    HOSTILE,
  ),
  money('a new address does not wait', RULES, '  if (now < entry.readyAt)\n', '  if (now < 0)\n'),
  money(
    'a changed address does not wait anew',
    BOOK,
    'changedAt: from, readyAt: from + waitHours * HOUR',
    'changedAt: from, readyAt: draft.id === null ? from + waitHours * HOUR : from',
  ),
  money('what looks like another entry waits no longer than it', BOOK, 'alarms.length > 0 ? ALARMED_HOURS : 0', '0'),
  money(
    'what looks like another entry goes into the book unseen',
    BOOK,
    '      if (alarms.length > 0 && !draft.despite)\n',
    '      if (alarms.length < 0)\n',
  ),
  money(
    'the page turns withdrawals on by itself',
    BOOK,
    "        ...(enabled && !before.enabled ? ['Withdrawals are allowed.'] : []),\n",
    '',
  ),
  money(
    'the page shortens the wait by itself',
    BOOK,
    '        ...(waitHours < before.waitHours\n',
    '        ...(waitHours < 0\n',
  ),
  money(
    'the page lifts the daily limit by itself',
    BOOK,
    '        ...(isHigher(limit, before.dailyLimit)\n',
    '        ...(limit === undefined\n',
  ),
  money(
    'a book that was written by somebody else is used',
    'electron/core/transfers/book-file.ts',
    "        if (!isOld && !isBy(key, kept)) return 'changed';\n",
    '',
  ),
  money(
    'a person is asked until they give in',
    'electron/core/transfers/patience.ts',
    '      if (refusals.length >= MOST_REFUSALS)\n',
    '      if (refusals.length < 0)\n',
    HOSTILE,
  ),
  money(
    'two withdrawals are under way at once',
    MOVES,
    '        if (busy !== null)',
    '        if (busy === commandId)',
  ),
  money('the same goes twice unasked', MOVES, '    if (plan.again) return;\n', '    return;\n'),
  money(
    'what a person gave up waiting for is no longer counted',
    MOVES,
    "outcome?.status === 'rejected' && outcome.fault.kind !== 'OutcomeUnknown'",
    "outcome?.status === 'rejected'",
  ),
  money(
    'an address with a wrong checksum is taken',
    'shared/address/shapes.ts',
    "  return withCaseChecksum(digits) === digits ? 'good' : 'wrong-checksum';",
    "  return 'good';",
    'shared/address/check-address.test.ts',
  ),
  money(
    'Enter confirms in a window of the system',
    'electron/shells/electron/money-dialogs.ts',
    '      defaultId: 0,\n',
    '      defaultId: 1,\n',
    'electron/shells/electron/money-dialogs.test.ts',
  ),
  money(
    'the terminal takes another amount for the same',
    'electron/shells/start/terminal-questions.ts',
    'line === null || line.trim() !== answer',
    'line === null',
    'electron/shells/start/terminal-questions.test.ts',
  ),
];
