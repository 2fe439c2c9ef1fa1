import { describe, expect, it, test } from 'vitest';
import type { CommandRow } from '../../../../shared/contract/contract.ts';
import { decimal } from '../../../../shared/decimal.ts';
import { isAwaited, isPast, shownOf, shownRow, unsettled, type Submission } from './outcome.ts';
import { LIMIT } from '../testing/samples.ts';
import { orderRow } from '../../../../shared/testing/order-row.ts';

const press = (state: Submission['state']): Submission => ({
  commandId: 'c0ffee00',
  draft: LIMIT,
  words: 'Buy 0.25 BTC at 64,210.5',
  state,
});
const row = (status: CommandRow['status'], message = ''): CommandRow => ({
  commandId: 'c0ffee00',
  name: 'orders.place',
  symbol: 'PERP_BTC_USDT',
  clientOrderId: '7',
  orderId: null,
  summary: 'Buy 0.25 BTC at 64,210.5 LIMIT',
  status,
  known: true,
  message,
  at: 0,
});
const FILLED = orderRow('99', {
  clientOrderId: '7',
  executed: decimal('0.25'),
  averagePrice: decimal('64200'),
  status: 'FILLED',
  open: false,
  createdAt: null,
  updatedAt: null,
});
const unconfirmed = press({
  kind: 'answered',
  outcome: { status: 'unconfirmed', clientOrderId: '7', reason: 'no answer in 5 s' },
});
const lost = press({ kind: 'failed', fault: { kind: 'OutcomeUnknown', endpoint: 'bridge', reason: 'cut' } });

describe('what is shown of a press', () => {
  it('is that it is being sent', () => {
    expect(shownOf(press({ kind: 'sending' }), row('sending')).kind).toBe('sending');
  });

  it('is the answer with the order id', () => {
    const outcome = { status: 'accepted', clientOrderId: '7', orderId: '99', acknowledgement: null } as const;
    expect(shownOf(press({ kind: 'answered', outcome }), undefined)).toMatchObject({
      kind: 'accepted',
      detail: 'Buy 0.25 BTC at 64,210.5 · order 99',
    });
  });

  it('is the refusal in the exchange’s own words', () => {
    const fault = {
      kind: 'ExchangeRejected',
      endpoint: 'placeOrder',
      code: '302118',
      message: 'Not enough.',
      httpStatus: 400,
    } as const;
    const shown = shownOf(
      press({ kind: 'answered', outcome: { status: 'rejected', clientOrderId: '7', fault } }),
      undefined,
    );
    expect(shown).toMatchObject({
      kind: 'rejected',
      title: 'Rejected',
      detail: expect.stringContaining('Not enough.'),
      fault,
    });
  });

  it('says that nothing was sent when it was stopped before', () => {
    const shown = shownOf(
      press({ kind: 'failed', fault: { kind: 'NotAllowed', policy: 'locked', reason: 'Locked.' } }),
      undefined,
    );
    expect(shown).toMatchObject({ kind: 'rejected', title: 'Not sent', detail: expect.stringContaining('Locked.') });
  });

  test.each([unconfirmed, lost])('is unconfirmed without an answer, and never failed', (submission) => {
    expect(shownOf(submission, undefined)).toMatchObject({ kind: 'unconfirmed' });
    expect(shownOf(submission, row('unconfirmed', 'asking')).kind).toBe('unconfirmed');
  });

  test.each([unconfirmed, lost])('is the end that the feed brings later', (submission) => {
    expect(shownOf(submission, row('accepted')).kind).toBe('accepted');
    expect(shownOf(submission, row('rejected', 'no such order'))).toMatchObject({
      kind: 'rejected',
      detail: 'Buy 0.25 BTC at 64,210.5 LIMIT · no such order',
    });
  });
});

test('a wait that the trader gave up is not called a refusal: what became of the order is not known', () => {
  const given = { ...row('rejected', 'Sent, and no answer came'), known: false };
  expect(shownOf(unconfirmed, given)).toMatchObject({ kind: 'rejected', title: 'Not known' });
  expect(shownOf(unconfirmed, row('rejected', 'The exchange has no such order.')).title).toBe('Rejected');
});

