import { expect, it } from 'vitest';
import { oldSettings } from './old-settings.ts';

const storage = (values: Readonly<Record<string, string>>) => {
  const keys = Object.keys(values);
  return { length: keys.length, key: (at: number) => keys[at] ?? null, getItem: (key: string) => values[key] ?? null };
};
const read = (values: Readonly<Record<string, string>>) =>
  oldSettings(storage(values)).map(({ name, profile, value }) => [name, profile, JSON.parse(value) as unknown]);

it('finds what was kept for the machine and for each profile, in today’s form', () => {
  expect(
    read({
      'quarterdeck.settings': '{"state":{"theme":"light"},"version":1}',
      'quarterdeck.open-orders.columns': '[{"colId":"price","width":90}]',
      'quarterdeck.layout.practice': '{"grid":{},"panels":{}}',
      'quarterdeck.layout-lock.p-1_x': 'locked',
      'quarterdeck.templates.p-1_x': '[{"id":"a"}]',
    }),
  ).toEqual([
    ['settings', null, { theme: 'light' }],
    ['open-orders.columns', null, { columns: [{ colId: 'price', width: 90 }] }],
    ['layout', 'practice', { grid: {}, panels: {} }],
    ['layout-lock', 'p-1_x', { locked: true }],
    ['templates', 'p-1_x', { templates: [{ id: 'a' }] }],
  ]);
});

it('leaves alone what is not of an earlier version, or cannot be read', () => {
  expect(
    read({
      theme: 'dark',
      'quarterdeck.settings': '{"state":{"theme":"light"},"version":2}',
      'quarterdeck.chart': '{"state',
      'quarterdeck.book': 'null',
      'quarterdeck.layout.practice': 'undefined',
      'quarterdeck.layout': '{"grid":{}}',
      'quarterdeck.other': '{"state":{},"version":1}',
      'quarterdeck.__proto__': '{"state":{},"version":1}',
      'quarterdeck.constructor.practice': '{}',
    }),
  ).toEqual([]);
});
