import type { WebContents } from 'electron';

/** The content security policy does not cover WebRTC: without a proxy it then has no way out. */
export function refuseWebRtc(contents: Pick<WebContents, 'setWebRTCIPHandlingPolicy'>): void {
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}
