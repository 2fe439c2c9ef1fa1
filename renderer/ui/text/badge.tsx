import type { ReactElement, ReactNode } from 'react';

/** A word in a frame: status, side, mark. The word says it; the colour only helps. */
export function Badge(props: {
  readonly tone?: 'neutral' | 'up' | 'down' | 'warn' | 'danger' | 'accent';
  readonly children: ReactNode;
}): ReactElement {
  return <span className={`badge badge-${props.tone ?? 'neutral'}`}>{props.children}</span>;
}
