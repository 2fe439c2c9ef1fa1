import { beforeEach, expect, test, vi } from 'vitest';
import { FaultError } from '../../shared/errors.ts';
import { sendCommand } from './send-command.ts';

const ask = vi.hoisted(() => vi.fn());
vi.mock(import('../bridge.ts'), async (original) => ({ ...(await original()), ask }));

const press = { commandId: 'c0ffee00', environment: 'practice', profile: 'practice' } as const;

beforeEach(() => void ask.mockReset());

test('a command whose answer was lost with the connection is unconfirmed and never called refused', async () => {
  ask.mockRejectedValue(
    new FaultError({ kind: 'OutcomeUnknown', endpoint: 'deadman.arm', reason: 'The connection to the core broke.' }),
  );
  await expect(sendCommand('deadman.disarm', press)).resolves.toEqual({
    status: 'unconfirmed',
    clientOrderId: null,
    reason: 'The connection to the core broke.',
  });
});

test('one that was never sent stays a fault', async () => {
  const fault = { kind: 'NotAllowed', policy: 'session', reason: 'The core is not reached.' } as const;
  ask.mockRejectedValue(new FaultError(fault));
  await expect(sendCommand('deadman.disarm', press)).rejects.toMatchObject({ fault });
});
