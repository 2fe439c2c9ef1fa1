import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decimalField } from '../fields.ts';
import { list, nothing, page, pageMeta, renamed, tolerantList } from './rows.ts';

const row = z.looseObject({ name: z.string(), value: decimalField });
const good = { name: 'a', value: 1 };
const read = { name: 'a', value: '1' };

describe('lists and pages', () => {
  it('carry rows in the order sent', () => {
    expect(
      list(row)
        .parse({ rows: [good, { ...good, name: 'b' }] })
        .rows.map((item) => item.name),
    ).toEqual(['a', 'b']);
    expect(list(row).parse({ rows: null })).toEqual({ rows: [] });
  });

  it('are refused whole when one record cannot be read', () => {
    expect(list(row).safeParse({ rows: [good, { name: 'b' }] }).success).toBe(false);
    expect(page(row).safeParse({ rows: [good, null], meta: null }).success).toBe(false);
    expect(list(row).safeParse({ rows: {} }).success).toBe(false);
    expect(list(row).safeParse(undefined).success).toBe(false);
  });

  it('leave out what cannot be read where they are public, and say so', () => {
    const rows = [good, { name: 'b', value: 'x' }, null, { value: 2 }];
    expect(tolerantList(row).parse({ rows, more: 1 })).toEqual({
      rows: [read],
      unreadable: [
        'value: not a number',
        expect.stringContaining('expected object'),
        expect.stringContaining('name: '),
      ],
      more: 1,
    });
    expect(tolerantList(row).safeParse({ rows: 'none' }).success).toBe(false);
  });

  it.each([
    [{ total: 51, recordsPerPage: 25, currentPage: 3 }],
    [{ total: '51', records_per_page: 25, current_page: '3' }],
  ])('say where they stand in either spelling: %j', (meta) => {
    expect(pageMeta.parse(meta)).toEqual({ total: 51, recordsPerPage: 25, currentPage: 3 });
    expect(page(row).parse({ rows: [good], meta })).toEqual({
      rows: [read],
      meta: { total: 51, recordsPerPage: 25, currentPage: 3 },
    });
  });

  it('may come without a place', () => {
    expect(page(row).parse({ rows: [] }).meta).toBeNull();
    expect(page(row).parse({ rows: [], meta: null }).meta).toBeNull();
  });
});

it('reads nothing out of anything', () => {
  expect([undefined, null, {}, 'x'].map((data) => nothing.parse(data))).toEqual([null, null, null, null]);
});

it('renames fields without touching what is no object', () => {
  const schema = renamed({ from: 'to' }, z.unknown());
  expect(schema.parse([{ from: 1 }])).toEqual([{ from: 1 }]);
  expect(schema.parse(null)).toBeNull();
  expect(schema.parse({ from: 1, other: 2 })).toEqual({ to: 1, other: 2 });
});
