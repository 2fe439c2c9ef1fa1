import { useRef, type ReactElement } from 'react';
import { symbolName } from '../../../shared/words/symbol-name.ts';
import { Icon } from '../../ui/controls/icons.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { LastPrice } from './last-price.tsx';
import { close, toggle, useOpened } from '../dock/open.ts';
import { SymbolList } from './symbol-list.tsx';

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
        <span className="symbol-names">
          <span className="symbol-name">
            {symbolName(symbol)} <Icon name="caret" size={12} />
          </span>
          <span className="symbol-own">{symbol}</span>
        </span>
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
