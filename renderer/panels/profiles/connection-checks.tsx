import { useState, type ReactElement } from 'react';
import type { Check, ProfileRow } from '../../../shared/contract/profiles.ts';
import { ask } from '../../link/bridge.ts';
import { faultLine } from '../../state/profiles.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { SkeletonRows } from '../../ui/panel.tsx';

const NAMES: Readonly<Record<Check['id'], string>> = {
  reach: 'Exchange',
  clock: 'Clock',
  signature: 'Key and secret',
  permissions: 'Permissions',
  withdrawal: 'Right to withdraw',
  public: 'Public stream',
  private: 'Private stream',
  vip: 'Dead-man switch',
};
const MARKS = {
  good: { tone: 'up', word: 'Works' },
  warning: { tone: 'warn', word: 'Look' },
  bad: { tone: 'danger', word: 'Fails' },
  unknown: { tone: 'neutral', word: 'Not known' },
} as const;

type Run =
  | { readonly state: 'none' | 'running' }
  | { readonly state: 'done'; readonly checks: readonly Check[] }
  | { readonly state: 'failed'; readonly why: string };

/** Tries the profile's connection and says in words what works. */
export function ConnectionChecks({ profile }: { readonly profile: ProfileRow }): ReactElement {
  const [run, setRun] = useState<Run>({ state: 'none' });
  async function start(): Promise<void> {
    setRun({ state: 'running' });
    try {
      const { checks } = await ask('profiles.test', { id: profile.id });
      setRun({ state: 'done', checks });
    } catch (error) {
      setRun({ state: 'failed', why: faultLine(error) });
    }
  }
  return (
    <section className="profile-part" aria-label="Connection test">
      <h3>Connection test</h3>
      <div className="profile-buttons">
        <Button busy={run.state === 'running'} onClick={() => void start()}>
          {run.state === 'running' ? 'Testing' : 'Test connection'}
        </Button>
      </div>
      {run.state === 'running' ? <SkeletonRows rows={6} /> : null}
      {run.state === 'failed' ? (
        <p className="profile-problem" role="alert">
          {run.why}
        </p>
      ) : null}
      {run.state === 'done' ? (
        <ul className="checks" aria-label="What works">
          {run.checks.map(({ id, state, text }) => (
            <li key={id}>
              <Badge tone={MARKS[state].tone}>{MARKS[state].word}</Badge>
              <span className="checks-name">{NAMES[id]}</span>
              <span className="checks-text">{text}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
