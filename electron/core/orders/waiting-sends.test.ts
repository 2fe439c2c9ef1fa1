import { expect, test } from 'vitest';
import { faultOf } from '../../../shared/errors.ts';
import { ManualClock } from '../../../e2e/rigs/core/manual-clock.ts';
import { createWaitingSends } from './waiting-sends.ts';

const BTC = { symbol: 'PERP_BTC_USDT', kind: 'order', closes: false } as const;
const BOTH = ['order', 'algo'] as const;
type Of = Omit<typeof BTC, 'symbol' | 'kind' | 'closes'> & { symbol: string; kind: 'order' | 'algo'; closes: boolean };

/** A client whose sends wait until the test lets them leave. */
function desk() {
  const clock = new ManualClock();
  const sends = createWaitingSends(clock);
  const left: string[] = [];
  const gates: (() => void)[] = [];
  const press = (name: string, { closes, ...of }: Of = BTC): Promise<string> =>
    sends
      .press({ ...of, commandId: name }, (send) =>
        send.run(
          closes,
          () => void left.push(name),
          async ({ signal, onSending }) => {
            await new Promise<void>((resolve, reject) => {
              gates.push(resolve);
              signal?.addEventListener('abort', () => reject(new Error('given up')));
            });
            onSending();
            return `${name} answered`;
          },
        ),
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
  expect(sends.takeBack(null, BOTH)).toBe(1);
  open();
  expect(await waits).toBe('cancel-all');
  expect(await closes).toBe('closes answered');
  expect(left).toEqual(['first', 'closes']);
});

test('a cancel of one symbol leaves the others', async () => {
  const { sends, left, press, open } = desk();
  const btc = press('btc');
  const eth = press('eth', { ...BTC, symbol: 'PERP_ETH_USDT' });
  expect(sends.takeBack('PERP_ETH_USDT', BOTH)).toBe(1);
  open();
  expect([await btc, await eth]).toEqual(['btc answered', 'cancel-all']);
  expect(left).toEqual(['btc']);
});

test('a placement of the same moment is not sent, and one that comes later is', async () => {
  const { clock, sends, left, press, open } = desk();
  sends.takeBack(null, BOTH);
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
  const pressed = sends.press({ ...BTC, commandId: 'it' }, (send) =>
    send.run(
      false,
      () => void left.push('it'),
      async ({ onSending }) => {
        await Promise.resolve();
        onSending();
      },
    ),
  );
  sends.takeBack(null, BOTH);
  await expect(pressed).rejects.toMatchObject({ fault: { policy: 'cancel-all' } });
  expect(left).toEqual([]);
});

test('a press that is still being judged is taken back too, and never reaches the client', async () => {
  const { sends } = desk();
  let judged = (): void => undefined;
  const pressed = sends.press({ ...BTC, commandId: 'it' }, async (send) => {
    await new Promise<void>((resolve) => (judged = resolve));
    return send.run(
      false,
      () => undefined,
      () => Promise.reject(new Error('it was sent')),
    );
  });
  expect(sends.takeBack(null, BOTH)).toBe(1);
  judged();
  await expect(pressed).rejects.toMatchObject({ fault: { policy: 'cancel-all' } });
});

test('a cancel of all algo orders leaves the orders, and a cancel of all takes both', async () => {
  const { sends, left, press, open } = desk();
  const order = press('order');
  const plan = press('plan', { ...BTC, kind: 'algo' });
  expect(sends.takeBack(null, ['algo'])).toBe(1);
  const other = press('other', { ...BTC, kind: 'algo', symbol: 'PERP_ETH_USDT' });
  expect(await other).toBe('cancel-all');
  open();
  expect([await order, await plan]).toEqual(['order answered', 'cancel-all']);
  expect(left).toEqual(['order']);
});

test('one press is taken back by itself until it has left', async () => {
  const { sends, left, press, open } = desk();
  const first = press('first');
  const second = press('second');
  expect(sends.takeBackOne('first')).toBe(true);
  expect(sends.takeBackOne('first')).toBe(false);
  open();
  expect([await first, await second]).toEqual(['cancel-all', 'second answered']);
  expect(sends.takeBackOne('second')).toBe(false);
  expect(left).toEqual(['second']);
});
