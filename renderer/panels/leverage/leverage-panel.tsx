import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState, type ReactElement } from 'react';
import type { InstrumentRow, Outcome, PositionRow } from '../../../shared/contract/contract.ts';
import { reachOf } from '../../../shared/rules/account/margin.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import { mostLeverage, readLeverageText, spotMarginChoices } from '../../../shared/rules/leverage-rules.ts';
import { abs, add, isZero, subtract, ZERO, type Decimal } from '../../../shared/decimal.ts';
import { leverageEffect } from '../../../shared/rules/leverage-effect.ts';
import { useFees } from '../../state/feeds/fees.ts';
import { useFeedRow, useFeedRows } from '../../state/feeds/feeds.ts';
import { LEVERAGE, useLeverage } from '../../state/feeds/leverage.ts';
import type { Press } from '../../state/commands/press.ts';
import { sendCommand } from '../../state/commands/send-command.ts';
import { useInstrument, useSymbol } from '../../state/kept/symbol.ts';
import { whyNoCommand } from '../../state/commands/why-no-command.ts';
import { Button } from '../../ui/controls/button.tsx';
import { SegmentedRadio } from '../../ui/controls/choices.tsx';
import { FaultText } from '../../ui/text/fault-text.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useStreamState } from '../../ui/text/stream-state.ts';
import { Review, type Wish } from './review.tsx';
import { useChangedElsewhere } from './use-changed-elsewhere.ts';
import './leverage.css';

const PRESETS = [1, 3, 5, 10, 20, 50] as const;

/** What the exchange has now, and changes of it that are looked at twice. */
export default function LeveragePanel(): ReactElement {
  const symbol = useSymbol();
  const instrument = useInstrument(symbol);
  const account = useFeedRow('account', 'account');
  const terminal = useFeedRow('terminal', 'terminal');
  const stream = useStreamState('private');
  const [wish, setWish] = useState<Wish | null>(null);
  const [refusal, setRefusal] = useState<{ readonly what: string; readonly fault: Fault } | null>(null);
  const [note, setNote] = useState('');
  const queries = useQueryClient();
  const asked = useRef(-Infinity);
  const askedAt = useCallback(() => asked.current, []);
  const whyNot = whyNoCommand(terminal);

  async function send(wanted: Wish, press: Press): Promise<void> {
    asked.current = performance.now();
    setWish(null);
    setRefusal(null);
    setNote(`${wanted.words}: waiting for the exchange.`);
    try {
      const outcome = await sendWish(wanted, press);
      setNote(outcome.status === 'unconfirmed' ? `${wanted.words}: not answered, being asked about.` : '');
      if (outcome.status === 'rejected') setRefusal({ what: wanted.words, fault: outcome.fault });
    } catch (thrown) {
      setNote('');
      setRefusal({ what: wanted.words, fault: faultOf(thrown) });
    } finally {
      asked.current = performance.now();
      // Only what is read back is shown.
      await queries.invalidateQueries({ queryKey: [LEVERAGE] });
    }
  }

  return (
    <Panel
      label="Leverage and position mode"
      className="leverage"
      state={account === undefined || instrument === undefined ? { kind: 'loading' } : stream}
    >
      <div className="leverage-body">
        {account === undefined || instrument === undefined ? null : (
          <>
            <PositionMode now={account.positionMode} whyNot={whyNot} askedAt={askedAt} onWish={setWish} />
            {instrument.kind === 'perpetual' ? (
              <Perpetual
                key={symbol}
                instrument={instrument}
                freeCollateral={account.freeCollateral}
                whyNot={whyNot}
                askedAt={askedAt}
                onWish={setWish}
              />
            ) : (
              <SpotMargin
                now={account.spotMarginLeverage}
                mode={account.accountMode}
                whyNot={whyNot}
                askedAt={askedAt}
                onWish={setWish}
              />
            )}
            {note === '' ? null : (
              <p role="status" className="leverage-note">
                {note}
              </p>
            )}
            {refusal === null ? null : (
              <div role="alert" className="leverage-refusal">
                <p>{refusal.what} was refused.</p>
                <FaultText fault={refusal.fault} />
                <Button size="small" onClick={() => setRefusal(null)}>
                  Dismiss
                </Button>
              </div>
            )}
            <Held />
          </>
        )}
      </div>
      {wish === null ? null : (
        <Review wish={wish} onLeave={() => setWish(null)} onYes={(press) => void send(wish, press)} />
      )}
    </Panel>
  );
}

