import type { ReactElement } from 'react';
import { IconButton } from '../../ui/controls/button.tsx';
import { lockLayout, useLayoutLocked } from './layout-lock.ts';

/** Says that the layout is locked, and unlocks it. Nothing is there while it is not. */
export function LayoutLock(): ReactElement | null {
  if (!useLayoutLocked()) return null;
  return (
    <IconButton
      icon="lock"
      label="The layout is locked: unlock it"
      className="layout-lock"
      onClick={() => lockLayout(false)}
    />
  );
}
