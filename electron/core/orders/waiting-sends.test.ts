import { expect, test } from 'vitest';
import { faultOf } from '../../../shared/errors.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { createWaitingSends } from './waiting-sends.ts';

const BTC = { symbol: 'PERP_BTC_USDT', closes: false };

/** A client whose sends wait until the test lets them leave. */
function desk() {
  const clock = new ManualClock();
  const sends = createWaitingSends(clock);
  const left: string[] = [];
  const gates: (() => void)[] = [];
  const press = (name: string, of = BTC): Promise<string> =>
    sends
      .run(
        of,
        () => void left.push(name),
        async ({ signal, onSending }) => {
          await new Promise<void>((resolve, reject) => {
            gates.push(resolve);
            signal.addEventListener('abort', () => reject(new Error('given up')));
          });
          onSending();
          return `${name} answered`;
        },
      )
      .catch((thrown: unknown) => {
        const fault = faultOf(thrown);
        return fault.kind === 'NotAllowed' ? fault.policy : fault.kind;
      });
  const open = (): void => {
    for (const gate of gates.splice(0)) gate();
  };
  return { clock, sends, left, press, open };
}

test('a cancel of all takes back what waits, and neither what has left nor what closes', async () => {
  const { sends, left, press, open } = desk();
  const first = press('first');
  open();
  expect(await first).toBe('first answered');
  const waits = press('waits');
  const closes = press('closes', { ...BTC, closes: true });
  expect(sends.takeBack(null)).toBe(1);
  open();
  expect(await waits).toBe('cancel-all');
  expect(await closes).toBe('closes answered');
  expect(left).toEqual(['first', 'closes']);
});

test('a cancel of one symbol leaves the others', async () => {
  const { sends, left, press, open } = desk();
  const btc = press('btc');
  const eth = press('eth', { symbol: 'PERP_ETH_USDT', closes: false });
  expect(sends.takeBack('PERP_ETH_USDT')).toBe(1);
  open();
  expect([await btc, await eth]).toEqual(['btc answered', 'cancel-all']);
  expect(left).toEqual(['btc']);
});

test('a placement of the same moment is not sent, and one that comes later is', async () => {
  const { clock, sends, left, press, open } = desk();
  sends.takeBack(null);
  await clock.move(499);
  expect(await press('bounced')).toBe('cancel-all');
  await clock.move(1);
  const later = press('later');
  open();
  expect(await later).toBe('later answered');
  expect(left).toEqual(['later']);
});

test('one that was granted its slot in the moment of the cancel does not leave', async () => {
  const { sends } = desk();
  const left: string[] = [];
  const pressed = sends.run(
    BTC,
    () => void left.push('it'),
    async ({ onSending }) => {
      await Promise.resolve();
      onSending();
    },
  );
  sends.takeBack(null);
  await expect(pressed).rejects.toMatchObject({ fault: { policy: 'cancel-all' } });
  expect(left).toEqual([]);
});