function sendWish(wish: Wish, press: Press): Promise<Outcome> {
  switch (wish.of) {
    case 'leverage':
      return sendCommand('account.setLeverage', {
        ...press,
        symbol: wish.symbol,
        marginMode: wish.marginMode,
        leverage: wish.leverage,
      });
    case 'positionMode':
      return sendCommand('account.setPositionMode', { ...press, positionMode: wish.positionMode });
    case 'spotMargin':
      return sendCommand('account.setSpotMarginLeverage', { ...press, leverage: wish.leverage });
  }
}

const MODES = { ONE_WAY: 'One way', HEDGE_MODE: 'Hedge' } as const;

function Elsewhere(props: { readonly value: string; readonly askedAt: () => number }): ReactElement | null {
  const { was, dismiss } = useChangedElsewhere(props.value, props.askedAt);
  if (was === null) return null;
  return (
    <p role="status" className="leverage-elsewhere">
      Changed elsewhere: it was {was}.{' '}
      <Button size="small" onClick={dismiss}>
        Seen
      </Button>
    </p>
  );
}

function PositionMode(props: {
  readonly now: string | null;
  readonly whyNot: string | undefined;
  readonly askedAt: () => number;
  onWish(wish: Wish): void;
}): ReactElement {
  const { now, whyNot, onWish } = props;
  const other = now === 'HEDGE_MODE' ? 'ONE_WAY' : 'HEDGE_MODE';
  return (
    <div className="leverage-line">
      <span className="leverage-what">Position mode</span>
      <strong>{now === 'ONE_WAY' || now === 'HEDGE_MODE' ? MODES[now] : (now ?? 'not known')}</strong>
      <Button
        size="small"
        whyDisabled={now === null ? 'The present mode is not known.' : whyNot}
        onClick={() =>
          onWish({
            of: 'positionMode',
            positionMode: other,
            words: `Position mode to ${MODES[other]}`,
            before: now === null ? '–' : (MODES[now as keyof typeof MODES] ?? now),
            after: MODES[other],
            effect: 'The exchange refuses it while orders or positions are open.',
          })
        }
      >
        Change to {MODES[other]}
      </Button>
      <Elsewhere value={now === null ? '' : (MODES[now as keyof typeof MODES] ?? now)} askedAt={props.askedAt} />
    </div>
  );
}

