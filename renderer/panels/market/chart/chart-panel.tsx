import { useCallback, useMemo, useState, type ReactElement } from 'react';
import { candleIntervals, type CandleInterval } from '../../../../shared/v3/candle-intervals.ts';
import { MOST_EXECUTIONS } from '../../../../shared/contract/executions.ts';
import { useInstrument, useSymbol } from '../../../state/kept/symbol.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Select, Switch } from '../../../ui/controls/choices.tsx';
import { Panel, SkeletonRows, type PanelState } from '../../../ui/panel.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { useStreamState } from '../../../ui/text/stream-state.ts';
import { CandleChart } from './candle-chart.tsx';
import { changeChart, useChartSettings } from './chart-settings.ts';
import { useCandles, type CandleState } from './use-candles.ts';
import './chart.css';

/** Candles of the linked symbol with what the account has at stake drawn over them. */
export default function ChartPanel(): ReactElement {
  const symbol = useSymbol();
  const instrument = useInstrument(symbol);
  const { interval, lines, fills } = useChartSettings();
  const { source, state, retry } = useCandles(symbol, interval);
  const stream = useStreamState('public');
  const panel = useMemo(() => panelState(state, stream, symbol, retry), [state, stream, symbol, retry]);
  const [newest, setNewest] = useState<(() => void) | null>(null);
  const take = useCallback((jump: (() => void) | null) => setNewest(() => jump), []);
  return (
    <Panel
      label="Chart"
      className="chart"
      state={instrument === undefined ? { kind: 'loading' } : panel}
      skeleton={<SkeletonRows rows={10} />}
      tools={
        <>
          <div className="chart-interval">
            <Select
              label="Interval"
              showLabel={false}
              value={interval}
              onChange={(chosen: CandleInterval) => changeChart({ interval: chosen })}
              choices={candleIntervals.map((value) => ({ value, label: INTERVAL_WORDS[value] }))}
            />
          </div>
          <Button size="small" kind="quiet" onClick={() => newest?.()}>
            Newest
          </Button>
          <span className="panel-tools-space" />
          <Tooltip text="Drawn with Lightweight Charts by TradingView, https://www.tradingview.com">
            <span className="chart-source">TradingView charts</span>
          </Tooltip>
          <Switch
            label="Orders"
            checked={lines}
            onChange={(on) => changeChart({ lines: on })}
            tip="Own orders and positions as lines. Drag an order’s line to edit its price."
          />
          <Switch
            label="Fills"
            checked={fills}
            onChange={(on) => changeChart({ fills: on })}
            tip={`Each own fill at its time and price, the newest ${MOST_EXECUTIONS.toLocaleString('en-US')} at most. Point at a candle to read its fills.`}
          />
        </>
      }
    >
      {instrument === undefined ? null : (
        <CandleChart
          key={`${symbol} ${interval}`}
          source={source}
          instrument={instrument}
          lines={lines}
          fills={fills}
          onNewest={take}
        />
      )}
    </Panel>
  );
}

const INTERVAL_WORDS: Readonly<Record<CandleInterval, string>> = {
  '1m': '1 minute',
  '3m': '3 minutes',
  '5m': '5 minutes',
  '15m': '15 minutes',
  '30m': '30 minutes',
  '1h': '1 hour',
  '2h': '2 hours',
  '4h': '4 hours',
  '6h': '6 hours',
  '12h': '12 hours',
  '1d': '1 day',
  '1w': '1 week',
  '1M': '1 month',
};

function panelState(state: CandleState, stream: PanelState, symbol: string, retry: () => void): PanelState {
  switch (state.kind) {
    case 'loading':
      return { kind: 'loading' };
    case 'failed':
      return { kind: 'error', fault: state.fault, retry };
    case 'ready':
      return state.empty
        ? { kind: 'empty', title: 'No candle yet', hint: `${symbol} has not traded in this interval.`, stream }
        : stream;
  }
}
