import type { ReactElement } from 'react';
import type { InstrumentRow } from '../../../shared/contract.ts';
import { grouped } from '../../../shared/decimal.ts';
import { useNow } from '../../state/now.ts';
import { Button } from '../../ui/button.tsx';
import { fromWords, SHARES, shareOf, type Room } from './available.ts';
import { edit } from './ticket-store.ts';

/** 25, 50, 75 and 100 % of what is available; where that cannot be known they say why. */
export function ShareButtons(props: { readonly room: Room; readonly instrument: InstrumentRow }): ReactElement {
  const { room, instrument } = props;
  return (
    <div className="ticket-shares">
      <div className="ticket-share-row" role="group" aria-label="Share of what is available">
        {SHARES.map((share) => {
          const size = room.kind === 'known' ? shareOf(room, share, instrument) : null;
          const why =
            room.kind === 'unknown'
              ? room.why
              : size === null
                ? `${share} % is less than the smallest order.`
                : undefined;
          return (
            <Button
              key={share}
              size="small"
              whyDisabled={why}
              onClick={() => {
                if (room.kind !== 'known' || size === null) return;
                edit({
                  do: 'fill',
                  field: room.field,
                  text: size,
                  note: `${share} % of ${room.from}, cut to what fits.`,
                });
              }}
            >
              {share} %
            </Button>
          );
        })}
      </div>
      <p className="ticket-room">
        {room.kind === 'known' ? (
          <>
            Available: <span className="number">{grouped(room.most)}</span>{' '}
            {room.field === 'amount' ? instrument.quote : instrument.base}, <From room={room} />
          </>
        ) : (
          room.why
        )}
      </p>
    </div>
  );
}

function From({ room }: { readonly room: Extract<Room, { kind: 'known' }> }): ReactElement {
  const { text, old } = fromWords(room, useNow());
  return <span className={old ? 'ticket-room-old' : ''}>{text}</span>;
}
