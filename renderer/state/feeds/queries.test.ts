import { QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { useLink } from '../../link/bridge.ts';
import { core } from '../../testing/core.ts';
import { createQueries } from './queries.ts';

const shell = { name: 'test', keychain: false, nativeDialogs: false, notifications: false };

test('a read that broke with the core is read again when it is reached, and no other', async () => {
  const queries = createQueries();
  const broken = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('lost')).mockResolvedValue('read');
  const whole = vi.fn<() => Promise<string>>().mockResolvedValue('read');
  const stops = [
    new QueryObserver(queries, { queryKey: ['broken'], queryFn: broken }).subscribe(() => undefined),
    new QueryObserver(queries, { queryKey: ['whole'], queryFn: whole }).subscribe(() => undefined),
  ];
  await expect.poll(() => queries.getQueryState(['broken'])?.status).toBe('error');
  useLink.setState({ link: { state: 'down', since: 1, retryAt: null, reason: 'gone' } });
  useLink.setState({ link: { state: 'up', shell } });
  await expect.poll(() => queries.getQueryData(['broken'])).toBe('read');
  expect(broken).toHaveBeenCalledTimes(2);
  expect(whole).toHaveBeenCalledTimes(1);
  for (const stop of stops) stop();
});

test('the leverage is read anew each time that the private stream is back', async () => {
  core.reset();
  const queries = createQueries();
  const leverage = vi.fn<() => Promise<string>>().mockResolvedValue('10');
  const stop = new QueryObserver(queries, {
    queryKey: ['account.leverage', 'practice', 'PERP_BTC_USDT'],
    queryFn: leverage,
    staleTime: Infinity,
  }).subscribe(() => undefined);
  await expect.poll(() => leverage.mock.calls).toHaveLength(1);
  await core.rows('connection', [{ id: 'private', state: 'live' }]);
  await expect.poll(() => leverage.mock.calls).toHaveLength(2);
  await core.rows('connection', [{ id: 'private', state: 'connecting' }]);
  await core.rows('connection', [{ id: 'private', state: 'live' }]);
  await expect.poll(() => leverage.mock.calls).toHaveLength(3);
  stop();
});
