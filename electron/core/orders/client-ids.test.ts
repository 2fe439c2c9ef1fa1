import { expect, test } from 'vitest';
import { isClientId } from '../../../shared/ids.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { createClientIds } from './client-ids.ts';

const fixed = (byte: number) => ({ fraction: () => 0, bytes: (length: number) => new Uint8Array(length).fill(byte) });

test('ids rise within a run, also within a millisecond and with the same draw', () => {
  const next = createClientIds(new ManualClock(), fixed(0xff));
  const ids = Array.from({ length: 1_000 }, next);
  expect(new Set(ids).size).toBe(1_000);
  expect(ids.every((id, i) => i === 0 || BigInt(id) > BigInt(ids[i - 1] ?? '0'))).toBe(true);
});

test('two machines in the same millisecond differ by their draws', () => {
  expect(createClientIds(new ManualClock(), fixed(1))()).not.toBe(createClientIds(new ManualClock(), fixed(2))());
});

test.each([0, 1_704_067_200_000, 1_760_000_000_000, 3_900_000_000_000])(
  'an id fits the interface, by a clock at %i',
  (wall) => {
    const id = createClientIds(new ManualClock(wall), fixed(0xff))();
    expect(isClientId(id)).toBe(true);
    expect(id).not.toBe('0');
  },
);
