import type { ReactElement } from 'react';
import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import { grouped } from '../../../../shared/decimal.ts';
import { useNow } from '../../../state/feeds/now.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { fromWords, offered, roomOf, SHARES, shareOf, type Room, type SaidMeans } from './available.ts';
import { edit } from '../ticket/ticket-store.ts';
import { useMeansNow } from './use-surroundings.ts';

/** 25, 50, 75 and 100 % of what is available; where that cannot be known they say why. */
export function ShareButtons(props: {
  readonly draft: OrderDraft;
  readonly means: SaidMeans;
  readonly sizedBy: 'quantity' | 'amount';
  readonly instrument: InstrumentRow;
}): ReactElement {
  const { draft, instrument, sizedBy } = props;
  const now = useNow();
  const means = useMeansNow(draft, props.means);
  const room = offered(roomOf(draft, instrument, means, sizedBy), now);
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
                // The exchange takes one of the two.
                edit({ do: 'fill', field: room.field === 'amount' ? 'quantity' : 'amount', text: '' });
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
            {room.field === 'amount' ? instrument.quote : instrument.base}, <From room={room} now={now} />
          </>
        ) : (
          room.why
        )}
      </p>
      {room.kind === 'known' && room.parts.length > 0 ? (
        <p className="ticket-room-parts">{room.parts.join('; ')}.</p>
      ) : null}
    </div>
  );
}

function From(props: { readonly room: Extract<Room, { kind: 'known' }>; readonly now: number }): ReactElement {
  const { text, old } = fromWords(props.room, props.now);
  return <span className={old ? 'ticket-room-old' : ''}>{text}</span>;
}
