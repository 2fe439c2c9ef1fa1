import { beforeEach, expect, test, vi } from 'vitest';
import { FaultError } from '../../../shared/errors.ts';
import { useNoticeList } from '../../state/notices.ts';
import { disarm } from './requests.ts';

const ask = vi.hoisted(() => vi.fn());
vi.mock(import('../../bridge.ts'), async (original) => ({ ...(await original()), ask }));
const press = { commandId: 'c0ffee00', environment: 'practice', profile: 'practice', by: 'click' } as const;

beforeEach(() => useNoticeList.setState({ toasts: [] }));

test('a disarm whose answer was lost is not called “not disarmed”', async () => {
  ask.mockRejectedValue(new FaultError({ kind: 'OutcomeUnknown', endpoint: 'deadman.disarm', reason: 'It broke.' }));
  await disarm(press);
  expect(useNoticeList.getState().toasts.map(({ level, text }) => ({ level, text }))).toEqual([
    { level: 'warning', text: 'Whether the dead-man switch was disarmed is not known' },
  ]);
});
