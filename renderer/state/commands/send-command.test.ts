import { beforeEach, expect, test } from 'vitest';
import { FaultError, type Fault } from '../../../shared/errors.ts';
import { core } from '../../testing/core.ts';
import { sendCommand } from './send-command.ts';

const press = { commandId: 'c0ffee00', environment: 'practice', profile: 'practice' } as const;

const fails = (fault: Fault): void =>
  core.answer('deadman.disarm', () => {
    throw new FaultError(fault);
  });

beforeEach(() => core.reset());

test('a command whose answer was lost with the connection is unconfirmed and never called refused', async () => {
  fails({ kind: 'OutcomeUnknown', endpoint: 'deadman.arm', reason: 'The connection to the core broke.' });
  await expect(sendCommand('deadman.disarm', press)).resolves.toEqual({
    status: 'unconfirmed',
    clientOrderId: null,
    reason: 'The connection to the core broke.',
  });
});

test('one that was never sent stays a fault', async () => {
  const fault = { kind: 'NotAllowed', policy: 'session', reason: 'The core is not reached.' } as const;
  fails(fault);
  await expect(sendCommand('deadman.disarm', press)).rejects.toMatchObject({ fault });
});
