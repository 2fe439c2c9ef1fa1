import { useRef, type ReactElement, type RefObject } from 'react';
import type { ConnectionRow } from '../../../shared/contract/contract.ts';
import { useLink } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { useNow } from '../../state/feeds/now.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { ConnectionDetails } from './connection-details.tsx';
import { lampOf } from './lamp.ts';
import { linkDetails, LINKS } from './links.ts';

/** The lamps of the top bar, each with its words; any of them opens the details. */
export function ConnectionLamps(props: { readonly opened: boolean; toggle(): void; close(): void }): ReactElement {
  const first = useRef<HTMLButtonElement>(null);
  return (
    <section className="lamps" role="region" aria-label="Connection">
      {LINKS.map((link, index) => (
        <LampButton key={link.id} {...link} {...props} buttonRef={index === 0 ? first : undefined} />
      ))}
      {props.opened ? (
        <Popover label="Connection details" anchor={first} onClose={props.close}>
          <ConnectionDetails />
        </Popover>
      ) : null}
    </section>
  );
}

function LampButton(props: {
  readonly id: ConnectionRow['id'];
  readonly short: string;
  readonly rest: string;
  readonly opened: boolean;
  readonly buttonRef: RefObject<HTMLButtonElement | null> | undefined;
  toggle(): void;
}): ReactElement {
  const row = useFeedRow('connection', props.id);
  const now = useNow();
  const reached = useLink((state) => state.link.state !== 'down');
  const locked = useFeedRow('desk', 'desk')?.locked ?? false;
  const lamp = lampOf(row, now, reached, locked);
  const details = row === undefined ? [] : linkDetails(row, now);
  return (
    <Tooltip text={details.map((detail) => `${detail.name} ${detail.value}`).join(' · ')}>
      <button
        type="button"
        ref={props.buttonRef}
        className="lamp"
        aria-haspopup="dialog"
        aria-expanded={props.opened}
        onClick={props.toggle}
      >
        <span className="lamp-name">
          {props.short}
          <span className="unseen">{props.rest}</span>
        </span>{' '}
        <span className={`lamp-word lamp-word-${lamp.tone}`}>{lamp.word}</span>
        <span className={`lamp-light lamp-light-${lamp.tone}`} aria-hidden="true" />
      </button>
    </Tooltip>
  );
}
