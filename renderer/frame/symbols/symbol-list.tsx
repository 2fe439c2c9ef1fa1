import {
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';
import type { InstrumentRow } from '../../../shared/contract/contract.ts';
import { PERPETUALS } from '../../../shared/contract/tickers.ts';
import { useLink } from '../../link/bridge.ts';
import { favourites, toggleFavourite } from '../../state/kept/favourites.ts';
import { useFeedRows } from '../../state/feeds/feeds.ts';
import { selectSymbol } from '../../state/kept/symbol.ts';
import { nextOption } from '../keys/list-keys.ts';
import { close } from '../dock/open.ts';
import { SearchField } from './search-field.tsx';
import { SymbolBlock } from './symbol-block.tsx';
import { arranged, BLOCK, ROW_PX, scrolledTo, seenBlocks } from './symbol-rows.ts';

/** All symbols with their figures, to search and to choose from. Figures are asked for while it is open. */
export function SymbolList({ current }: { readonly current: string }): ReactElement {
  const instruments = useFeedRows('instruments');
  const perpetuals = useFeedRows('tickers', PERPETUALS);
  const cut = useLink(({ link }) => link.state === 'down');
  const [typed, setTyped] = useState('');
  // Stars are looked at when the list is made: a row that is given one stays under the pointer.
  const rows = useMemo(() => arranged(typed, instruments.rows.values(), favourites()), [typed, instruments]);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      rows.findIndex((row) => row.symbol === current),
    ),
  );
  const list = useId();
  const scroller = useScroller(rows.length, Math.min(at, rows.length - 1), typed);
  const chosen = rows[Math.min(at, rows.length - 1)];
  const choose = useCallback((row: InstrumentRow | undefined): void => {
    if (row === undefined) return;
    selectSymbol(row.symbol);
    close('symbol');
  }, []);

  function keyDown(event: KeyboardEvent): void {
    const next = nextOption(event.key, at, rows.length);
    if (next !== null) {
      event.preventDefault();
      setAt(next);
    } else if (event.key === 'Enter') {
      // The focus goes back to the button that opened the list, which this key must not press.
      event.preventDefault();
      if (!event.repeat) choose(chosen);
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      event.preventDefault();
      if (chosen !== undefined) toggleFavourite(chosen.symbol);
    }
  }

  return (
    <div className="symbols">
      <SearchField
        data-autofocus
        aria-label="Search symbols"
        aria-haspopup="grid"
        aria-controls={list}
        aria-activedescendant={chosen === undefined ? undefined : `${list}-${chosen.symbol}`}
        placeholder="Search symbols"
        value={typed}
        onType={(text) => {
          setTyped(text);
          setAt(0);
        }}
        onKeyDown={keyDown}
      />
      <div role="grid" id={list} aria-label="Symbols" aria-rowcount={rows.length + 1}>
        <div role="rowgroup">
          <div role="row" aria-rowindex={1} className="symbols-head">
            {HEADS.map((head) => (
              <span key={head} role="columnheader">
                {head}
              </span>
            ))}
          </div>
        </div>
        <div ref={scroller.ref} role="presentation" className="symbols-scroll" onScroll={scroller.onScroll}>
          <div role="presentation" className="symbols-all" style={{ height: rows.length * ROW_PX }}>
            {scroller.blocks.map((block) => (
              <SymbolBlock
                key={block}
                block={block}
                rows={rows.slice(block * BLOCK, (block + 1) * BLOCK)}
                perpetuals={perpetuals.rows}
                cut={cut}
                list={list}
                chosen={chosen?.symbol}
                current={current}
                choose={choose}
              />
            ))}
          </div>
        </div>
      </div>
      <p className="symbols-more">
        {rows.length > 0
          ? `${rows.length} symbols. Enter takes one, Ctrl+D gives it a star.`
          : instruments.rows.size === 0
            ? 'The instruments are not loaded yet.'
            : 'No symbol has this in its name.'}
      </p>
    </div>
  );
}

const HEADS = ['Star', 'Symbol', 'Last', '24 h', 'Volume 24 h', 'Funding', 'Next funding'] as const;

/** What part of the list is seen; the row that is chosen by keys is brought into it. */
function useScroller(
  count: number,
  at: number,
  typed: string,
): {
  readonly ref: RefObject<HTMLDivElement | null>;
  readonly blocks: readonly number[];
  onScroll(): void;
} {
  const ref = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 0 });
  const look = useCallback((): void => {
    const box = ref.current;
    if (box !== null) setSeen({ top: box.scrollTop, height: box.clientHeight });
  }, []);
  useLayoutEffect(() => {
    const box = ref.current;
    if (box === null) return;
    box.scrollTop = scrolledTo(at, box.scrollTop, box.clientHeight);
    look();
  }, [at, typed, look]);
  return { ref, blocks: seenBlocks(count, seen.top, seen.height), onScroll: look };
}
