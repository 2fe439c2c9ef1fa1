import { beforeEach, expect, test } from 'vitest';
import { FaultError } from '../../../shared/errors.ts';
import { useNoticeList } from '../../state/notices.ts';
import { core } from '../../testing/core.ts';
import { disarm } from './requests.ts';

const press = { commandId: 'c0ffee00', environment: 'practice', profile: 'practice', by: 'click' } as const;

beforeEach(() => {
  core.reset();
  useNoticeList.setState({ toasts: [] });
});

test('a disarm whose answer was lost is not called “not disarmed”', async () => {
  core.answer('deadman.disarm', () => {
    throw new FaultError({ kind: 'OutcomeUnknown', endpoint: 'deadman.disarm', reason: 'It broke.' });
  });
  await disarm(press);
  expect(useNoticeList.getState().toasts.map(({ level, text }) => ({ level, text }))).toEqual([
    { level: 'warning', text: 'Whether the dead-man switch was disarmed is not known' },
  ]);
});
