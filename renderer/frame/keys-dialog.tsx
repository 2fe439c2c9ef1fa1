import type { ReactElement } from 'react';
import { Dialog } from '../ui/dialog.tsx';
import { keyTable, otherKeys } from './keys.ts';

export function KeysDialog({ onClose }: { onClose(): void }): ReactElement {
  return (
    <Dialog title="Keys" width="wide" onClose={onClose}>
      <dl className="keys">
        {[...keyTable, ...otherKeys].map((entry) => (
          <div key={entry.keys}>
            <dt>
              <kbd>{entry.keys}</kbd>
            </dt>
            <dd>{entry.what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
