import type { ReactElement } from 'react';
import type { Press } from '../../state/commands/press.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { OnAccount, useAsked } from '../../ui/overlays/on-account.tsx';

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

/** Before and after, and what follows from it; asked every time, and answered for the account that it was asked on. */
export function Review(props: { readonly wish: Wish; onLeave(): void; onYes(press: Press): void }): ReactElement {
  const { wish, onLeave, onYes } = props;
  const asked = useAsked();
  return (
    <Dialog
      title={`${wish.words}?`}
      tone={asked.on?.environment === 'live' ? 'danger' : undefined}
      onClose={onLeave}
      footer={
        <>
          <Button onClick={onLeave}>Leave it</Button>
          <Button kind="primary" data-autofocus whyDisabled={asked.whyNot} onPress={() => onYes(asked.press())}>
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
      <OnAccount asked={asked} />
    </Dialog>
  );
}
