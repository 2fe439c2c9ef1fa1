import type { ReactElement } from 'react';
import { peekFeed, useFeed } from '../../state/feeds/feeds.ts';
import { Panel } from '../../ui/panel.tsx';
import { ColumnsMenu } from '../../ui/table/columns-menu.tsx';
import { useTable } from '../../ui/table/table.tsx';
import { useStreamState, useUnreadState } from '../../ui/text/stream-state.ts';
import { PositionDialog } from './position-dialog.tsx';
import { leftOut, PNL_PLACES, signedText, totals } from './position-words.ts';
import { PositionsGrid, positionsTable } from './positions-grid.tsx';
import './positions.css';

const NO_POSITION = {
  kind: 'empty',
  title: 'No position',
  hint: 'Perpetuals that you hold stand here, with their profit and their distance to liquidation.',
} as const;

/** Perpetuals that are held, live, with the two ways out of each. */
export default function PositionsPanel(): ReactElement {
  const count = useFeed('positions', '', (state) => (state.status === 'loading' ? -1 : state.rows.size));
  const unread = useUnreadState();
  const table = useTable(positionsTable);
  const positionsState = useStreamState('private', 'positions');
  // The mark price, and all that is worked out from it, comes over the public stream.
  const marksState = useStreamState('public');
  const stream = positionsState.kind === 'ready' ? marksState : positionsState;
  return (
    <>
      <Panel
        label="Positions"
        className="positions"
        state={count === -1 ? unread : count === 0 ? { ...NO_POSITION, stream: positionsState } : stream}
        tools={
          count > 0 ? (
            <>
              <Totals />
              <span className="panel-tools-space" />
              <ColumnsMenu table={table} />
            </>
          ) : undefined
        }
      >
        <PositionsGrid table={table} />
      </Panel>
      <PositionDialog />
    </>
  );
}

const quoteOf = (symbol: string): string | undefined => peekFeed('instruments').get(symbol)?.quote;

function Totals(): ReactElement {
  // One text for all sums: a fresh list would be drawn at every change of any row.
  const words = useFeed('positions', '', (state) => {
    const sums = totals(state.rows.values(), quoteOf);
    return [...sums].map(([quote, sum]) => `${signedText(sum).text} ${quote}`).join('\n');
  });
  const without = useFeed('positions', '', (state) => leftOut(state.rows.values(), quoteOf).join(', '));
  return (
    <p
      className="positions-totals"
      title={`Cut after ${PNL_PLACES} decimals.${without === '' ? '' : ` Without ${without}: the mark price or the rules are not known.`}`}
    >
      Unrealised PnL
      {words.split('\n').map((sum) => (
        <span
          key={sum.split(' ')[1]}
          className="positions-sum"
          data-tone={sum.startsWith('+') ? 'up' : sum.startsWith('−') ? 'down' : 'none'}
        >
          {sum === '' ? '–' : sum}
        </span>
      ))}
      {without === '' ? null : ' and more'}
    </p>
  );
}
