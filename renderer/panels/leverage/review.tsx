import type { ReactElement } from 'react';
import { useFeedRow } from '../../state/feeds.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { OnAccount } from '../../ui/on-account.tsx';

/** A change that was asked for, in words; nothing of it changes while it is looked at. */
export type Wish = {
  readonly words: string;
  readonly before: string;
  readonly after: string;
  readonly effect: string;
} & (
  | {
      readonly of: 'leverage';
      readonly symbol: string;
      readonly marginMode: 'CROSS' | 'ISOLATED';
      readonly leverage: number;
    }
  | { readonly of: 'positionMode'; readonly positionMode: 'ONE_WAY' | 'HEDGE_MODE' }
  | { readonly of: 'spotMargin'; readonly leverage: number }
);

/** Before and after, and what follows from it; asked every time. */
export function Review({ wish, onEnd }: { readonly wish: Wish; onEnd(yes: boolean): void }): ReactElement {
  const terminal = useFeedRow('terminal', 'terminal');
  return (
    <Dialog
      title={`${wish.words}?`}
      tone={terminal?.environment === 'live' ? 'danger' : undefined}
      onClose={() => onEnd(false)}
      footer={
        <>
          <Button onClick={() => onEnd(false)}>Leave it</Button>
          <Button kind="primary" data-autofocus onPress={() => onEnd(true)}>
            Change it
          </Button>
        </>
      }
    >
      <dl className="leverage-review">
        <div>
          <dt>Now</dt>
          <dd>{wish.before}</dd>
        </div>
        <div>
          <dt>After</dt>
          <dd>{wish.after}</dd>
        </div>
      </dl>
      <p>{wish.effect}</p>
      <OnAccount />
    </Dialog>
  );
}
