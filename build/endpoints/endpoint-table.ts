import type { Endpoint } from '../../shared/v3/endpoint.ts';

const HEADINGS = ['name', 'nr', 'method', 'path', 'signed', 'limit', 'scope', 'lane', 'page', 'time', 'source', 'what'];

/**
 * The endpoint table as Markdown, for people.
 *
 * @param rows in the order to print.
 * @returns one line a row, each ending with a line feed.
 */
export function endpointTable(rows: readonly Endpoint[]): string {
  const cells = rows.map((row) => [
    `\`${row.name}\``,
    row.number ?? '',
    row.method,
    `\`${row.path}\``,
    row.signed ? 'yes' : 'no',
    `${row.limit.requests} per ${row.limit.windowMs / 1000} s`,
    row.limit.scope,
    row.lane,
    row.page === null ? '' : `${row.page.defaultSize}, at most ${row.page.maxSize}`,
    row.time ?? '',
    row.source,
    row.summary,
  ]);
  return [HEADINGS, HEADINGS.map(() => '---'), ...cells].map((line) => `| ${line.join(' | ')} |\n`).join('');
}
