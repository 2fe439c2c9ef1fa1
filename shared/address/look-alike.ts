import { canonical } from './shapes.ts';

/** So many changed signs are still taken for the same address by somebody who compares (quality.md, A5). */
const NEAR = 6;
/** People compare these many signs at both ends. */
const ENDS = 4;
/** What all addresses of a kind begin with; it tells nobody anything. */
const PREFIX = /^(?:0x|(?:bc|ltc)1[qp]|cosmos1|[EU]Q|[13TLMDrG])/;

/**
 * Whether one address can be taken for another: few signs differ, or both ends are the same. What every address of
 * its kind begins with does not count as an end.
 *
 * @returns null also where both are the same address.
 */
export function likeness(one: string, other: string): 'few-signs' | 'same-ends' | null {
  const a = canonical(one);
  const b = canonical(other);
  if (a === b) return null;
  // Short names, as some networks have, differ in few signs always.
  const near = Math.min(NEAR, Math.floor(Math.min(a.length, b.length) / 5));
  if (closerThan(a, b, near)) return 'few-signs';
  const [c, d] = [a.replace(PREFIX, ''), b.replace(PREFIX, '')];
  const long = Math.min(c.length, d.length) >= 4 * ENDS;
  return long && c.slice(0, ENDS) === d.slice(0, ENDS) && c.slice(-ENDS) === d.slice(-ENDS) ? 'same-ends' : null;
}

/** Whether at most `most` signs must be changed, added or left out to make one of the other (Levenshtein). */
function closerThan(a: string, b: string, most: number): boolean {
  if (Math.abs(a.length - b.length) > most) return false;
  let row = Array.from({ length: b.length + 1 }, (_none, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const steps = Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      next.push(steps);
      least = Math.min(least, steps);
    }
    if (least > most) return false;
    row = next;
  }
  return (row[b.length] ?? most + 1) <= most;
}
