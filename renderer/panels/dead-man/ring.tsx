import type { ReactElement } from 'react';

const RADIUS = 34;
const AROUND = 2 * Math.PI * RADIUS;

/** A ring that empties, with the seconds in it. */
export function Ring({ share, text }: { readonly share: number; readonly text: string }): ReactElement {
  return (
    <div className="deadman-ring" role="timer" aria-label={`${text} until all orders are cancelled`}>
      <svg viewBox="0 0 76 76" aria-hidden="true">
        <circle className="deadman-track" cx="38" cy="38" r={RADIUS} />
        <circle
          className="deadman-left"
          cx="38"
          cy="38"
          r={RADIUS}
          strokeDasharray={AROUND}
          strokeDashoffset={AROUND * (1 - share)}
        />
      </svg>
      <span className="number">{text}</span>
    </div>
  );
}
