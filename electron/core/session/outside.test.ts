import { expect, it } from 'vitest';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { faultOf } from '../../../shared/errors.ts';
import { oneAtATime } from './outside.ts';

/** A shell whose person answers when the test says so. */
function scene() {
  const shown: string[] = [];
  let answer: (yes: boolean) => void = () => undefined;
  const ask = ({ message }: { readonly message: string }): Promise<boolean> => {
    shown.push(message);
    return new Promise((resolve) => (answer = resolve));
  };
  const clock = new ManualClock();
  const outside = oneAtATime(
    { confirm: ask, confirmMoney: { where: 'in a test', ask, hold: () => ask({ message: 'hold' }) } },
    clock,
  );
  const { signal } = new AbortController();
  return {
    shown,
    clock,
    live: (message: string) => outside.confirm?.({ message, detail: '', yes: 'Yes' }) ?? Promise.resolve(null),
    money: (message: string) =>
      outside.confirmMoney?.ask({ message, detail: '', yes: 'Yes', proofs: [] }, signal) ?? Promise.resolve(null),
    hold: () => outside.confirmMoney?.hold('x', signal) ?? Promise.resolve(null),
    answer: (yes: boolean) => answer(yes),
  };
}
const refusal = (asked: Promise<unknown>): Promise<unknown> => asked.then(String, (error: unknown) => faultOf(error));

it('refuses a second question of any kind before a word of it is shown', async () => {
  const { shown, live, money, hold, answer } = scene();
  const first = money('A');
  for (const second of [() => money('B'), () => live('C')])
    expect(await refusal(second())).toMatchObject({ kind: 'NotAllowed', reason: expect.stringContaining('Another') });
  expect(await hold()).toBe(false);
  expect(shown).toEqual(['A']);
  answer(true);
  expect(await first).toBe(true);
  const next = live('D');
  answer(false);
  expect(await next).toBe(false);
});

it('does not count what it refused itself as a refusal by the person', async () => {
  const { live, answer } = scene();
  const first = live('A');
  for (let round = 0; round < 5; round += 1) await refusal(live('B'));
  answer(true);
  expect(await first).toBe(true);
  const next = live('C');
  answer(true);
  expect(await next).toBe(true);
});

it('asks about going live no more for a while after three refusals', async () => {
  const { live, answer, shown, clock } = scene();
  for (let round = 0; round < 3; round += 1) {
    const asked = live('A');
    answer(false);
    expect(await asked).toBe(false);
  }
  expect(await refusal(live('A'))).toMatchObject({ kind: 'NotAllowed' });
  expect(shown).toHaveLength(3);
  await clock.move(600_000);
  const again = live('A');
  answer(true);
  expect(await again).toBe(true);
});
