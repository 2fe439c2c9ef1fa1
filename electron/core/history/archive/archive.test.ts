import { expect, test } from 'vitest';
import { sameClock, scriptedClient } from '../../../../e2e/rigs/core/scripted-client.ts';
import { ManualClock } from '../../../../e2e/rigs/core/manual-clock.ts';
import { createArchive } from './archive.ts';
import { startArchiveThread, type ArchiveThread } from './thread.ts';

test('a thread that cannot use its file is ended before another one is started', async () => {
  const clock = new ManualClock();
  let running = 0;
  const unusable = (): ArchiveThread => {
    running += 1;
    const refuse = (): Promise<never> => Promise.reject(new Error('the disk is full'));
    const close = async (): Promise<void> => {
      running -= 1;
      return refuse();
    };
    // The calls that are made of it here.
    return { states: refuse, close } as unknown as ArchiveThread;
  };
  const archive = createArchive({
    client: scriptedClient(() => null).client,
    exchangeClock: sameClock(clock),
    clock,
    notices: { say: () => undefined },
    folder: '/nowhere',
    profile: 'p',
    owner: 'practice',
    locked: false,
    startThread: unusable,
  });
  const ask = () => archive.answers['archive.sums']({ history: 'funding', from: null, to: null, text: '', tests: [] });
  for (let tries = 0; tries < 5; tries += 1)
    await expect(Promise.all([ask(), ask()])).rejects.toMatchObject({ fault: { policy: 'journal' } });
  expect(running).toBe(0);
  await archive.stop();
});

test('a thread whose file cannot be opened says so at each call, and ends when it is closed', async () => {
  const thread = startArchiveThread({ path: '/nowhere/archive.sqlite', owner: 'practice', now: 1 });
  for (let calls = 0; calls < 2; calls += 1) await expect(thread.states()).rejects.toThrow('unable to open');
  await expect(thread.close()).rejects.toThrow('unable to open');
  // A thread that is left would take this call as the ones before.
  await expect.poll(() => thread.states().catch(String)).toBe('Error: The thread of the archive has ended.');
});
