import type { ReactElement } from 'react';

/** Line icons on a 16 px grid, drawn in the text's colour; each stands beside or behind a word. */
const PATHS = {
  caret: 'M4 6l4 4 4-4',
  close: 'M4 4l8 8M12 4l-8 8',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10zM11 11l3 3',
  settings: 'M2 4h7M13 4h1M2 8h2M8 8h6M2 12h6M12 12h2M11 2.5v3M6 6.5v3M10 10.5v3',
  retry: 'M13 8a5 5 0 1 1-1.5-3.6M13 2v3h-3',
  warning: 'M8 2.5l6 11H2zM8 7v3M8 12v.1',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  info: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 7.5v3.5M8 5v.1',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  copy: 'M6 6h7v7H6zM10 6V3H3v7h3',
  pencil: 'M3 13l.6-2.7L10.8 3l2.2 2.2-7.2 7.2z',
  columns: 'M2.5 3h11v10h-11zM6.5 3v10M10 3v10',
  filter: 'M2 3.5h12L9.5 9v4L6.5 11.5V9z',
  star: 'M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.5 4.3 13.5l.8-4.2L2 6.4l4.2-.5z',
  keyboard: 'M1.5 4h13v8h-13zM4 6.5h.1M6.7 6.5h.1M9.3 6.5h.1M12 6.5h.1M5 9.5h6',
  sound: 'M3 6h2l3-3v10l-3-3H3zM10.5 5.5a3.5 3.5 0 0 1 0 5M12.5 3.5a6 6 0 0 1 0 9',
  lock: 'M4 7h8v6H4zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  bell: 'M4 11.5V7a4 4 0 0 1 8 0v4.5l1.5 1H2.5zM6.8 14.5h2.4',
  helm: 'M8 13A5 5 0 1 0 8 3a5 5 0 0 0 0 10zM8 9.4A1.4 1.4 0 1 0 8 6.6a1.4 1.4 0 0 0 0 2.8zM8 1v5.6M8 9.4V15M1 8h5.6M9.4 8H15M3 3l4 4M13 13L9 9M13 3L9 7M7 9l-4 4',
  more: 'M3.5 8h.1M8 8h.1M12.5 8h.1',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { readonly name: IconName; readonly size?: number }): ReactElement {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
