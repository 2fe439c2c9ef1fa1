/** The first release that runs this program's files as they are. */
const NEEDED = [22, 18] as const;

/** Why a start in this environment is refused, or null. A certificate that nobody checks lets anybody be the exchange. */
export function refuseEnvironment(env: Readonly<Record<string, string | undefined>>): string | null {
  return env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0'
    ? 'NODE_TLS_REJECT_UNAUTHORIZED=0 switches the checks of certificates off: anybody could be the exchange. Unset it and start again.'
    : null;
}

/** Why the packaged program does not start without its sandbox, or null where it has one. */
export const refuseBare = (commandLine: { hasSwitch(name: string): boolean }): string | null =>
  commandLine.hasSwitch('no-sandbox')
    ? 'It was started with --no-sandbox: a fault of the page would reach the whole machine. Where the system lets no program make a sandbox, install the deb package: it brings the AppArmor profile that allows it.'
    : null;

/** Why this Node cannot run the program, or null. */
export function refuseNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return null;
  return `Quarterdeck needs Node ${NEEDED.join('.')} or newer, and this is ${version}. "npm ci" brings one along and "npm start" uses it.`;
}
