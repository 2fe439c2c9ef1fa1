import type { IDockviewPanelHeaderProps } from 'dockview-react';
import type { ReactElement } from 'react';
import { decimal, grouped, isZero } from '../../../shared/decimal.ts';
import { useFeed } from '../../state/feeds/feeds.ts';
import { useOpenAlgoCount, useOpenCount } from '../../state/orders/open-count.ts';
import { Icon } from '../../ui/controls/icons.tsx';
import { useLayoutLocked } from './layout-lock.ts';

/**
 * A tab's text and its cross. The cross is for the pointer alone: the tab is already a control, and a
 * control within a control cannot be reached by everybody. The palette closes panels by name.
 */
export function DockTab({ api }: IDockviewPanelHeaderProps): ReactElement {
  const locked = useLayoutLocked();
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
      <TabCount panel={api.id} />
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

/** How many there are of what the panel lists, whether it is in front or not. */
function TabCount({ panel }: { readonly panel: string }): ReactElement | null {
  switch (panel) {
    case 'open-orders':
      return <OrdersCount />;
    case 'algo-orders':
      return <AlgoCount />;
    case 'positions':
      return <PositionsCount />;
    default:
      return null;
  }
}

const OrdersCount = (): ReactElement | null => <Count of={useOpenCount(null)} />;
const AlgoCount = (): ReactElement | null => <Count of={useOpenAlgoCount(null)} />;
function PositionsCount(): ReactElement | null {
  const count = useFeed('positions', '', ({ rows }) => {
    let held = 0;
    for (const { holding } of rows.values()) if (!isZero(holding)) held += 1;
    return held;
  });
  return <Count of={count} />;
}

/** Not part of the tab's name, by which it is found. */
const Count = ({ of }: { readonly of: number }): ReactElement | null =>
  of === 0 ? null : (
    <span className="dock-tab-count" aria-hidden="true">
      {grouped(decimal(String(of)))}
    </span>
  );
