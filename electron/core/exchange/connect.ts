import type { Connect } from './connect-profile.ts';
import type { Timer } from '../world/ports.ts';
import { createClient } from './rest/client.ts';
import { createExchangeClock } from './rest/clock.ts';
import { createPrivateStream } from './stream/private-stream.ts';
import { createPublicStream } from './stream/public-stream.ts';

/** How often the clock is looked at, so that a sleep is noticed where nothing else happens. */
const LOOK_MS = 5_000;
/** How soon it is measured again while answers contradict it. */
const AGAIN_MS = 150;

/**
 * Builds the client, the clock and the streams of a profile. Nothing is sent before a stream is started
 * or a call made. While the public stream runs, the clock is watched: a jump of the local clock or a
 * sleep is measured again at once, and both streams are asked for a sign of life. An answer that contradicts the
 * measurement is followed by others until it is decided.
 */
export const connectExchange: Connect = ({ world, profile, credentials, reconcile }) => {
  const { clock } = world;
  const exchangeClock = createExchangeClock(clock);
  const client = createClient({ world, address: profile, credentials, exchangeClock });
  const publicStream = createPublicStream({ world, address: profile });
  const privateStream =
    credentials === null ? null : createPrivateStream({ world, client, address: profile, reconcile });
  exchangeClock.onJump(() => {
    void client.measure();
    publicStream.nudge();
    privateStream?.nudge();
  });
  let timer: Timer | null = null;
  const look = (): void => {
    if (!exchangeClock.isSure() || exchangeClock.isContradicted()) void client.measure();
    timer = clock.after(LOOK_MS, look);
  };
  let again: Timer | null = null;
  const askAgain = (): void => {
    if (timer === null || again !== null) return;
    again = clock.after(AGAIN_MS, () => {
      again = null;
      if (exchangeClock.isContradicted()) void client.measure();
    });
  };
  exchangeClock.onContradiction(askAgain);
  const watched = {
    ...publicStream,
    start() {
      if (timer === null) look();
      publicStream.start();
    },
    stop() {
      timer?.cancel();
      again?.cancel();
      timer = null;
      again = null;
      publicStream.stop();
    },
  };
  return {
    client,
    exchangeClock,
    publicStream: watched,
    privateStream,
    end() {
      privateStream?.stop();
      watched.stop();
      client.end();
    },
  };
};
