import type { ReactElement, ReactNode } from 'react';

/** One figure of the header under its name; a press opens the parts that it is made of, where there are any. */
export function Stat(props: {
  readonly name: ReactNode;
  /** Every digit, and the age. */
  readonly title?: string | undefined;
  /** Chooses when it makes room; see frame.css. */
  readonly className?: string;
  readonly tone?: 'up' | 'down' | undefined;
  readonly children: ReactNode;
  onOpen?(): void;
}): ReactElement {
  const { name, title, className = '', tone, children, onOpen } = props;
  const inside = (
    <>
      <span className="stat-name">{name}</span>{' '}
      <span className={`stat-value number${tone === undefined ? '' : ` tone-${tone}`}`}>{children}</span>
    </>
  );
  if (onOpen === undefined)
    return (
      <span className={`stat ${className}`} title={title}>
        {inside}
      </span>
    );
  return (
    <button type="button" className={`stat stat-button ${className}`} title={title} onClick={onOpen}>
      {inside}
    </button>
  );
}
