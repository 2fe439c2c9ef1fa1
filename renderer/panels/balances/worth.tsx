import { useEffect, type ReactElement } from 'react';
import { create } from 'zustand';
import { compare, cut, decimal, grouped, isZero, negate, type Decimal } from '../../../shared/decimal.ts';
import { followFeed, peekFeed, useFeedRows } from '../../state/feeds/feeds.ts';
import { useNow } from '../../state/feeds/now.ts';
import { NumberText } from '../../ui/text/numbers.tsx';
import { agedMarks, markAgeWords, NO_MARKS, type MarkAge } from './mark-age.ts';
import { worthOf, type Worth as Parts } from '../../../shared/rules/account/worth.ts';

const CENTS = 2;

/** Outside of the component, so that prices do not look new when the panel is shown again. */
const useMarkAge = create<MarkAge>(() => NO_MARKS);
let followed = false;
function followMarks(): void {
  if (followed) return;
  followed = true;
  followFeed('balances', '', () =>
    useMarkAge.setState((before) => agedMarks(before, peekFeed('balances').values(), Date.now())),
  );
}

const quoteOf = (symbol: string): string | undefined => peekFeed('instruments').get(symbol)?.quote;

/** What the account is worth by the rows that came; null before its balances were read. */
export function worthNow(): Parts | null {
  const balances = peekFeed('balances');
  return balances.size === 0 ? null : worthOf(balances.values(), peekFeed('positions').values(), quoteOf);
}

/** The age of the mark prices in words, once it matters. */
export function useMarksOld(): ReturnType<typeof markAgeWords> {
  useEffect(followMarks, []);
  const age = useMarkAge();
  return markAgeWords(age, useNow());
}

/** What the account is worth, and of what that is made. */
export function Worth(): ReactElement | null {
  const balances = useFeedRows('balances');
  const positions = useFeedRows('positions');
  if (balances.rows.size === 0) return null;
  const worth = worthOf(balances.rows.values(), positions.rows.values(), quoteOf);
  const without = positions.status === 'live' ? worth.without : [...worth.without, 'positions, not read yet'];
  return (
    <span className="balances-worth" title={partsWords(worth, without)}>
      Worth <NumberText value={cut(worth.total, CENTS)} places={CENTS} unit="USDT" />
      {without.length === 0 ? null : ' and more'}
      <MarksOld />
    </span>
  );
}

function MarksOld(): ReactElement | null {
  const words = useMarksOld();
  return words === null ? null : (
    <span className={words.missed ? 'balances-marks-old' : 'balances-marks'}>, {words.text}</span>
  );
}

/** One line a part; those that are nothing are left out. */
export function partsWords({ tokens, interest, isolated, unrealised }: Parts, without: readonly string[]): string {
  const line = (name: string, value: Decimal): readonly string[] =>
    isZero(value) ? [] : [`${name} ${signed(cut(value, CENTS))} USDT`];
  return [
    `Tokens at mark ${signed(cut(tokens, CENTS))} USDT`,
    ...line('Interest owed', negate(interest)),
    ...line('Isolated margin', isolated),
    ...line('Unrealised PnL', unrealised),
    ...(without.length === 0 ? [] : [`Without ${without.join(', ')}`]),
  ].join('\n');
}

const signed = (value: Decimal): string =>
  compare(value, decimal('0')) < 0 ? `−${grouped(negate(value))}` : grouped(value);
