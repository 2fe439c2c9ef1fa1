import type { ReactElement } from 'react';
import { useLink } from '../../link/bridge.ts';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { useNow } from '../../state/feeds/now.ts';
import { TimeText } from '../../ui/text/time-text.tsx';
import { lampOf } from './lamp.ts';
import { linkDetails, LINKS } from './links.ts';

/** Everything that is known of the links, in words. */
export function ConnectionDetails(): ReactElement {
  return (
    <div className="links">
      {LINKS.map((link) => (
        <LinkDetails key={link.id} {...link} />
      ))}
      <CoreLink />
    </div>
  );
}

function LinkDetails(props: (typeof LINKS)[number]): ReactElement {
  const row = useFeedRow('connection', props.id);
  const now = useNow();
  const reached = useLink((state) => state.link.state !== 'down');
  const lamp = lampOf(row, now, reached);
  return (
    <section className="link">
      <h3 className="link-head">
        <span className={`lamp-light lamp-light-${lamp.tone}`} aria-hidden="true" />
        {props.title}
        <span className={`link-word lamp-word-${lamp.tone}`}>{lamp.word}</span>
      </h3>
      <p className="link-meaning">{props.meaning}</p>
      {row === undefined ? null : (
        <dl className="link-facts">
          {linkDetails(row, now).map((detail) => (
            <div key={detail.name}>
              <dt>{detail.name}</dt>
              <dd className="number">{detail.value}</dd>
            </div>
          ))}
          <div>
            <dt>Since</dt>
            <dd>
              <TimeText at={row.since} />
            </dd>
          </div>
        </dl>
      )}
    </section>
  );
}

function CoreLink(): ReactElement {
  const link = useLink((state) => state.link);
  return (
    <section className="link">
      <h3 className="link-head">
        <span className={`lamp-light lamp-light-${link.state === 'up' ? 'good' : 'bad'}`} aria-hidden="true" />
        This window to the core
        <span className={`link-word lamp-word-${link.state === 'up' ? 'good' : 'bad'}`}>
          {link.state === 'up' ? 'reached' : link.state === 'connecting' ? 'connecting' : 'not reached'}
        </span>
      </h3>
      <p className="link-meaning">
        {link.state === 'up' ? `Through the ${link.shell.name} shell.` : 'What is on the screen is old.'}
      </p>
    </section>
  );
}
