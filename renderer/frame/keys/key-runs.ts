import type { KeyEntry } from '../../state/keys/key-table.ts';
import { notify } from '../../state/notices.ts';
import { pressTicket, type TicketKey } from '../../state/keys/ticket-keys.ts';
import { revealPanel, showPanel, stepGroup, stepTab } from '../dock/dock-control.ts';
import { isLayoutLocked, lockLayout } from '../dock/layout-lock.ts';
import { open, toggle } from '../dock/open.ts';
import { recall } from '../../panels/order-entry/templates/recall.ts';
import { currentTemplates, templateKey } from '../../state/kept/templates.ts';
import type { Template } from '../../state/kept/template-list.ts';
import { cancelSymbol, closePositions } from './safe-keys.ts';

const RUNS: Readonly<Record<string, () => void>> = {
  send: toTicket('send'),
  'cancel-symbol': cancelSymbol,
  'close-position': () => closePositions('all'),
  'halve-position': () => closePositions('half'),
  buy: toTicket('buy'),
  sell: toTicket('sell'),
  bid: toTicket('bid'),
  ask: toTicket('ask'),
  palette: () => toggle('palette'),
  symbol: () => open('symbol'),
  keys: () => open('keys'),
  'next-group': () => stepGroup(1),
  'previous-group': () => stepGroup(-1),
  'next-tab': () => stepTab(1),
  'previous-tab': () => stepTab(-1),
  'cancel-all': () => open('cancel-all'),
  'lock-layout': () => lockLayout(!isLayoutLocked()),
};

function toTicket(key: TicketKey): () => void {
  return () => {
    if (!pressTicket(key)) notify('warning', 'The ticket is not on the screen: nothing was done.');
  };
}

/** Fills the ticket, and shows it. */
export function fillFrom(template: Template): void {
  recall(template);
  revealPanel('order-entry');
}

/** Does what an entry of the table is for. */
export function runKey({ id }: KeyEntry): void {
  const template = currentTemplates().find((each) => templateKey(each.id) === id);
  if (template !== undefined) fillFrom(template);
  else if (id.startsWith('panel ')) showPanel(id.slice('panel '.length));
  else RUNS[id]?.();
}
