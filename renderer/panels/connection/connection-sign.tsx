import { useRef, type ReactElement } from 'react';
import { useLink } from '../../link/bridge.ts';
import { useFeedRow, useFeedRows } from '../../state/feeds/feeds.ts';
import { useNow } from '../../state/feeds/now.ts';
import { Popover } from '../../ui/overlays/popover.tsx';
import { ConnectionDetails } from './connection-details.tsx';
import { lampOf, worstOf, type NamedLamp } from './lamp.ts';
import { LINKS } from './links.ts';

/** One sign for all links, by the worst of them; it opens the details of each. */
export function ConnectionSign(props: { readonly opened: boolean; toggle(): void; close(): void }): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const lamps = useLamps();
  const worst = worstOf(lamps);
  const word = (id: NamedLamp['id']): string => lamps.find((lamp) => lamp.id === id)?.word ?? '';
  return (
    <section className="links-sign" role="region" aria-label="Connection">
      <button
        type="button"
        ref={button}
        className="status-button"
        aria-haspopup="dialog"
        aria-expanded={props.opened}
        onClick={props.toggle}
      >
        <span className={`lamp-light lamp-light-${worst?.tone ?? 'good'}`} aria-hidden="true" />
        {worst === null ? (
          <>
            Connected · <b className="number">{word('rest')}</b>
          </>
        ) : (
          <span className={`lamp-word-${worst.tone}`}>
            {worst.title} {worst.word}
          </span>
        )}
      </button>
      <button
        type="button"
        className="status-button status-clock"
        aria-haspopup="dialog"
        aria-expanded={props.opened}
        onClick={props.toggle}
      >
        Clock <b className="number">{word('clock')}</b>
      </button>
      {props.opened ? (
        <Popover label="Connection details" anchor={button} onClose={props.close}>
          <ConnectionDetails />
        </Popover>
      ) : null}
    </section>
  );
}

/** A link that does not do its work, in words in the top bar; nothing while all is well. */
export function BrokenLink({ onOpen }: { onOpen(): void }): ReactElement | null {
  const worst = worstOf(useLamps());
  const reached = useLink((state) => state.link.state !== 'down');
  // What cannot be reached has a banner of its own.
  if (!reached || worst === null || !worst.broken) return null;
  return (
    <button type="button" className={`broken-link lamp-word-${worst.tone}`} onClick={onOpen}>
      <span className={`lamp-light lamp-light-${worst.tone}`} aria-hidden="true" />
      {worst.title} {worst.word}
    </button>
  );
}

function useLamps(): readonly NamedLamp[] {
  const { rows } = useFeedRows('connection');
  const now = useNow();
  const reached = useLink((state) => state.link.state !== 'down');
  const locked = useFeedRow('desk', 'desk')?.locked ?? false;
  return LINKS.map(({ id, title }) => {
    const row = rows.get(id);
    const broken = row !== undefined && (row.state === 'stale' || row.state === 'reconnecting' || row.state === 'down');
    return { id, title, broken, ...lampOf(row, now, reached, locked) };
  });
}
