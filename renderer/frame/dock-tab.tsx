import type { IDockviewPanelHeaderProps } from 'dockview-react';
import type { ReactElement } from 'react';
import { useProfile } from '../state/profiles.ts';
import { Icon } from '../ui/icons.tsx';
import { useLayoutLocked } from './layout-lock.ts';

/**
 * A tab's text and its cross. The cross is for the pointer alone: the tab is already a control, and a
 * control within a control cannot be reached by everybody. The palette closes panels by name.
 */
export function DockTab({ api }: IDockviewPanelHeaderProps): ReactElement {
  const locked = useLayoutLocked(useProfile());
  const close = (): void => {
    if (!locked) api.close();
  };
  return (
    <div
      className="dock-tab"
      onAuxClick={(event) => {
        if (event.button === 1) close();
      }}
    >
      <span>{api.title}</span>
      {locked ? null : (
        <span
          className="dock-tab-close"
          aria-hidden="true"
          // The tab would otherwise take the press for the beginning of a drag.
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => {
            if (event.button === 0) close();
          }}
        >
          <Icon name="close" size={12} />
        </span>
      )}
    </div>
  );
}
