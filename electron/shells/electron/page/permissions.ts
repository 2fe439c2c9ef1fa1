import type { Session } from 'electron';
import { isPage } from './origin.ts';

/** All that the page may do beyond showing itself: put text it shows on the clipboard at a press. */
const ALLOWED: ReadonlySet<string> = new Set(['clipboard-sanitized-write']);

type Permissions = Pick<
  Session,
  | 'setPermissionRequestHandler'
  | 'setPermissionCheckHandler'
  | 'setDevicePermissionHandler'
  | 'setDisplayMediaRequestHandler'
>;

/** Refuses camera, location, devices, notifications of the page, and everything that is yet to be invented. Checklist item 5. */
export function refusePermissions(session: Permissions): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(ALLOWED.has(permission) && details.isMainFrame && isPage(details.requestingUrl)),
  );
  session.setPermissionCheckHandler(
    (_contents, permission, _origin, details) =>
      ALLOWED.has(permission) && details.isMainFrame && isPage(details.requestingUrl ?? ''),
  );
  session.setDevicePermissionHandler(() => false);
  // Electron throws on an answer without a stream; null refuses.
  session.setDisplayMediaRequestHandler((_request, decide) => decide(null));
}
