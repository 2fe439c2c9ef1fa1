import type { Connect } from '../connect.ts';
import { createClient } from './client.ts';
import { createExchangeClock } from './clock.ts';
import { createLimiter } from './limiter.ts';
import { createPrivateStream } from './private-stream.ts';
import { createPublicStream } from './public-stream.ts';

/** Builds the client, the clock and the streams of a profile. Nothing is sent before a stream is started or a call made. */
export const connectExchange: Connect = ({ world, profile, credentials, reconcile }) => {
  const exchangeClock = createExchangeClock(world.clock);
  const limiter = createLimiter(world.clock);
  const client = createClient({ world, address: profile, credentials, limiter, exchangeClock });
  const measure = (): void => {
    // A failure shows as the state of REST; the next answer measures the clock then.
    client.call('public.systemInfo', {}).catch(() => undefined);
  };
  exchangeClock.onJump(measure);
  return {
    client,
    exchangeClock,
    publicStream: createPublicStream({ world, address: profile }),
    privateStream: credentials === null ? null : createPrivateStream({ world, client, address: profile, reconcile }),
  };
};
