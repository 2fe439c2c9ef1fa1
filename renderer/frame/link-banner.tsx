import type { ReactElement } from 'react';
import { retryLink, useLink } from '../bridge.ts';
import { useNow } from '../state/now.ts';
import { Button } from '../ui/button.tsx';
import { Icon } from '../ui/icons.tsx';
import { Age } from '../ui/numbers.tsx';

/** Says that the core is not reached: nothing on the screen is then to be trusted, and nothing can be sent. */
export function LinkBanner(): ReactElement | null {
  const link = useLink((state) => state.link);
  const now = useNow();
  if (link.state !== 'down') return null;
  const seconds = Math.max(0, Math.ceil((link.retryAt - now) / 1000));
  return (
    <div className="banner" role="alert">
      <Icon name="warning" />
      <p>
        <strong>The core is not reached.</strong> Everything below is old, and nothing can be sent. {link.reason}{' '}
        <span className="banner-age" aria-live="off">
          (<Age since={link.since} quiet />)
        </span>
      </p>
      <Button size="small" onClick={retryLink}>
        {seconds > 0 ? `Try now (in ${seconds} s by itself)` : 'Try now'}
      </Button>
    </div>
  );
}
