import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../build/page/page-source.ts';
import { ANSWER_FAULTS } from './testing/answer-faults.ts';
import { MACHINE_FAULTS } from './testing/machine-faults.ts';
import { PROCESS_FAULTS } from './testing/process-faults.ts';
import { SESSION_FAULTS } from './testing/session-faults.ts';
import { STREAM_FAULTS } from './testing/stream-faults.ts';

const CORE = join(ROOT, 'electron/core');
const TABLES = [ANSWER_FAULTS, SESSION_FAULTS, STREAM_FAULTS, PROCESS_FAULTS, MACHINE_FAULTS];

/** Faults whose tests, or more of them, stand beside what they are about; each such test is named by its number. */
const ELSEWHERE: Readonly<Record<number, readonly string[]>> = {
  12: ['exchange/rest/client.test.ts'],
  13: ['exchange/rest/client.test.ts'],
  27: ['exchange/stream/private-stream.test.ts'],
  36: ['deadman/dead-man-exchange.proof.test.ts'],
  37: ['deadman/dead-man-exchange.proof.test.ts'],
  38: ['deadman/dead-man-exchange.proof.test.ts'],
  39: ['deadman/dead-man-exchange.proof.test.ts'],
  40: ['deadman/dead-man-exchange.proof.test.ts'],
  41: ['storage/journal-kill.test.ts'],
  46: ['storage/settings-file.test.ts', 'storage/durable-file.test.ts'],
  47: ['deadman/dead-man-exchange.proof.test.ts', 'deadman/dead-man-clocks.test.ts'],
  48: ['deadman/dead-man-clocks.test.ts'],
};

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_none, i) => from + i);

test('every fault of quality.md that an order can meet has a test', () => {
  const here = TABLES.flatMap((table) => Object.keys(table).map(Number));
  const elsewhere = Object.keys(ELSEWHERE).map(Number);
  const all = [...new Set([...here, ...elsewhere])].sort((a, b) => a - b);
  expect(all).toEqual([...range(1, 31), ...range(35, 50)]);
  expect(new Set(here).size).toBe(here.length);
});

test('the tests that stand elsewhere are there', () => {
  for (const [number, files] of Object.entries(ELSEWHERE))
    for (const file of files) expect(readFileSync(join(CORE, file), 'utf8'), file).toContain(`fault ${number}: `);
});
