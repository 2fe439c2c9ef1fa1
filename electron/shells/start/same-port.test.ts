import { describe, expect, it, test } from 'vitest';
import { atSamePort } from './same-port.ts';

/** Starts at the port that is asked for, unless it is taken; 0 gives 50123. */
async function startFrom(stored: unknown, taken: readonly number[] = []): Promise<{ asked: number[]; kept: unknown }> {
  const asked: number[] = [];
  let kept = stored;
  const settings = { get: () => kept, set: (_key: string, value: unknown) => void (kept = value) };
  await atSamePort(settings, async (port) => {
    asked.push(port);
    if (taken.includes(port)) throw new Error('in use');
    return { origin: `http://127.0.0.1:${port === 0 ? 50_123 : port}` };
  });
  return { asked, kept };
}

describe('the port of the browser shell', () => {
  it('is a free one at first, and is kept', async () => {
    expect(await startFrom(undefined)).toEqual({ asked: [0], kept: 50_123 });
  });

  it('is the same one again', async () => {
    expect(await startFrom(40_000)).toEqual({ asked: [40_000], kept: 40_000 });
  });

  it('is another one where somebody has it by now, for this time alone', async () => {
    expect(await startFrom(40_000, [40_000])).toEqual({ asked: [40_000, 0], kept: 40_000 });
  });

  test.each(['40000', 80, 70_000, 4.5, null, {}])('is not taken from %j in the settings', async (stored) => {
    expect((await startFrom(stored)).asked).toEqual([0]);
  });

  it('does not keep the program from starting where nothing can be written', async () => {
    const settings = {
      get: () => undefined,
      set: () => {
        throw new Error('the disk is full');
      },
    };
    const started = await atSamePort(settings, async () => ({ origin: 'http://127.0.0.1:50123' }));
    expect(started.origin).toBe('http://127.0.0.1:50123');
  });

  it('tells why when not even a free one can be had', async () => {
    const settings = { get: () => 40_000, set: () => undefined };
    const none = async (port: number) => Promise.reject(new Error(`no port ${port}`));
    await expect(atSamePort(settings, none)).rejects.toThrow('no port 0');
  });
});
