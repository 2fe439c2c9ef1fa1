import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import type { Outcome, RequestOutput } from '../../../shared/contract/contract.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { whyNoCommand } from '../../state/commands/why-no-command.ts';

const FRESH_MS = 60_000;

/** Tokens and networks of the profile that is open. */
export function useTokens(): UseQueryResult<RequestOutput<'assets.tokens'>> {
  const profile = useFeedRow('terminal', 'terminal')?.profile ?? '';
  return useQuery({
    queryKey: ['assets.tokens', profile],
    queryFn: () => ask('assets.tokens', {}),
    staleTime: FRESH_MS,
  });
}

/** Why nothing can be moved now, or undefined. */
export function useWhyNot(): string | undefined {
  return whyNoCommand(useFeedRow('terminal', 'terminal'));
}

/** What became of the last press of a form. */
export interface Sending {
  readonly busy: boolean;
  /** A refusal that concerns no single field. */
  readonly fault: Fault | null;
  readonly problems: ReadonlyMap<string, string>;
  readonly note: string;
  /** @returns what came of it, or null where nothing was sent. */
  send(act: () => Promise<Outcome>): Promise<Outcome | null>;
  clear(): void;
}

const NOTHING = { busy: false, fault: null, problems: new Map<string, string>(), note: '' };

/** Sends once and keeps the answer in words: refused fields beside their fields, everything else above. */
export function useSending(): Sending {
  const [state, setState] = useState<Omit<Sending, 'send' | 'clear'>>(NOTHING);
  return {
    ...state,
    clear: () => setState(NOTHING),
    async send(act) {
      setState({ ...NOTHING, busy: true });
      try {
        const outcome = await act();
        setState({
          ...NOTHING,
          fault: outcome.status === 'rejected' ? outcome.fault : null,
          note:
            outcome.status === 'unconfirmed'
              ? 'No answer came. What became of it stands under “Lately”; it is not sent again.'
              : outcome.status === 'accepted'
                ? 'Accepted by the exchange.'
                : '',
        });
        return outcome;
      } catch (thrown) {
        const fault = faultOf(thrown);
        const problems = new Map(
          fault.kind === 'InvalidInput' ? fault.problems.map(({ path, reason }) => [path, reason] as const) : [],
        );
        setState({ ...NOTHING, fault: problems.size > 0 && !problems.has('') ? null : fault, problems });
        return null;
      }
    },
  };
}

/** Part of every change of this program's own: which account's screen it was made on. */
export function onScreen(terminal: { readonly environment: Environment; readonly profile: string }) {
  return { environment: terminal.environment, profile: terminal.profile };
}
type Environment = 'practice' | 'staging' | 'live';
