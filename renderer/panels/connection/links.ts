import type { ConnectionRow } from '../../../shared/contract/contract.ts';
import { formatSpan } from '../../ui/text/format.ts';

/** One line of the details: what it is, and its value in words. */
export interface Detail {
  readonly name: string;
  readonly value: string;
}

interface LinkEntry {
  readonly id: ConnectionRow['id'];
  readonly title: string;
  /** What stops while it is down. */
  readonly meaning: string;
}

/** The links in the order of their details. */
export const LINKS: readonly LinkEntry[] = [
  { id: 'rest', title: 'REST', meaning: 'Orders, cancels and reads go this way.' },
  {
    id: 'private',
    title: 'Private stream',
    meaning: 'Your orders, fills and balances arrive here.',
  },
  {
    id: 'public',
    title: 'Public stream',
    meaning: 'Book, trades and prices arrive here.',
  },
  {
    id: 'clock',
    title: 'Clock offset',
    meaning: 'The exchange’s clock against this machine’s; requests are signed with it.',
  },
];

/** What there is to say of a link besides its state. */
export function linkDetails(row: ConnectionRow, now: number): readonly Detail[] {
  const details: Detail[] = [{ name: 'In this state for', value: formatSpan(now - row.since) }];
  if (row.id === 'private' && row.detail !== null)
    details.push({ name: 'Listen key age', value: formatSpan(row.detail) });
  const readAt = row.reads?.orders ?? null;
  if (readAt !== null) details.push({ name: 'Orders read over REST', value: `${formatSpan(now - readAt)} ago` });
  if (row.id === 'clock' && row.detail !== null)
    details.push({ name: 'Certain to within', value: `±${Math.ceil(row.detail)} ms` });
  if (row.refused > 0) details.push({ name: 'Messages not understood', value: String(row.refused) });
  if (row.message !== '') details.push({ name: 'Last word', value: row.message });
  return details;
}
