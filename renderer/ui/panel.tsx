import { useState, type ReactElement, type ReactNode } from 'react';
import type { Fault } from '../../shared/errors.ts';
import { useLink } from '../link/bridge.ts';
import { Button } from './controls/button.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { FaultText } from './text/fault-text.tsx';
import { useKeptFocus } from './focus/keep-focus.ts';
import { Age } from './text/numbers.tsx';

/** What a panel shows in place of, or above, its content. */
export type PanelState =
  | { readonly kind: 'ready' }
  | { readonly kind: 'loading' }
  /** What would be here, and how to get it. */
  | {
      readonly kind: 'empty';
      readonly title: string;
      readonly hint?: string;
      readonly action?: ReactNode;
      /** State of the stream that would fill it: that there is nothing may be old news. */
      readonly stream?: PanelState;
    }
  | { readonly kind: 'error'; readonly fault: Fault; retry?(): void }
  /** Content stays, dimmed, under a line that says since when and why. `since` is this machine's time. */
  | { readonly kind: 'stale'; readonly since: number | null; readonly reason: string }
  | { readonly kind: 'denied'; readonly reason: string };

/**
 * A panel's region with its tools and its state. The dock shows the title, so the region carries the
 * name only for those who do not see.
 */
export function Panel(props: {
  /** Accessible name of the region, exactly. */
  readonly label: string;
  readonly state?: PanelState;
  /** A row of filters and buttons above the content. */
  readonly tools?: ReactNode;
  readonly className?: string;
  /** Drawn while loading instead of the plain rows. */
  readonly skeleton?: ReactNode;
  readonly children?: ReactNode;
}): ReactElement {
  const { label, state = { kind: 'ready' }, tools, className = '' } = props;
  const link = useLink((each) => each.link);
  const cut = link.state === 'down';
  const stale = state.kind === 'empty' ? state.stream : state;
  const dimmed = cut || stale?.kind === 'stale';
  const kept = useKeptFocus<HTMLElement>();
  return (
    <section
      {...kept}
      className={`panel ${className}${dimmed ? ' panel-dimmed' : ''}`}
      role="region"
      aria-label={label}
    >
      {tools === undefined ? null : <div className="panel-tools">{tools}</div>}
      {stale?.kind === 'stale' ? (
        <p className="panel-stale">
          <span className="panel-stale-word">Stale</span> <Age since={stale.since} /> {stale.reason}
        </p>
      ) : null}
      <StaleSaid label={label} stale={stale?.kind === 'stale'} />
      <div className="panel-content">
        <ErrorBoundary label={label}>{contentOf(state, props.skeleton, props.children)}</ErrorBoundary>
      </div>
    </section>
  );
}

/** Says once that a panel grew old and once that it is new again: an age that runs would be read out each second. */
function StaleSaid({ label, stale }: { readonly label: string; readonly stale: boolean }): ReactElement {
  const [said, setSaid] = useState('');
  const [before, setBefore] = useState(stale);
  if (stale !== before) {
    setBefore(stale);
    setSaid(`${label} is ${stale ? 'not up to date' : 'up to date again'}`);
  }
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  );
}

function contentOf(state: PanelState, skeleton: ReactNode, children: ReactNode): ReactNode {
  switch (state.kind) {
    case 'ready':
    case 'stale':
      return children;
    case 'loading':
      return skeleton ?? <SkeletonRows />;
    case 'empty':
      return (
        <div className="panel-message">
          <p className="panel-message-title">{state.title}</p>
          {state.hint === undefined ? null : <p>{state.hint}</p>}
          {state.action}
        </div>
      );
    case 'error':
      return (
        <div className="panel-message" role="alert">
          <FaultText fault={state.fault} />
          {state.retry === undefined ? null : <Button onClick={state.retry}>Try again</Button>}
        </div>
      );
    case 'denied':
      return (
        <div className="panel-message">
          <p className="panel-message-title">Not available</p>
          <p>{state.reason}</p>
        </div>
      );
  }
}

/** Grey rows where rows will be. */
export function SkeletonRows({ rows = 8 }: { readonly rows?: number }): ReactElement {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} className="skeleton-row" />
      ))}
    </div>
  );
}
