import type { ReactElement } from 'react';
import { retryLink, useLink } from '../link/bridge.ts';
import { useFeedRow } from '../state/feeds/feeds.ts';
import { useNow } from '../state/feeds/now.ts';
import { Button } from '../ui/controls/button.tsx';
import { Icon } from '../ui/controls/icons.tsx';
import { Age } from '../ui/text/numbers.tsx';

/** Says that the core is not reached: nothing on the screen is then to be trusted, and nothing can be sent. */
export function LinkBanner(): ReactElement | null {
  const link = useLink((state) => state.link);
  const now = useNow();
  if (link.state !== 'down') return null;
  const seconds = link.retryAt === null ? 0 : Math.ceil((link.retryAt - now) / 1000);
  return (
    <aside className="banner" aria-label="Core">
      <Icon name="warning" />
      {/* Only the words are an alert: what counts seconds would be read out every second. */}
      <p role="alert">
        <strong>Disconnected from the terminal.</strong> Data is old; orders cannot be sent. {link.reason}
      </p>
      <Age since={link.since} quiet />
      <Button size="small" onClick={retryLink}>
        {seconds > 0 ? `Try now (in ${seconds} s by itself)` : 'Try now'}
      </Button>
    </aside>
  );
}

/** Says that the record of activity takes nothing: what is done meanwhile stands in no record. */
export function RecordBanner(): ReactElement | null {
  const broken = useFeedRow('activity', 'record')?.broken ?? '';
  if (broken === '') return null;
  return (
    <aside className="banner" aria-label="Record of activity">
      <Icon name="warning" />
      <p role="alert">
        <strong>Not being recorded.</strong> Commands go out all the same; the record of activity has a gap from here
        on. {broken}
      </p>
    </aside>
  );
}
