import { useEffect, useRef, useState } from 'react';
import type { Environment } from '../../../shared/contract/contract.ts';
import { atLeastPlaces, decimalsOf, grouped } from '../../../shared/decimal.ts';
import { useLink } from '../../link/bridge.ts';
import { atMostEvery } from '../../state/at-most-every.ts';
import { useFeed } from '../../state/feeds/feeds.ts';
import { useInstrument } from '../../state/kept/symbol.ts';
import { windowTitle } from '../dock/titles.ts';

/** Each title is a message to the window system. */
const SAY_EVERY_MS = 1_000;

/** Keeps the window's title: price and dead-man switch are read in the taskbar, behind other windows. */
export function WindowTitle(props: {
  readonly environment: Environment | undefined;
  readonly symbol: string;
  readonly locked: boolean;
}): null {
  const { symbol } = props;
  const instrument = useInstrument(symbol);
  const reached = useLink((state) => state.link.state !== 'down');
  const last = useFeed('market', symbol, ({ rows }) => {
    const row = rows.get(symbol);
    return row?.state === 'live' ? row.last : null;
  });
  const counting = useFeed('deadman', '', ({ rows }) => {
    const row = rows.get('deadman');
    return row !== undefined && row.deadline !== null && row.state !== 'fired';
  });
  const price =
    last === null || instrument === undefined || !reached
      ? null
      : grouped(atLeastPlaces(last, decimalsOf(instrument.priceTick)));
  const title = windowTitle({ ...props, price, deadMan: counting });
  const newest = useRef(title);
  const [say] = useState(() => atMostEvery(SAY_EVERY_MS, () => (document.title = newest.current)));
  useEffect(() => {
    newest.current = title;
    say.soon();
  }, [title, say]);
  useEffect(() => say.stop, [say]);
  return null;
}
