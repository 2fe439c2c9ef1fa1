import { describe, expect, it } from 'vitest';
import type { Fault } from '../errors.ts';
import { describeFault } from './fault-words.ts';

const faults: readonly Fault[] = [
  { kind: 'ExchangeRejected', endpoint: 'POST /v3/trade/order', code: '317148', message: 'too small', httpStatus: 400 },
  { kind: 'ExchangeRejected', endpoint: 'POST /v3/trade/order', code: null, message: '', httpStatus: 502 },
  { kind: 'ExchangeRejected', endpoint: 'x', code: null, message: 'The exchange has no such order.', httpStatus: 0 },
  { kind: 'ExchangeUnreachable', endpoint: 'x', reason: 'no route' },
  { kind: 'OutcomeUnknown', endpoint: 'x', reason: 'no answer in 10 s' },
  { kind: 'RateLimited', endpoint: 'x', retryAt: 5 },
  { kind: 'InvalidInput', problems: [{ path: 'price', reason: 'Enter the price.' }] },
  { kind: 'InvalidInput', problems: [] },
  { kind: 'NotAllowed', policy: 'view-only', reason: 'This profile is view only.' },
  { kind: 'Defect', detail: 'TypeError: x' },
];

describe('faults in words', () => {
  it.each(faults)('says what happened and what to do: $kind', (fault) => {
    const words = describeFault(fault);
    expect(words.title).not.toBe('');
    expect(words.detail).not.toBe('');
    expect(words.next).not.toBe('');
    expect(words.advice).toBe(`${words.detail} ${words.next}`);
  });

  it('does not put words of ours into the mouth of the exchange where no answer came', () => {
    const message = 'The exchange has no such order.';
    const words = describeFault({ kind: 'ExchangeRejected', endpoint: 'x', code: null, message, httpStatus: 0 });
    expect(words.title).toBe(message);
    expect(words.line).not.toMatch(/refused|HTTP|Nothing was sent/);
  });

  it('keeps the words and the code of the exchange', () => {
    const [rejected] = faults;
    if (rejected === undefined) throw new Error('no fault to describe');
    const words = describeFault(rejected);
    expect(words.title).toContain('too small');
    expect(words.advice).toContain('317148');
  });

  it.each(['-1000', '317154', '317168', '302109', '311999', '302159'])(
    'does not claim that nothing was changed when code %s leaves it open',
    (code) => {
      const words = describeFault({ kind: 'ExchangeRejected', endpoint: 'x', code, message: 'm', httpStatus: 500 });
      expect(words.detail).not.toContain('Nothing was changed');
      expect(words.next).toContain('before sending anything again');
    },
  );

  it('claims it for a plain refusal, and says what the code means', () => {
    const words = describeFault({
      kind: 'ExchangeRejected',
      endpoint: 'x',
      code: '-1103',
      message: 'm',
      httpStatus: 400,
    });
    expect(words.detail).toContain('Nothing was changed');
    expect(words.detail).toContain('tick');
  });

  it('names the nearest value that fits', () => {
    const words = describeFault({
      kind: 'InvalidInput',
      problems: [{ path: 'price', reason: 'Off the tick.', suggestion: '64210.5' }],
    });
    expect(words.next).toContain('64210.5');
  });

  it.each(['ExchangeUnreachable', 'OutcomeUnknown'] as const)(
    'says of a read that failed (%s) neither that it was sent nor that it may be sent again',
    (kind) => {
      const { line } = describeFault({ kind, endpoint: 'trade.orders', reason: 'no route', isRead: true });
      expect(line).toContain('no route');
      expect(line).not.toMatch(/safe|again under|Nothing was sent|What became of it|send it/);
    },
  );

  it.each([
    ['-1000', 500],
    ['302159', 200],
    [null, 503],
    ['-1001', 401],
  ] as const)(
    'says of a read that was refused with %s that it could not be read, and not a word of orders',
    (code, httpStatus) => {
      const words = describeFault({
        kind: 'ExchangeRejected',
        endpoint: 'trade.transactionHistory',
        code,
        message: 'An unknown error occurred',
        httpStatus,
        isRead: true,
      });
      expect(words.title).toBe('It could not be read: An unknown error occurred');
      expect(words.detail).toContain('changes nothing');
      expect(words.line).not.toMatch(/refused|may have happened|before sending|open orders/);
    },
  );

  it('calls it safe to press again what never left', () => {
    const words = describeFault({ kind: 'ExchangeUnreachable', endpoint: 'trade.placeOrder', reason: 'no route' });
    expect(words.next).toBe('It is safe to try again.');
  });

  it('does not say that what became of a command is being found out, where nobody asks any more', () => {
    const words = describeFault({ kind: 'OutcomeUnknown', endpoint: 'orders', reason: 'given up' });
    expect(words.detail).not.toContain('being found out');
  });

  it('never advises to send again what may have been carried out', () => {
    const words = describeFault({ kind: 'OutcomeUnknown', endpoint: 'x', reason: 'no answer' });
    expect(words.advice).toContain('Do not send it again');
  });
});
