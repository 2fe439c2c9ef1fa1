import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { Select } from '../../ui/controls/choices.tsx';
import { pagesOf } from './presets.ts';

/** Where one is, and where one can go. */
export function PageBar(props: {
  readonly page: number;
  readonly size: number;
  readonly sizes: readonly number[];
  readonly total: number | null;
  readonly shown: number;
  readonly capped: boolean;
  readonly busy: boolean;
  onPage(page: number): void;
  onSize(size: number): void;
}): ReactElement {
  const { page, size, total, shown, busy, onPage } = props;
  const [typed, setTyped] = useState('');
  const pages = pagesOf(total, size);
  const first = (page - 1) * size + 1;
  const atEnd = pages === null ? shown < size : page >= pages;
  const go = (): void => {
    const wanted = /^\d{1,6}$/.test(typed.trim()) ? Number(typed) : Number.NaN;
    if (wanted >= 1 && (pages === null || wanted <= pages)) onPage(wanted);
    setTyped('');
  };
  return (
    <div className="page-bar">
      <span className="number">
        {shown === 0 ? 'no rows' : `${first.toLocaleString('en-US')} to ${(first + shown - 1).toLocaleString('en-US')}`}
        {total === null ? '' : ` of ${total.toLocaleString('en-US')}`}
      </span>
      <span className="page-note">Sorting is within this page{busy ? ' · reading' : ''}</span>
      {props.capped ? <span className="page-note">Older ones need a narrower range</span> : null}
      <span className="panel-tools-space" />
      <div className="page-size">
        <Select
          label="Page size"
          showLabel={false}
          value={String(size)}
          onChange={(chosen) => props.onSize(Number(chosen))}
          choices={props.sizes.map((each) => ({ value: String(each), label: `${each} a page` }))}
        />
      </div>
      <Button size="small" whyDisabled={page === 1 ? 'This is the first page.' : undefined} onClick={() => onPage(1)}>
        First
      </Button>
      <Button
        size="small"
        whyDisabled={page === 1 ? 'This is the first page.' : undefined}
        onClick={() => onPage(page - 1)}
      >
        Previous
      </Button>
      <label className="page-go">
        Page
        <input
          aria-label="Go to page"
          inputMode="numeric"
          value={typed}
          placeholder={String(page)}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.repeat) go();
          }}
          onBlur={() => setTyped('')}
        />
        {pages === null ? '' : `of ${pages.toLocaleString('en-US')}`}
      </label>
      <Button size="small" whyDisabled={atEnd ? 'This is the last page.' : undefined} onClick={() => onPage(page + 1)}>
        Next
      </Button>
      <Button
        size="small"
        whyDisabled={pages === null ? 'How many there are is not known.' : atEnd ? 'This is the last page.' : undefined}
        onClick={() => {
          if (pages !== null) onPage(pages);
        }}
      >
        Last
      </Button>
    </div>
  );
}
