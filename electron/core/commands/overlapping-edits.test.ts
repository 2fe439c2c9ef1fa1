import { expect, test } from 'vitest';
import { decimal } from '../../../shared/decimal.ts';
import { isAsWanted, isDone, isUntouched, type Values } from './overlapping-edits.ts';

const at = (price: string | null, quantity: string | null = null): Values => ({
  price: price === null ? null : decimal(price),
  quantity: quantity === null ? null : decimal(quantity),
});
const BEFORE = at('100', '1');

test.each<readonly [string, Values, readonly Values[], Values, 'done' | 'untouched' | 'open']>([
  ['it alone asked for what is there', at('101'), [], at('101.0', '1'), 'done'],
  ['all is as it was', at('101'), [], at('100', '1'), 'untouched'],
  ['something else is there', at('101'), [], at('102', '1'), 'open'],
  ['half of it is there', at('101', '2'), [], at('101', '1'), 'open'],
  ['it asked for what was there', at('100'), [], at('100', '1'), 'open'],
  ['another asked for the same', at('101'), [at('101')], at('101', '1'), 'open'],
  ['another asked for a part of it', at('101', '2'), [at('101')], at('101', '2'), 'done'],
  ['another asked for something else', at('101'), [at('102')], at('101', '1'), 'done'],
  ['another asked for what was there', at('101'), [at('100')], at('100', '1'), 'open'],
  ['another brought back a part', at('101', '2'), [at('100')], at('100', '1'), 'untouched'],
  ['another is seen, of another field', at('101'), [at(null, '2')], at('100', '2'), 'untouched'],
])('of an edit is known, where %s, what can be', (_what, wanted, rivals, now, known) => {
  const edit = { wanted, before: BEFORE, rivals };
  expect([isDone(edit, now), isUntouched(edit, now)]).toEqual([known === 'done', known === 'untouched']);
});

test('old values of an order count only when known', () => {
  const edit = { wanted: at('101'), before: {}, rivals: [] };
  expect([isDone(edit, at('101')), isUntouched(edit, at('100'))]).toEqual([true, false]);
  expect([isAsWanted(at('101'), at('101')), isAsWanted(at('101'), at(null))]).toEqual([true, false]);
});
