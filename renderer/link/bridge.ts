import { create } from 'zustand';
import {
  contractFingerprint,
  type FeedName,
  type FeedRowOf,
  type RequestInput,
  type RequestName,
  type RequestOutput,
} from '../../shared/contract/contract.ts';
import { openPort } from './ports.ts';
import { keepSession } from './session.ts';
import { inFrame } from '../state/feeds/in-frame.ts';
import { createWireClient, type FeedSink, type Link, type WireClient } from './wire-client.ts';

export type { FeedSink, Link } from './wire-client.ts';

/** Whether the core is reached; the frame dims everything while it is not. */
export const useLink = create<{ readonly link: Link }>(() => ({ link: { state: 'connecting' } }));

/** Calls back each time that the core is reached. @returns the unsubscribe. */
export const onReached = (listener: () => void): (() => void) =>
  useLink.subscribe(({ link }, before) => {
    if (link.state === 'up' && before.link.state !== 'up') listener();
  });

let client: WireClient | null = null;

/** One client a page, made at its first use, so that importing this file has no effect. */
function wire(): WireClient {
  client ??= createWireClient({
    open: openPort,
    now: Date.now,
    random: Math.random,
    later: (ms, task) => {
      const timer = setTimeout(task, ms);
      return () => clearTimeout(timer);
    },
    inFrame,
    contract: contractFingerprint(),
    keepSession,
    onLink: (link) => useLink.setState({ link }),
    onReload: reloadOnce,
  });
  return client;
}

/**
 * Asks the core for something.
 *
 * @returns the answer; rejects with FaultError. A command whose connection broke rejects with
 *   OutcomeUnknown: it must not be sent again under a new command id.
 */
export function ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> {
  return wire().ask(name, input);
}

/**
 * Follows a feed: a snapshot, then changes; a fresh snapshot after every gap and reconnect.
 *
 * @param key the symbol of a keyed feed, else "".
 * @returns the unsubscribe.
 */
export function listen<Name extends FeedName>(feed: Name, key: string, sink: FeedSink<FeedRowOf<Name>>): () => void {
  return wire().listen(feed, key, sink);
}

/** Tries to reach the core at once. */
export const retryLink = (): void => wire().retryNow();

const RELOADED = 'quarterdeck.reloaded';

/** Loads the page again, once for each reason: a page that stays old would reload for ever. */
function reloadOnce(reason: string): void {
  if (sessionStorage.getItem(RELOADED) === reason) {
    useLink.setState({
      link: { state: 'down', since: Date.now(), retryAt: null, reason: `${reason} Close this window and start again.` },
    });
    return;
  }
  sessionStorage.setItem(RELOADED, reason);
  location.reload();
}
