import { crossPnl } from '../../../shared/rules/account/position.ts';
import { useEffect, type ReactElement } from 'react';
import {
  atLeastPlaces,
  cut,
  grouped,
  isNegative,
  isPositive,
  subtract,
  type Decimal,
} from '../../../shared/decimal.ts';
import { useLink } from '../../link/bridge.ts';
import { partsWords, useMarksOld, worthNow } from '../../panels/balances/worth.tsx';
import { followSinceSaid, useSinceSaid } from '../../panels/order-entry/available/follow-since-said.ts';
import { signedText } from '../../panels/positions/position-words.ts';
import { peekFeed, useFeed, useFeedStatus } from '../../state/feeds/feeds.ts';
import { MISSING } from '../../ui/text/format.ts';
import { useStreamState } from '../../ui/text/stream-state.ts';
import { showPanel } from '../dock/dock-control.ts';
import { marginUsed } from './account-figures.ts';
import { Stat } from './stat.tsx';

const CENTS = 2;

/** What the account is worth, what is open, and how far it is from liquidation; each opens what it is made of. */
export function AccountStrip(): ReactElement {
  const reached = useLink((state) => state.link.state !== 'down');
  const positions = useStreamState('private', 'positions');
  const marks = useStreamState('public');
  const stale = !reached || positions.kind === 'stale' || marks.kind === 'stale';
  return (
    <section className={`account-strip${stale ? ' account-strip-old' : ''}`} role="region" aria-label="Account">
      <Equity />
      <Unrealised />
      <Margin />
      {stale ? <span className="unseen">These figures may be old.</span> : null}
    </section>
  );
}

function Equity(): ReactElement {
  // Both feeds make it; a text is drawn again only when its digits change.
  useFeed('balances', '', equityText);
  const text = useFeed('positions', '', equityText);
  const known = [useFeedStatus('balances'), useFeedStatus('positions')].every((status) => status === 'live');
  const old = useMarksOld();
  const worth = worthNow();
  const title = known && worth !== null ? partsWords(worth, worth.without) : undefined;
  return (
    <Stat
      name="Equity"
      className={`stat-equity${old?.missed === true ? ' stat-old' : ''}`}
      title={old === null ? title : `${title ?? ''}\n${old.text}`.trim()}
      onOpen={() => showPanel('balances')}
    >
      {known && text !== '' ? `${text} USDT` : MISSING}
    </Stat>
  );
}

/** "302,046.00"; empty where nothing is known. */
function equityText(): string {
  const worth = worthNow();
  if (worth === null) return '';
  const text = grouped(atLeastPlaces(cut(worth.total, CENTS), CENTS)).replace('-', '−');
  return worth.without.length === 0 ? text : `${text} +`;
}

function Unrealised(): ReactElement {
  const live = useFeedStatus('positions') === 'live';
  const value = useFeed('positions', '', () => {
    const worth = worthNow();
    return worth === null ? null : cut(worth.unrealised, CENTS);
  });
  return (
    <Stat
      name="Unrealised"
      className="stat-unrealised"
      tone={value === null || !live ? undefined : toneOf(value)}
      title="Profit and loss of all positions at their mark prices, in USDT"
      onOpen={() => showPanel('positions')}
    >
      {live && value !== null ? atLeastCents(value) : MISSING}
    </Stat>
  );
}

const toneOf = (value: Decimal): 'up' | 'down' | undefined =>
  isPositive(value) ? 'up' : isNegative(value) ? 'down' : undefined;

function atLeastCents(value: Decimal): string {
  const { text } = signedText(value);
  const [whole = '', part = ''] = text.split('.');
  return `${whole}.${part.padEnd(CENTS, '0')}`;
}

function Margin(): ReactElement {
  const account = useFeed('account', '', ({ rows }) => rows.get('account'));
  const live = useFeedStatus('positions') === 'live';
  const then = useSinceSaid(({ since }) => since.pnlThen);
  useEffect(followSinceSaid, []);
  const used = useFeed('positions', '', ({ rows }) =>
    marginUsed(account, rows.values(), subtract(crossPnl(rows.values()), then), (symbol) =>
      peekFeed('instruments').get(symbol),
    ),
  );
  const shown = live ? used : null;
  const percent = shown === null ? 0 : Math.min(100, Number(shown));
  const level = percent >= 80 ? 'full' : percent >= 50 ? 'high' : 'calm';
  return (
    <Stat
      name={`Margin ${shown === null ? MISSING : `${shown}%`}`}
      className={`stat-margin stat-margin-${level}`}
      title="Maintenance margin of cross positions as a share of the collateral; 100% is liquidation"
      onOpen={() => showPanel('positions')}
    >
      <meter className="margin-meter" aria-label="Margin used" min={0} max={100} value={percent} />
    </Stat>
  );
}
