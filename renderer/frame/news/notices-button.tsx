import { useEffect, useRef, type ReactElement } from 'react';
import { useFeedRow } from '../../state/feeds/feeds.ts';
import { seeNotices, useNoticeList } from '../../state/notices.ts';
import { IconButton } from '../../ui/controls/button.tsx';
import { Icon } from '../../ui/controls/icons.tsx';
import { Popover } from '../../ui/overlays/popover.tsx';
import { TimeText } from '../../ui/text/time-text.tsx';
import { NOTICE_ICONS } from '../../ui/overlays/toasts.tsx';
import { close, toggle, useOpened } from '../dock/open.ts';

const MOST_COUNTED = 99;

/** The list of what was said in passing, with the number of lines since it was looked at. */
export function NoticesButton(): ReactElement | null {
  const button = useRef<HTMLButtonElement>(null);
  const opened = useOpened('notices');
  const unseen = useNoticeList((state) => state.unseen);
  const locked = useFeedRow('desk', 'desk')?.locked ?? false;
  if (locked) return null;
  return (
    <span className="notices-place">
      <IconButton
        ref={button}
        icon="bell"
        label={unseen === 0 ? 'Notices' : `Notices, ${unseen} new`}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={() => toggle('notices')}
      />
      {unseen === 0 ? null : (
        <span className="notices-count" aria-hidden="true">
          {unseen > MOST_COUNTED ? `${MOST_COUNTED}+` : unseen}
        </span>
      )}
      {opened ? (
        <Popover label="Notices" anchor={button} align="end" onClose={() => close('notices')}>
          <NoticeList />
        </Popover>
      ) : null}
    </span>
  );
}

function NoticeList(): ReactElement {
  const kept = useNoticeList((state) => state.kept);
  useEffect(seeNotices, [kept]);
  if (kept.length === 0)
    return <p className="notices-none">Nothing yet. Fills, refusals and warnings are listed here.</p>;
  return (
    <ul className="notices-list">
      {kept.toReversed().map((notice) => (
        <li key={notice.id} className={`notices-line toast-${notice.level}`}>
          <Icon name={NOTICE_ICONS[notice.level]} />
          <TimeText at={notice.at} />
          <span className="toast-text">
            {notice.text}
            {notice.more === undefined ? null : <span className="toast-more"> {notice.more}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
