import type { ComponentProps, ReactElement } from 'react';
import { Icon } from '../../ui/controls/icons.tsx';

/** A line to type into above a list that it searches. The list is named by `aria-controls`, its chosen row by `aria-activedescendant`. */
export function SearchField({
  onType,
  ...rest
}: { onType(text: string): void } & Pick<
  ComponentProps<'input'>,
  'aria-activedescendant' | 'aria-controls' | 'aria-haspopup' | 'aria-label' | 'onKeyDown' | 'placeholder' | 'value'
> & { readonly 'data-autofocus'?: boolean }): ReactElement {
  return (
    <div className="list-search">
      <Icon name="search" />
      <input
        className="list-search-input"
        role="combobox"
        aria-expanded="true"
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => onType(event.target.value)}
        {...rest}
      />
    </div>
  );
}
