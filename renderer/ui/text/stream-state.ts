import { useMemo } from 'react';
import type { ConnectionRow, Reads, TerminalRow } from '../../../shared/contract/contract.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import type { PanelState } from '../panel.tsx';

/**
 * What a panel says of itself when the stream that feeds it is in this state.
 *
 * @param part what it shows, where that is read over REST while the stream is away.
 */
export function streamState(row: ConnectionRow | undefined, part?: keyof Reads): PanelState {
  if (row === undefined) return { kind: 'ready' };
  const readAt = part === undefined ? null : (row.reads?.[part] ?? null);
  if (row.state === 'live')
    return readAt === null
      ? { kind: 'ready' }
      : { kind: 'stale', since: readAt, reason: 'The exchange does not stream this; it is read over REST.' };
  if (readAt !== null) {
    const state = row.state === 'connecting' ? 'not connected' : row.state;
    return {
      kind: 'stale',
      since: readAt,
      reason: `The ${row.id} stream is ${state}; this is read over REST meanwhile.`,
    };
  }
  // The first connection of a start has nothing old to warn of: the panel shows that it loads.
  if (row.state === 'connecting') return { kind: 'ready' };
  const reason = row.state === 'stale' ? `The ${row.id} stream is silent.` : `The ${row.id} stream is ${row.state}.`;
  return { kind: 'stale', since: row.heardAt ?? row.since, reason: `${reason} This may have changed.` };
}

/** Follows the stream that a panel depends on. */
export function useStreamState(stream: 'private' | 'public', part?: keyof Reads): PanelState {
  const row = useFeedRow('connection', stream);
  return useMemo(() => streamState(row, part), [row, part]);
}

/** What a panel of the account says before its rows came: without a key nothing of it is ever read. */
export const unreadState = (terminal: Pick<TerminalRow, 'locked'> | undefined): PanelState =>
  terminal?.locked === true
    ? { kind: 'denied', reason: 'There is no key to read the account with.' }
    : { kind: 'loading' };

/** The same of the open profile. */
export const useUnreadState = (): PanelState => unreadState(useFeedRow('terminal', 'terminal'));
