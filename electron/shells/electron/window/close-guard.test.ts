import { describe, expect, it } from 'vitest';
import { guardClosing, type ArmedDesk } from './close-guard.ts';

type Row = NonNullable<ReturnType<ArmedDesk['deadMan']>>;
const ARMED: Row = { state: 'armed', deadlineLocal: 1_758_600_000_000, mode: 'renew', inDoubt: false };

/** A window that a person tries to close; `answers` are the buttons that are pressed. */
function scene(row: Row | null, answers: readonly number[], refused: string | null = null) {
  const asked: string[] = [];
  const done = { closed: 0, disarmed: 0, ends: [] as Promise<void>[] };
  let listener: (event: { preventDefault(): void }) => void = () => undefined;
  const close = (): void => {
    let prevented = false;
    listener({ preventDefault: () => (prevented = true) });
    if (!prevented) done.closed += 1;
  };
  const window = { on: (_name: string, next: typeof listener) => (listener = next), close };
  const left = [...answers];
  const dialog = {
    showMessageBox: async ({ message, detail }: { message: string; detail?: string }) => {
      asked.push(`${message} ${detail ?? ''}`);
      return { response: left.shift() ?? 0, checkboxChecked: false };
    },
  };
  guardClosing(window as never, dialog as never, {
    deadMan: () => row,
    disarm: async () => {
      done.disarmed += 1;
      return refused;
    },
  }); // the parts of Electron that it uses
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { close, asked, done, settle };
}

describe('closing the window', () => {
  it.each(['off', 'fired', 'unknown', 'unavailable'] as const)('asks nothing while the switch is %s', (state) => {
    const { close, asked, done } = scene({ ...ARMED, state }, []);
    close();
    expect([done.closed, asked]).toEqual([1, []]);
  });

  it('asks nothing before the switch is known', () => {
    const { close, done } = scene(null, []);
    close();
    expect(done.closed).toBe(1);
  });

  it.each(['arming', 'armed', 'renewing', 'failing', 'disarming'] as const)(
    'asks while it is %s, and stays',
    async (state) => {
      const { close, asked, done, settle } = scene({ ...ARMED, state }, [0]);
      close();
      close();
      await settle();
      expect([done.closed, asked.length]).toEqual([0, 1]);
      expect(asked[0]).toMatch(/fires at .*protective stops too\. Closed, the terminal no longer renews it/);
    },
  );

  it('asks while a request that was not answered may have armed it', async () => {
    const { close, asked, settle } = scene({ ...ARMED, state: 'off', inDoubt: true, deadlineLocal: null }, [0]);
    close();
    await settle();
    expect(asked).toHaveLength(1);
  });

  it('leaves it armed where that is chosen', async () => {
    const { close, done, settle } = scene(ARMED, [1]);
    close();
    await settle();
    expect([done.closed, done.disarmed]).toEqual([1, 0]);
  });

  it('disarms first where that is chosen, and stays open where it is refused', async () => {
    const good = scene(ARMED, [2]);
    good.close();
    await good.settle();
    expect([good.done.closed, good.done.disarmed]).toEqual([1, 1]);
    const bad = scene(ARMED, [2], 'The exchange is not reached.');
    bad.close();
    await bad.settle();
    expect(bad.done.closed).toBe(0);
    expect(bad.asked.at(-1)).toBe('It is still armed. The exchange is not reached.');
  });
});
