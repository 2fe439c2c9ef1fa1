import { useId, useMemo, useRef, useState, type ReactElement } from 'react';
import type { InstrumentRow } from '../../shared/contract.ts';
import { useFeedRows } from '../state/feeds.ts';
import { selectSymbol } from '../state/symbol.ts';
import { Icon } from '../ui/icons.tsx';
import { Popover } from '../ui/popover.tsx';
import { LastPrice } from './last-price.tsx';
import { nextOption } from './list-keys.ts';
import { close, toggle, useOpened } from './open.ts';
import { bestMatches } from './search.ts';

/** Rows with live prices cost a subscription each; more is typed for. */
const MOST_ROWS = 40;

export function SymbolPicker({ symbol }: { readonly symbol: string }): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  const opened = useOpened('symbol');
  return (
    <div className="symbol">
      <button
        type="button"
        ref={button}
        className="symbol-button"
        aria-label={`Symbol: ${symbol}`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => toggle('symbol')}
      >
        <span className="symbol-name">{symbol}</span>
        <Icon name="caret" size={12} />
      </button>
      <LastPrice symbol={symbol} />
      {opened ? (
        <Popover label="Choose a symbol" anchor={button} onClose={() => close('symbol')}>
          <SymbolList current={symbol} />
        </Popover>
      ) : null}
    </div>
  );
}

function SymbolList({ current }: { readonly current: string }): ReactElement {
  const instruments = useFeedRows('instruments');
  const [typed, setTyped] = useState('');
  const found = useMemo(
    () =>
      bestMatches(typed, [...instruments.rows.values()], (row) => `${row.symbol} ${row.base} ${row.quote} ${row.kind}`),
    [typed, instruments],
  );
  const shown = found.slice(0, MOST_ROWS);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      shown.findIndex((row) => row.symbol === current),
    ),
  );
  const list = useId();
  const chosen = shown[Math.min(at, shown.length - 1)];
  const choose = (row: InstrumentRow | undefined): void => {
    if (row === undefined) return;
    selectSymbol(row.symbol);
    close('symbol');
  };

  return (
    <div className="symbols">
      <div className="symbols-search">
        <Icon name="search" />
        <input
          data-autofocus
          className="symbols-input"
          role="combobox"
          aria-label="Search symbols"
          aria-expanded="true"
          aria-controls={list}
          aria-activedescendant={chosen === undefined ? undefined : `${list}-${chosen.symbol}`}
          placeholder="Search symbols"
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          onKeyDown={(event) => {
            const next = nextOption(event.key, at, shown.length);
            if (next !== null) {
              event.preventDefault();
              setAt(next);
            } else if (event.key === 'Enter') choose(chosen);
          }}
        />
      </div>
      <ul className="symbols-list" id={list} role="listbox" aria-label="Symbols">
        {shown.map((row) => (
          <li
            key={row.symbol}
            id={`${list}-${row.symbol}`}
            role="option"
            aria-selected={row === chosen}
            className={`symbol-row${row.symbol === current ? ' symbol-row-current' : ''}`}
            ref={row === chosen ? (element) => element?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => choose(row)}
          >
            <span className="symbol-row-name">{row.symbol}</span>
            <span className="symbol-row-kind">{row.status === 'TRADING' ? row.kind : row.status}</span>
            <LastPrice symbol={row.symbol} />
          </li>
        ))}
      </ul>
      {found.length === 0 ? (
        <p className="symbols-more">
          {instruments.rows.size === 0 ? 'The instruments are not loaded yet.' : 'No symbol has this in its name.'}
        </p>
      ) : null}
      {found.length > MOST_ROWS ? (
        <p className="symbols-more">{found.length - MOST_ROWS} more; type to find them</p>
      ) : null}
    </div>
  );
}
