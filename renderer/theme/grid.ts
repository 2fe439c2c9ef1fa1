import { themeQuartz, type GridOptions } from 'ag-grid-community';
import { styleNonce } from './nonce.ts';

/**
 * The look of every grid. Colours are the tokens themselves, so that a change of theme needs no
 * change of the grid; the library's web fonts are off, as the page has no network.
 */
const gridTheme = themeQuartz.withParams({
  accentColor: 'var(--accent)',
  backgroundColor: 'var(--panel)',
  borderColor: 'var(--line)',
  borderRadius: 4,
  browserColorScheme: 'inherit',
  cellHorizontalPadding: 8,
  cellTextColor: 'var(--text)',
  chromeBackgroundColor: 'var(--panel-head)',
  columnBorder: false,
  fontFamily: 'inherit',
  fontSize: 'var(--size)',
  foregroundColor: 'var(--text)',
  headerBackgroundColor: 'var(--panel)',
  headerFontSize: 'var(--size-small)',
  headerFontWeight: 500,
  headerTextColor: 'var(--text-soft)',
  headerHeight: 'var(--row)',
  iconSize: 12,
  inputBackgroundColor: 'var(--sunken)',
  inputBorder: { color: 'var(--line-strong)' },
  menuBackgroundColor: 'var(--panel)',
  menuTextColor: 'var(--text)',
  oddRowBackgroundColor: 'var(--panel)',
  rowBorder: { color: 'var(--line)' },
  rowHeight: 'var(--row)',
  rowHoverColor: 'var(--hover)',
  selectedRowBackgroundColor: 'var(--selected)',
  spacing: 4,
  subtleTextColor: 'var(--text-faint)',
  textColor: 'var(--text)',
  wrapperBorder: false,
  wrapperBorderRadius: 0,
});

/** Options that every grid has: `<AgGridReact {...gridDefaults()} …>`. */
export function gridDefaults(): Pick<
  GridOptions,
  'theme' | 'styleNonce' | 'loadThemeGoogleFonts' | 'animateRows' | 'tabToNextCell' | 'tabToNextHeader'
> {
  return {
    theme: gridTheme,
    styleNonce: styleNonce(),
    loadThemeGoogleFonts: false,
    // Rows that slide by themselves move under the pointer.
    animateRows: false,
    // The arrow keys walk in a grid; Tab leaves it, from an editor to the next cell.
    tabToNextCell: ({ editing, nextCellPosition }) => (editing ? (nextCellPosition ?? true) : false),
    tabToNextHeader: () => false,
  };
}