test('an order of the same words that is not settled is found: sending it again could double it', () => {
  const words = 'Buy 0.25 BTC at 64,210.5 LIMIT';
  expect(isAwaited([row('unconfirmed')], 'PERP_BTC_USDT', words)).toBe(true);
  expect(isAwaited([row('sending')], 'PERP_BTC_USDT', words)).toBe(true);
  expect(isAwaited([row('accepted'), row('rejected')], 'PERP_BTC_USDT', words)).toBe(false);
  expect(isAwaited([row('unconfirmed')], 'PERP_ETH_USDT', words)).toBe(false);
  expect(isAwaited([row('unconfirmed')], 'PERP_BTC_USDT', 'Buy 0.5 BTC at market')).toBe(false);
  const plan = { ...row('unconfirmed'), name: 'algo.place', summary: `BRACKET: ${words}` };
  expect(isAwaited([plan], 'PERP_BTC_USDT', `BRACKET: ${words}`)).toBe(true);
});

test('placements of an earlier page that are not settled are found', () => {
  const rows = [row('unconfirmed'), { ...row('sending'), commandId: 'other' }, { ...row('accepted'), commandId: 'x' }];
  expect(unsettled(rows, 'c0ffee00').shown.map((each) => each.commandId)).toEqual(['other']);
  expect(unsettled([{ ...row('unconfirmed'), name: 'orders.cancel' }], null).shown).toEqual([]);
  expect(unsettled([{ ...row('unconfirmed'), name: 'algo.place' }], null).shown).toHaveLength(1);
});

test('of many that are not settled the newest are shown, and the others counted', () => {
  const rows = Array.from({ length: 500 }, (_, at) => ({ ...row('unconfirmed'), commandId: String(at) }));
  const { shown, more } = unsettled(rows, null);
  expect([shown.map(({ commandId }) => commandId), more]).toEqual([['497', '498', '499'], 497]);
});

describe('an order that was accepted', () => {
  const outcome = { status: 'accepted', clientOrderId: '7', orderId: '99', acknowledgement: null } as const;
  const accepted = press({ kind: 'answered', outcome });
  const order = { ...FILLED, status: 'REJECTED', executed: decimal('0'), reason: 'Post only: it would have traded.' };

  it('is told of to its end: bought, or rejected in red', () => {
    expect(shownOf({ ...accepted, followed: { order: FILLED, tookMs: 5 } }, undefined)).toMatchObject({
      kind: 'filled',
      title: 'Bought 0.25 at 64,200',
    });
    expect(shownOf({ ...accepted, followed: { order, tookMs: 5 } }, undefined)).toMatchObject({
      kind: 'rejected',
      title: 'Rejected',
      detail: 'Post only: it would have traded. · Buy 0.25 BTC at 64,210.5',
    });
  });

  it('leaves the screen once it is a while ago; what is not known never does', () => {
    const shown = shownOf(accepted, undefined);
    expect([isPast(shown, 1_000, 20_999), isPast(shown, 1_000, 21_000)]).toEqual([false, true]);
    expect(isPast(shownOf(unconfirmed, undefined), 1_000, 900_000)).toBe(false);
    const refused = shownOf({ ...accepted, followed: { order, tookMs: 5 } }, undefined);
    expect(isPast(refused, 1_000, 60_000)).toBe(false);
  });
});

test('a press that has not left is said so, and an edit too, which otherwise shows in its cell', () => {
  const waiting: CommandRow = { ...row('sending'), waits: true, message: 'It waits for its slot.' };
  expect(shownRow(waiting)).toMatchObject({ kind: 'sending', title: 'Not sent yet', waits: true });
  expect(shownRow(row('sending')).waits).toBeUndefined();
  const edit: CommandRow = { ...waiting, name: 'orders.edit' };
  expect(unsettled([edit, { ...edit, waits: undefined }], null).shown).toEqual([edit]);
});
