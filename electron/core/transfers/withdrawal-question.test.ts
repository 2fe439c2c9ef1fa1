import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { withdrawalQuestion, type QuestionContext } from './withdrawal-question.ts';

const CONTEXT: QuestionContext = {
  environment: 'live',
  profileName: 'Main',
  entryName: 'Cold wallet',
  firstUse: true,
  fee: decimal('1'),
  networkName: 'Tron',
  holdSeconds: 10,
  findings: [],
  again: false,
};
const body = (part: object = {}): string =>
  JSON.stringify({
    token: 'USDT',
    network: 'TRX',
    amount: '25',
    address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
    ...part,
  });

it('offers wrong answers that are never the right one, for any amount and any end of an address', () => {
  const amount = fc
    .tuple(fc.nat(1_000_000), fc.option(fc.integer({ min: 1, max: 999_999 })))
    .map(([whole, part]) => (part === null ? String(whole) : `${whole}.${part}`));
  const address = fc.string({ unit: fc.constantFrom(...'ab1'), minLength: 30, maxLength: 44 });
  fc.assert(
    fc.property(amount, address, (sum, place) => {
      const { proofs, detail } = withdrawalQuestion(body({ amount: sum, address: place }), CONTEXT);
      expect(proofs.map(({ answer }) => answer)).toEqual([sum, place.slice(-6)]);
      for (const { answer, wrong } of proofs) expect(wrong).not.toContain(answer);
      expect(proofs[0]?.wrong.length).toBeGreaterThan(0);
      expect(detail.replaceAll(' ', '')).toContain(place);
    }),
  );
});

it('shows signs that deceive as what they are, wherever they come from', () => {
  const { message, detail } = withdrawalQuestion(body({ address: 'T\u202Eevil', extra: 'a\u200Bb', token: 'US\rDT' }), {
    ...CONTEXT,
    entryName: 'x\u202Ey',
    networkName: 'Tr\u001bon',
  });
  expect((message + detail).replaceAll('\n', '')).not.toMatch(/[\p{Cf}\p{Cc}]/u);
  expect(detail).toContain('U+202E');
});

it('takes nothing for a withdrawal that is none', () => {
  for (const text of ['{}', 'null', body({ more: 1 }), body({ amount: 25 }), ''])
    expect(() => withdrawalQuestion(text, CONTEXT)).toThrow(/./);
});
