import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endAtDefects, openCrashReports, redactWords } from './crash-reports.ts';

let folder = '';
let now = 1_760_000_000_000;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-crash-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const open = () => openCrashReports(folder, '0.1.0', () => (now += 1_000));

describe('a crash report', () => {
  test('says what happened, when and in which version, for this user alone', () => {
    const path = open().write('An error that nobody caught', new RangeError('the ladder has no rung')) ?? '';
    const text = readFileSync(path, 'utf8');
    expect(text).toMatch(/^2025-10-09T\S+Z An error that nobody caught\nQuarterdeck 0\.1\.0, /);
    expect(text).toContain('RangeError: the ladder has no rung');
    expect(text).toContain('crash-reports.test.ts');
    expect(statSync(path).mode & 0o077).toBe(0);
  });

  test('holds no secret in any of its forms, however it came into an error', () => {
    const secret = randomBytes(32);
    const forms = [
      secret.toString('hex'),
      secret.toString('base64'),
      secret.toString('base64url'),
      '9eb3dJ1OTTYC0wNfKbI0F/V5q4yfmWs48TtTKNePsuM=',
    ];
    for (const form of forms) {
      const error = new Error(`refused for ${form}`);
      error.stack = `${error.stack ?? ''}\n at sign ({"x-api-key":"short1","listenKey":"abc1"} ?authKey=q1&x=${form})`;
      const text = readFileSync(open().write('test', error) ?? '', 'utf8');
      expect(text).not.toContain(form);
      expect(text).not.toContain('short1');
      expect(text).not.toContain('abc1');
      expect(text).not.toContain('q1&');
    }
  });

  test('names no home, and keeps the names of functions and files', () => {
    const words = 'at createExchangeClockOfTheTerminal (/home/anna/quarterdeck/electron/core/exchange/clock.ts:5:7)';
    expect(redactWords(words, '/home/anna')).toBe(
      'at createExchangeClockOfTheTerminal (~/quarterdeck/electron/core/exchange/clock.ts:5:7)',
    );
  });

  test('is told of once, and the twenty newest are kept', () => {
    const reports = open();
    for (let i = 0; i < 25; i += 1) reports.write('again', new Error(String(i)));
    expect(readdirSync(join(folder, 'crashes'))).toHaveLength(20);
    expect(open().takeUntold()).toHaveLength(20);
    expect(open().takeUntold()).toEqual([]);
    expect(readdirSync(join(folder, 'crashes'))).toHaveLength(20);
  });

  test('that cannot be written does not stand in the way of the end', () => {
    writeFileSync(join(folder, 'crashes'), 'a file where the folder should be');
    expect(open().write('test', new Error('x'))).toBeNull();
  });
});

test('an error or a promise that nobody caught ends the program, with its report', () => {
  const source = new EventEmitter();
  const ends: (string | null)[] = [];
  // The two events of a process.
  endAtDefects(open(), source as unknown as NodeJS.Process, (report) => ends.push(report));
  source.emit('uncaughtException', new Error('one'));
  source.emit('unhandledRejection', 'two');
  expect(ends.map((path) => readFileSync(path ?? '', 'utf8').split('\n')[3])).toEqual([
    expect.stringContaining('Error: one'),
    'two',
  ]);
});
