/** The first release that runs this program's files as they are. */
const NEEDED = [22, 18] as const;

/** Why this Node cannot run the program, or null. */
export function refuseNode(version: string): string | null {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return null;
  return `Quarterdeck needs Node ${NEEDED.join('.')} or newer, and this is ${version}. "npm ci" brings one along and "npm start" uses it.`;
}
