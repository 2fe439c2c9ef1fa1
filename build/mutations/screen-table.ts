/** A fault of before, put back into the present code, that the random user must find. */
export interface ScreenMutation {
  readonly breaks: string;
  /** A pattern of the words in which the random user says it; another fault that it meets proves nothing. */
  readonly seen: string;
  readonly edits: readonly { readonly file: string; readonly from: string; readonly to: string }[];
}

const TABLE = 'renderer/ui/table/table.tsx';
const WORTH = 'renderer/panels/balances/worth.tsx';
const FOCUS = 'renderer/ui/table/focus-row.ts';

/** Faults that people met, in the form that they would have in the code as it is. */
export const SCREEN_MUTATIONS: readonly ScreenMutation[] = [
  {
    breaks: 'Open orders goes on with the grid of before at a return to its tab',
    seen: 'Open orders',
    edits: [
      { file: TABLE, from: 'life.current = beginLife(', to: 'life.current ??= beginLife(' },
      { file: TABLE, from: '        life.current = null;\n', to: '' },
    ],
  },
  {
    breaks: 'Positions takes the rows of a grid that is gone for those of the new one',
    seen: 'position [^]* is not shown|AG Grid: error',
    edits: [
      {
        file: 'renderer/ui/table/feed-source.ts',
        from: '  return (api, held) => {\n    const rows = createFeedRows<Row>(source);\n',
        to: '  const rows = createFeedRows<Row>(source);\n  return (api, held) => {\n',
      },
    ],
  },
  {
    breaks: 'a second Enter on Cancel cancels the next order',
    seen: 'a second Enter after the cancel',
    edits: [
      {
        file: FOCUS,
        from: 'isStartled: () => performance.now() - movedAt < STARTLED_MS,',
        to: 'isStartled: () => false,',
      },
      {
        file: FOCUS,
        from: '.find((each) => !isAction(each.getColId()) && each.getColDef().headerName !== undefined);',
        to: ".find((each) => each.getColId() === 'cancel');",
      },
    ],
  },
  {
    breaks: 'the ticket divides by the price of an empty side of the book',
    seen: 'Order entry. stopped',
    edits: [
      {
        file: 'shared/rules/account/book-cost.ts',
        from: '  if (best === undefined || worst === null || average === null) return null;',
        to: "  if (average === null) throw new RangeError('division by zero');\n  if (best === undefined || worst === null) return null;",
      },
    ],
  },
  {
    breaks: 'Worth stands still: it looks for another map, and the rows of a feed change in place',
    seen: 'worth:',
    edits: [
      {
        file: 'renderer/state/feeds/feed-store.ts',
        from: "store.setState((state) => ({ status: 'live', version: state.version + 1, rows: viewOf(rows) }));",
        to: "store.setState((state) => ({ status: 'live', version: state.version + 1, rows: state.rows }));",
      },
      {
        file: WORTH,
        from: 'import { followFeed, peekFeed, useFeedRows }',
        to: 'import { followFeed, peekFeed, useFeed }',
      },
      {
        file: WORTH,
        from: "const balances = useFeedRows('balances');",
        to: "const balances = { rows: useFeed('balances', '', ({ rows }) => rows) };",
      },
      {
        file: WORTH,
        from: "const positions = useFeedRows('positions');",
        to: "const positions = { status: 'live', rows: useFeed('positions', '', ({ rows }) => rows) };",
      },
    ],
  },
  {
    breaks: 'Worth leaves out profit that is not taken yet',
    seen: 'worth:',
    edits: [
      {
        file: 'shared/rules/account/worth.ts',
        from: 'add(isolated, unrealised)',
        to: 'isolated',
      },
    ],
  },
  {
    breaks: 'a notice stands outside of an open question, where it cannot be reached',
    seen: 'this notice cannot be reached',
    edits: [
      {
        file: 'renderer/ui/overlays/toasts.tsx',
        from: 'useTopModal() ?? document.body',
        to: '(useTopModal(), document.body)',
      },
    ],
  },
  {
    breaks: 'a fill is heard only while Open orders is in front',
    seen: 'no tone sounded',
    edits: [
      {
        file: 'renderer/frame/news/watch-orders.ts',
        from: '  if (useSettings.getState().sound) playSign(which);',
        to: '  const isShown = document.querySelector(\'[role="region"][aria-label="Open orders"]\')?.checkVisibility() === true;\n  if (useSettings.getState().sound && isShown) playSign(which);',
      },
    ],
  },
  {
    breaks: 'the tag on the chart’s axis is the last close in view',
    seen: 'stands nowhere on the axis',
    edits: [
      {
        file: 'renderer/panels/market/chart/chart-view.ts',
        from: "    lastValueVisible: false,\n    priceFormat: { type: 'custom'",
        to: "    priceFormat: { type: 'custom'",
      },
      {
        file: 'renderer/panels/market/chart/chart-view.ts',
        from: '      axisLabelVisible: true,',
        to: '      axisLabelVisible: false,',
      },
    ],
  },
  {
    breaks: '“Newest” glides and stops at the next price',
    seen: '“Newest” shows',
    edits: [
      {
        file: 'renderer/panels/market/chart/chart-view.ts',
        from: 'chart.timeScale().scrollToPosition(AHEAD, false);',
        to: 'chart.timeScale().scrollToPosition(-AHEAD, false);',
      },
    ],
  },
];
