import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checklistRows, mutationRows } from './mutations/security-page.ts';
import { MUTATIONS } from './mutations/table.ts';
import { ROOT } from './page/page-source.ts';
import { runQuietly, tool } from './run.ts';

/** The tables of SECURITY.md, which are written from the table of mutations. */
const TABLES: Readonly<Record<string, () => string>> = {
  checklist: () =>
    `| item | what it asks | the line | the test | what is no longer so without it |\n|---|---|---|---|---|\n${checklistRows(MUTATIONS)}`,
  host: () => `| without it | the line | the test |\n|---|---|---|\n${mutationRows(MUTATIONS, 'host')}`,
  core: () => `| without it | the line | the test |\n|---|---|---|\n${mutationRows(MUTATIONS, 'core')}`,
  money: () => `| without it | the line | the test |\n|---|---|---|\n${mutationRows(MUTATIONS, 'money')}`,
};

/** SECURITY.md with its tables as they should be. */
export function securityPage(text: string): string {
  return Object.entries(TABLES).reduce(
    (page, [name, table]) =>
      page.replace(
        new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- end -->)`),
        (_whole, start: string, end: string) => `${start}\n${table()}\n${end}`,
      ),
    text,
  );
}

/** `npm run security`: writes the tables anew after lines have moved. */
if (import.meta.main) {
  const path = join(ROOT, 'SECURITY.md');
  writeFileSync(path, securityPage(readFileSync(path, 'utf8')));
  await runQuietly(tool('oxfmt'), ['--write', path]);
}
