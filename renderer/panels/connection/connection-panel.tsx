import type { ReactElement } from 'react';
import { Panel } from '../../ui/panel.tsx';

export default function ConnectionPanel(): ReactElement {
  return <Panel label="Connection" state={{ kind: 'loading' }} />;
}