function Perpetual(props: {
  readonly instrument: InstrumentRow;
  readonly freeCollateral: Decimal | null;
  readonly askedAt: () => number;
  readonly whyNot: string | undefined;
  onWish(wish: Wish): void;
}): ReactElement {
  const { instrument, whyNot, onWish } = props;
  const { symbol } = instrument;
  const market = useFeedRow('market', symbol, symbol);
  const { taker } = useFees(symbol);
  const positions = useFeedRows('positions').rows;
  const [marginMode, setMarginMode] = useState<'CROSS' | 'ISOLATED'>('CROSS');
  const [typed, setTyped] = useState('');
  const now = useLeverage({ symbol, marginMode });
  const most = mostLeverage(instrument.initialMarginRatio);
  const check = typed === '' ? null : readLeverageText(typed, most);
  const written = now.data?.sides.map(({ positionSide, leverage }) => `${leverage}× ${positionSide}`).join(', ') ?? '';
  const own = [...positions.values()].filter((row) => row.symbol === symbol && row.marginMode === marginMode);
  const wish = (leverage: number): void =>
    onWish({
      of: 'leverage',
      symbol,
      marginMode,
      leverage,
      words: `Leverage of ${symbol} to ${leverage}×`,
      before: written === '' ? 'not known' : written,
      after: `${leverage}×`,
      effect: [
        `For ${marginMode} margin.`,
        ...leverageEffect(
          {
            marginMode,
            now: now.data?.sides[0]?.leverage ?? null,
            wanted: leverage,
            freeCollateral: props.freeCollateral,
            price: market?.mark ?? market?.last ?? null,
            takerFee: taker,
            claimed: claimedBy(own, marginMode),
            held: own.some(({ holding }) => !isZero(holding)),
          },
          instrument,
        ),
        'These are estimates; the exchange refuses what open positions cannot carry.',
      ].join(' '),
    });
  return (
    <div className="leverage-block">
      <div className="leverage-line">
        <span className="leverage-what">Leverage of {symbol}</span>
        <strong className="number">
          {now.isError ? 'not known' : now.data === undefined ? '…' : written === '' ? 'none' : written}
        </strong>
      </div>
      <Elsewhere key={marginMode} value={written} askedAt={props.askedAt} />
      <SegmentedRadio
        label="Margin mode of the leverage"
        value={marginMode}
        onChange={setMarginMode}
        choices={[
          { value: 'CROSS', label: 'CROSS' },
          { value: 'ISOLATED', label: 'ISOLATED' },
        ]}
      />
      <div className="leverage-presets" role="group" aria-label="Leverages">
        {PRESETS.filter((preset) => preset <= most).map((preset) => (
          <Button key={preset} size="small" whyDisabled={whyNot} onClick={() => wish(preset)}>
            {preset}×
          </Button>
        ))}
      </div>
      <input
        type="range"
        className="leverage-slider"
        aria-label="Leverage slider"
        min={1}
        max={most}
        step={1}
        value={check?.ok === true ? check.leverage : (now.data?.sides[0]?.leverage ?? 1)}
        disabled={whyNot !== undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Field
        label="New leverage"
        inputMode="numeric"
        value={typed}
        onChange={setTyped}
        suffix="×"
        maxLength={12}
        placeholder={`1 to ${most}`}
        error={check?.ok === false ? check.reason : undefined}
        onEnter={() => {
          if (check?.ok === true && whyNot === undefined) wish(check.leverage);
        }}
      />
      <Button
        whyDisabled={whyNot ?? (check === null ? 'Type a leverage first.' : check.ok ? undefined : check.reason)}
        onClick={() => {
          if (check?.ok === true) wish(check.leverage);
        }}
      >
        Review the change
      </Button>
    </div>
  );
}

/** Base quantity that claims margin by the leverage. What an isolated position has set apart claims none anew. */
function claimedBy(positions: readonly PositionRow[], marginMode: 'CROSS' | 'ISOLATED'): Decimal {
  let sum = ZERO;
  for (const { holding, pendingLong, pendingShort } of positions) {
    const reach = reachOf({ holding, buys: pendingLong ?? ZERO, sells: pendingShort ?? ZERO });
    sum = add(sum, marginMode === 'ISOLATED' ? subtract(reach, abs(holding)) : reach);
  }
  return sum;
}

function SpotMargin(props: {
  readonly now: number | null;
  readonly mode: string | null;
  readonly whyNot: string | undefined;
  readonly askedAt: () => number;
  onWish(wish: Wish): void;
}): ReactElement {
  const { now, mode, whyNot, onWish } = props;
  const choices = spotMarginChoices(mode);
  return (
    <div className="leverage-block">
      <div className="leverage-line">
        <span className="leverage-what">Spot margin leverage</span>
        <strong className="number">{now === null ? 'not known' : `${now}×`}</strong>
      </div>
      <Elsewhere value={now === null ? '' : `${now}×`} askedAt={props.askedAt} />
      {choices.length === 0 ? (
        <p className="leverage-note">The account mode {mode ?? ''} has no spot margin.</p>
      ) : (
        <div className="leverage-presets" role="group" aria-label="Spot margin leverages">
          {choices.map((leverage) => (
            <Button
              key={leverage}
              size="small"
              aria-pressed={leverage === now}
              whyDisabled={leverage === now ? 'It is this already.' : whyNot}
              onClick={() =>
                onWish({
                  of: 'spotMargin',
                  leverage,
                  words: `Spot margin leverage to ${leverage}×`,
                  before: now === null ? 'not known' : `${now}×`,
                  after: `${leverage}×`,
                  effect: 'It decides how much can be borrowed against the collateral.',
                })
              }
            >
              {leverage}×
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}

/** Leverage of everything that is held. */
function Held(): ReactElement | null {
  const rows = [...useFeedRows('positions').rows.values()].filter(({ holding }) => !isZero(holding));
  if (rows.length === 0) return null;
  return (
    <table className="leverage-held" aria-label="Leverage of open positions">
      <thead>
        <tr>
          <th scope="col">Position</th>
          <th scope="col">Side</th>
          <th scope="col">Margin</th>
          <th scope="col">Leverage</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{row.symbol}</td>
            <td>{row.positionSide}</td>
            <td>{row.marginMode ?? '–'}</td>
            <td className="number">{row.leverage === null ? '–' : `${row.leverage}×`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
