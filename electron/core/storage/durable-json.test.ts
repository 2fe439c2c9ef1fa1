import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { durableJson } from './durable-json.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-durable-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const schema = z.strictObject({ count: z.int() });
const open = () => durableJson(join(folder, 'value'), (json) => schema.parse(json));

it('is nothing at first, and then what was written last, in a later run too', () => {
  expect(open().read()).toBeNull();
  const file = open();
  for (const count of [1, 2, 3]) file.write({ count });
  expect(open().read()).toEqual({ count: 3 });
});

it('goes on from what an earlier run wrote', () => {
  open().write({ count: 1 });
  const next = open();
  next.read();
  next.write({ count: 2 });
  expect(open().read()).toEqual({ count: 2 });
});

it('is whole though its newest copy was cut at any byte', () => {
  const file = open();
  file.write({ count: 1 });
  file.write({ count: 2 });
  const path = join(folder, 'value');
  const { length } = readFileSync(path);
  for (let at = 0; at < length; at += 1) {
    const whole = readFileSync(path);
    truncateSync(path, at);
    expect(open().read()?.count).toBeGreaterThanOrEqual(1);
    writeFileSync(path, whole);
  }
});

it('throws where what it holds is no such value', () => {
  durableJson(join(folder, 'value'), (json) => json).write({ count: 'many' });
  expect(() => open().read()).toThrow();
});
