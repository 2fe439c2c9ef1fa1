import type { IpcMain, WebContents, WebFrameMain } from 'electron';
import type { Port } from '../../../shared/wire/wire.ts';
import { DOWN, UP } from './channels.ts';
import { isPage } from './page/origin.ts';

/** The one web contents whose page is heard. */
interface PageContents extends Pick<WebContents, 'id' | 'isDestroyed' | 'send' | 'on'> {
  readonly mainFrame: Pick<WebFrameMain, 'frameTreeNodeId'>;
}

/** What is looked at of a message's sender. */
interface Sender {
  readonly sender: Pick<WebContents, 'id'>;
  readonly senderFrame: Pick<WebFrameMain, 'frameTreeNodeId' | 'parent' | 'url'> | null;
}

/** No frame of a page is longer: the longest is an algo order's tree. */
const MAX_CHARS = 1 << 20;

/**
 * Makes pipes of the two channels. Only the main frame of the given web contents, at exactly our own
 * page, is heard; everybody else gets no answer, and the refusal is told. Checklist item 17.
 *
 * A pipe that the core has closed is followed by a new one at the page's next frame, and a new hello on
 * an old pipe starts over, so that a loaded-again page needs nothing of the shell.
 */
export function serveIpc(
  ipc: Pick<IpcMain, 'on'>,
  contents: PageContents,
  serve: (port: Port) => void,
  onRefusal: (reason: string) => void,
): void {
  let current: OpenPort | null = null;

  const open = (): OpenPort => {
    let listener: (text: string) => void = () => undefined;
    let closed: (reason: string) => void = () => undefined;
    const opened: OpenPort = {
      receive: (text) => listener(text),
      end: (reason) => {
        if (current === opened) current = null;
        closed(reason);
      },
    };
    current = opened;
    serve({
      send: (text) => {
        if (current === opened && !contents.isDestroyed()) contents.send(DOWN, text);
      },
      onText: (next) => (listener = next),
      onClose: (next) => (closed = next),
      close: (reason = '') => {
        if (current !== opened) return;
        onRefusal(reason);
        opened.end(reason);
      },
    });
    return opened;
  };

  ipc.on(UP, (event, text: unknown) => {
    const stranger = refuseSender(event, contents);
    if (stranger !== null) return onRefusal(stranger);
    if (typeof text !== 'string' || text.length > MAX_CHARS) return onRefusal('not a text of a page');
    (current ?? open()).receive(text);
  });
  contents.on('render-process-gone', () => current?.end('the page ended'));
  contents.on('destroyed', () => current?.end('the window is closed'));
}

interface OpenPort {
  receive(text: string): void;
  end(reason: string): void;
}

function refuseSender(event: Sender, contents: PageContents): string | null {
  if (event.sender.id !== contents.id) return 'a stranger to the window';
  const frame = event.senderFrame;
  if (frame === null) return 'a frame that is gone';
  if (frame.parent !== null || frame.frameTreeNodeId !== contents.mainFrame.frameTreeNodeId)
    return 'a frame inside the page';
  return isPage(frame.url) ? null : 'another page than ours';
}
