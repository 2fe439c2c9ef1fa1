import { describe, expect, it, test } from 'vitest';
import { LONGEST_NAME, MOST_TEMPLATES, nameProblem, readTemplates, whyFull, type Template } from './template-list.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';

const DRAFT = orderDraft({ price: '60000' });
const of = (id: string, name: string): Template => ({ id, name, order: { kind: 'order', draft: DRAFT } });

describe('the name of a template', () => {
  test.each([
    ['', 'Give the template a name.'],
    ['   ', 'Give the template a name.'],
    ['x'.repeat(LONGEST_NAME + 1), 'A name has at most 40 characters.'],
    ['a\u202eb', 'It holds a sign that turns the direction of writing: it is not what it looks like.'],
    ['a\u200bb', 'It holds a sign that cannot be seen.'],
    ['a\nb', 'It holds a sign that cannot be seen.'],
  ])('%j is refused', (name, reason) => {
    expect(nameProblem(name, [], null)?.reason).toBe(reason);
  });

  test.each(['Scalp', '<img src=x onerror=alert(1)>', '__proto__', '${1}', 'Ünï', '日本'])('%j is text', (name) => {
    expect(nameProblem(name, [], null)).toBeNull();
  });

  it('is not that of another one, however it is written', () => {
    const scalp = of('1', 'Scalp');
    expect(nameProblem(' sCALP ', [scalp], null)?.twin).toBe(scalp);
    expect(nameProblem('Ｓcalp', [scalp], null)?.twin).toBe(scalp);
    expect(nameProblem('scalp', [scalp], '1')).toBeNull();
  });
});

it('takes no more than so many', () => {
  const many = Array.from({ length: MOST_TEMPLATES }, (_, index) => of(String(index), `T${index}`));
  expect(whyFull(many.slice(1))).toBeNull();
  expect(whyFull(many)).toContain('50 templates');
  expect(readTemplates([...many, of('x', 'One more')])).toMatchObject({ refused: 1 });
});

describe('what was kept', () => {
  it('comes back as it was', () => {
    const kept = [of('1', 'Scalp'), of('2', 'Exit')];
    expect(readTemplates(kept)).toEqual({ templates: kept, refused: 0 });
    expect(readTemplates(undefined)).toEqual({ templates: [], refused: 0 });
  });

  test.each([
    ['no list at all', 'null'],
    ['no list', '{"templates":[]}'],
    ['no template', '[5]'],
    ['a field too many', JSON.stringify([{ ...of('1', 'Scalp'), send: true }])],
    ['a name that turns the writing', JSON.stringify([of('1', 'a\u202eb')])],
    [
      'a field of another kind',
      JSON.stringify([{ ...of('1', 'A'), order: { kind: 'order', draft: { ...DRAFT, price: 5 } } }]),
    ],
    [
      'a text without end',
      JSON.stringify([{ ...of('1', 'A'), order: { kind: 'order', draft: { ...DRAFT, price: '1'.repeat(500) } } }]),
    ],
  ])('is counted and left out when it is %s', (_what, text) => {
    expect(readTemplates(JSON.parse(text))).toEqual({ templates: [], refused: 1 });
  });

  it('is left out alone', () => {
    const kept = [of('1', 'Scalp'), 5, of('2', 'scalp'), of('3', 'Exit')];
    const read = readTemplates(kept);
    expect(read.templates.map(({ name }) => name)).toEqual(['Scalp', 'Exit']);
    expect(read.refused).toBe(2);
  });
});
