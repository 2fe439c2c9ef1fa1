import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactElement } from 'react';
import type { RequestOutput } from '../../../../shared/contract/contract.ts';
import type { HistoryName } from '../../../../shared/history/tables.ts';
import { ask } from '../../../link/bridge.ts';
import { useAccountKey } from '../../../state/feeds/account-key.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { NumberText } from '../../../ui/text/numbers.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { GroupTable } from './group-table.tsx';
import { sumLines } from './sum-lines.ts';

const SHOWN = 4;
const KINDS = { spot: 'on spot', perpetual: 'in perpetuals' } as const;

/** How many rows are meant and what they come to, over the whole archive and not the rows on screen. */
export function SumsBar(props: {
  readonly history: HistoryName;
  readonly found: RequestOutput<'archive.sums'> | undefined;
  readonly busy: boolean;
}): ReactElement {
  const { history, found, busy } = props;
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const own = useOwnAccount(history === 'transfers');
  const lines = found === undefined ? [] : sumLines(history, found.sums, own);
  return (
    <div className="sums-bar" role="group" aria-label="Sums" aria-busy={busy}>
      <span className="number sums-rows">{found === undefined ? 'adding up' : count(found.rows)}</span>
      {lines.slice(0, SHOWN).map(({ label, sum, unit, kind, net }) => (
        <span key={`${label} ${unit} ${kind ?? ''}`} className="sums-line">
          {label} <NumberText value={sum} unit={unit} tone={net ? (sum.startsWith('-') ? 'down' : 'up') : undefined} />
          {kind === null ? null : ` ${KINDS[kind]}`}
        </span>
      ))}
      {found === undefined || lines.length === 0 ? null : (
        <Button ref={anchor} size="small" kind="quiet" aria-haspopup="dialog" onClick={() => setOpen(!open)}>
          All sums
        </Button>
      )}
      {open && found !== undefined ? (
        <Popover label="All sums" anchor={anchor} align="start" className="history-sums" onClose={() => setOpen(false)}>
          {found.sums.map(({ field, groups }) => (
            <GroupTable key={field} history={history} field={field} groups={groups} />
          ))}
        </Popover>
      ) : null}
    </div>
  );
}

/** Id of the account on screen; null while it is not known or not wanted. */
function useOwnAccount(wanted: boolean): string | null {
  const account = useAccountKey();
  const { data } = useQuery({
    enabled: wanted && account !== null,
    staleTime: Number.POSITIVE_INFINITY,
    queryKey: ['assets.accounts', account],
    queryFn: () => ask('assets.accounts', {}),
  });
  return data?.accounts.find(({ own }) => own)?.applicationId ?? null;
}

const count = (rows: number): string => (rows === 1 ? '1 row' : `${rows.toLocaleString('en-US')} rows`);
