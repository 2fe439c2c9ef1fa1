import { expect, it } from 'vitest';
import { failedLately, rememberFailure } from './last-attempt.ts';

const HOUR = 3_600_000;

function settingsWith(stored: unknown): Parameters<typeof failedLately>[0] {
  const values = new Map([['electronFetchFailed', stored]]);
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) };
}

it('remembers a failure for a day, of this version', () => {
  const settings = settingsWith(undefined);
  expect(failedLately(settings, '45.4.1', 0)).toBe(false);
  rememberFailure(settings, '45.4.1', 10 * HOUR);
  expect(failedLately(settings, '45.4.1', 10 * HOUR)).toBe(true);
  expect(failedLately(settings, '45.4.1', 34 * HOUR - 1)).toBe(true);
  expect(failedLately(settings, '45.4.1', 34 * HOUR)).toBe(false);
  expect(failedLately(settings, '45.4.2', 10 * HOUR)).toBe(false);
});

it('forgets a failure from the future: the clock was set back', () => {
  const settings = settingsWith({ version: '1', at: 5 });
  expect(failedLately(settings, '1', 4)).toBe(false);
});

it.each([null, 1, 'x', [], {}, { version: '1' }, { at: 5 }, { version: '1', at: 'x' }])(
  'ignores the stored %j',
  (stored) => {
    expect(failedLately(settingsWith(stored), '1', 6)).toBe(false);
  },
);

it('goes on where nothing can be written', () => {
  const readOnly = { get: () => undefined, set: () => expect.fail('the disk is full') };
  expect(() => rememberFailure(readOnly, '1', 6)).not.toThrow();
});
