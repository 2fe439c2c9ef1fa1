import program from '../../package.json' with { type: 'json' };
import { runQuietly } from '../run.ts';
import { lockedPackages, weightOf } from './locked.ts';
import { LEAST_DAYS, REASONS } from './reasons.ts';

/**
 * `npm run supply`: what the product runs with, why, and what it weighs; then, where the registry can be
 * reached, what it knows of holes in it and how old the pinned versions are. Without a network it says so
 * and is content.
 */
const DAY = 86_400_000;
const npm = (...args: string[]) => runQuietly('npm', [...args, '--json']);

function list(): void {
  const shipped = lockedPackages().filter((each) => each.shipped);
  console.log(
    `${shipped.length} packages are shipped, ${Object.keys(program.dependencies).length} of them asked for:\n`,
  );
  for (const [name, why] of Object.entries(REASONS)) {
    const own = shipped.find((each) => each.folder === `node_modules/${name}`);
    console.log(
      `${name} ${own?.version ?? ''}, ${own?.licence ?? ''}, ${weightOf(`node_modules/${name}`)} kB: ${why}.`,
    );
  }
}

/** @returns whether nothing bad is known. */
async function audit(): Promise<boolean> {
  const { output } = await npm('audit', '--omit=dev', '--audit-level=high');
  const found =
    /"vulnerabilities":\s*\{\s*"info":\s*(\d+),\s*"low":\s*(\d+),\s*"moderate":\s*(\d+),\s*"high":\s*(\d+),\s*"critical":\s*(\d+)/.exec(
      output,
    );
  if (found === null) {
    console.log('\nAudit: the registry was not reached.');
    return true;
  }
  const [, , , moderate, high, critical] = found;
  console.log(`\nAudit: ${critical} critical, ${high} high, ${moderate} moderate.`);
  return Number(high) + Number(critical) === 0;
}

/** @returns whether none of the packages that were asked for is too young. */
async function ages(): Promise<boolean> {
  let young = 0;
  let known = 0;
  for (const [name, version] of Object.entries(program.dependencies)) {
    const { output } = await npm('view', name, 'time');
    const published = new RegExp(`"${version.replaceAll('.', '\\.')}":\\s*"([^"]+)"`).exec(output)?.[1];
    if (published === undefined) continue;
    known += 1;
    const days = Math.floor((Date.now() - Date.parse(published)) / DAY);
    if (days >= LEAST_DAYS) continue;
    young += 1;
    console.log(`${name} ${version} was published ${days} days ago.`);
  }
  console.log(
    known === 0
      ? 'Ages: the registry was not reached.'
      : `Ages: ${known} known, ${young} younger than ${LEAST_DAYS} days.`,
  );
  return young === 0;
}

list();
const good = [await audit(), await ages()];
process.exitCode = good.every(Boolean) ? 0 : 1;
