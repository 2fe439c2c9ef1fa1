import { useState, type ReactElement } from 'react';
import type { MoveRow } from '../../../shared/contract/assets.ts';
import { inGroups } from '../../../shared/address/check-address.ts';
import { plainText, shownText } from '../../../shared/address/text-tricks.ts';
import { FaultError } from '../../../shared/errors.ts';
import { ask } from '../../link/bridge.ts';
import { useFeedRow, useFeedRows } from '../../state/feeds/feeds.ts';
import { notify } from '../../state/notices.ts';
import { useNow } from '../../state/feeds/now.ts';
import { newPress } from '../../state/commands/press.ts';
import { sayFault } from '../../state/profiles.ts';
import { Badge } from '../../ui/text/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { isOver, STAGES, stateOf } from './move-words.ts';
import { useWhyNot } from './use-money.ts';

/** What was moved lately from this terminal, newest first, each with how far it is. */
export function MoveList({ kind }: { readonly kind: MoveRow['kind'] }): ReactElement {
  const { rows } = useFeedRows('moves');
  const own = [...rows.values()].filter((row) => row.kind === kind).toSorted((a, b) => b.at - a.at);
  return (
    <section className="moves" aria-label="Lately">
      <h3>Lately</h3>
      {own.length === 0 ? (
        <p className="money-soft">Nothing in the last three days from this terminal. The histories have the rest.</p>
      ) : (
        <ul>
          {own.map((row) => (
            <Move key={row.commandId} row={row} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Move({ row }: { readonly row: MoveRow }): ReactElement {
  const { word, tone } = stateOf(row);
  return (
    <li className={`move${isOver(row) ? ' move-over' : ''}`} aria-label={row.summary}>
      <div className="move-line">
        <strong>{shownText(row.summary)}</strong>
        <Badge tone={tone}>{word}</Badge>
        <TimeText at={row.at} day />
      </div>
      {row.address === null ? null : (
        <p className="money-soft">
          <span className="address">{inGroups(plainText(row.address))}</span>
          {row.memo === null || row.memo === '' ? null : <> · memo {plainText(row.memo)}</>}
        </p>
      )}
      {row.kind === 'withdraw' && row.status === 'accepted' ? <Stages row={row} /> : null}
      {row.message === '' ? null : (
        <p className={row.status === 'rejected' ? 'move-refused' : 'money-soft'}>{row.message}</p>
      )}
      <Waiting row={row} />
      <CancelButton row={row} />
    </li>
  );
}

/** From NEW to COMPLETED, with what the network has confirmed so far. */
function Stages({ row }: { readonly row: MoveRow }): ReactElement {
  const at = STAGES.indexOf((row.stage ?? 'NEW') as (typeof STAGES)[number]); // -1 for a word of the exchange that is not known here
  return (
    <div className="stages">
      <ol aria-label="How far it is">
        {STAGES.map((stage, place) => (
          <li
            key={stage}
            className={place <= at ? 'stage stage-done' : 'stage'}
            aria-current={place === at ? 'step' : undefined}
          >
            {stage}
            {stage === 'CONFIRMING' && row.confirmed !== null && row.threshold !== null
              ? ` ${row.confirmed} of ${row.threshold}`
              : ''}
          </li>
        ))}
      </ol>
      <p className="money-soft">
        {row.fee === null ? null : (
          <>
            Fee {row.fee} {row.token} ·{' '}
          </>
        )}
        {row.exchangeId === null ? null : <>id {row.exchangeId} · </>}
        {row.txId === null ? (
          'no transaction yet'
        ) : (
          <>
            transaction <span className="address">{row.txId}</span>
          </>
        )}
        {row.seenAt === null ? null : (
          <>
            {' '}
            · as of <TimeText at={row.seenAt} />
          </>
        )}
      </p>
    </div>
  );
}

/** While it is NEW the exchange can still be asked to leave it. */
function CancelButton({ row }: { readonly row: MoveRow }): ReactElement | null {
  const whyNot = useWhyNot();
  const [busy, setBusy] = useState(false);
  if (row.kind !== 'withdraw' || row.status !== 'accepted' || (row.stage ?? 'NEW') !== 'NEW') return null;
  async function cancel(): Promise<void> {
    setBusy(true);
    try {
      const outcome = await ask('assets.cancelWithdrawal', { ...newPress(), of: row.commandId });
      if (outcome.status === 'rejected') sayFault('It was not cancelled.', new FaultError(outcome.fault));
      if (outcome.status === 'unconfirmed')
        notify('warning', 'Whether it is cancelled is not known yet', outcome.reason);
    } catch (error) {
      sayFault('It was not cancelled.', error);
    }
    setBusy(false);
  }
  return (
    <div>
      <Button size="small" busy={busy} whyDisabled={whyNot} onClick={() => void cancel()}>
        Cancel it at the exchange
      </Button>
    </div>
  );
}

/** What it waits for before it is sent, and the way back. */
function Waiting({ row }: { readonly row: MoveRow }): ReactElement | null {
  const now = useNow();
  const terminal = useFeedRow('terminal', 'terminal');
  const where = useFeedRow('withdrawals', 'withdrawals')?.confirmedWhere ?? '';
  if ((row.status !== 'confirming' && row.status !== 'holding') || terminal === undefined) return null;
  const { environment, profile } = terminal;
  const left = Math.max(0, Math.ceil(((row.sendsAt ?? now) - now) / 1000));
  return (
    <div className="money-warning" role="status">
      <p>
        {row.status === 'confirming' ? (
          <>Confirm it {where}. Compare every group of the address there with where you have it from.</>
        ) : (
          <>
            Confirmed. It is sent in <span className="number">{left}</span> s.
          </>
        )}
      </p>
      <Button
        size="small"
        onClick={() =>
          void ask('assets.takeBack', { environment, profile, of: row.commandId }).catch((error: unknown) =>
            sayFault('It was not taken back.', error),
          )
        }
      >
        Take it back
      </Button>
    </div>
  );
}
