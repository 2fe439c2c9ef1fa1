import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Outcome } from '../../../shared/contract/contract.ts';
import { openJournal, type Journal } from '../storage/journal.ts';
import { noAnswer, type Script } from '../../../e2e/rigs/core/scripted-client.ts';
import { CANCEL, changeScene, EDIT, record } from '../orders/testing/change-desk.ts';

const FIRST = EDIT;
const SECOND = { ...EDIT, commandId: 'command-2', price: '64002.5' };

let folder = '';
let journal: Journal;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quarterdeck-crossed-edits-'));
  ({ journal } = openJournal(folder, { profile: 'p', environment: 'practice' }, 1));
});
afterEach(() => {
  journal.close();
  rmSync(folder, { recursive: true, force: true });
});

const outcomeOf = ({ commandId }: { readonly commandId: string }): Outcome | null | undefined =>
  journal.find(commandId)?.outcome;
const NOT_KNOWN = { status: 'rejected', fault: { kind: 'OutcomeUnknown' } };

/** An order that reads show with these values; edits are answered but for those of some prices. */
function exchange(...notAnswered: readonly (string | undefined)[]): { has: object; script: Script } {
  const at = {
    has: {},
    script: (({ name, input }) =>
      name === 'trade.order'
        ? record('11', at.has)
        : notAnswered.includes(String(input['price']))
          ? noAnswer(name)
          : { status: 'EDIT_SENT' }) as Script,
  };
  return at;
}

describe('two edits of one order that overtake each other', () => {
  test('leave the later one waiting that was not answered, whatever the earlier one shows', async () => {
    const venue = exchange(SECOND.price);
    const at = changeScene(journal, venue.script);
    await Promise.all([at.changes.edit(FIRST), at.changes.edit({ ...SECOND, quantity: '0.7' })]);
    // The second was done first, and its price undone by the first.
    venue.has = { price: FIRST.price, quantity: '0.7' };
    at.see('11', venue.has);
    await at.clock.move(30_000);
    expect(outcomeOf(FIRST)?.status).toBe('accepted');
    expect(at.rows.get('11')).toMatchObject({ pending: 'edit', pendingPrice: SECOND.price, lastRefusal: null });
    await at.clock.move(370_000);
    expect(outcomeOf(SECOND)).toMatchObject(NOT_KNOWN);
    expect(at.rows.get('11')).toMatchObject({ pending: 'none', lastRefusal: expect.stringContaining('unknown') });
  });

  test('do not let the later one be called without effect that was answered', async () => {
    const venue = exchange();
    const at = changeScene(journal, venue.script);
    await Promise.all([at.changes.edit(FIRST), at.changes.edit(SECOND)]);
    venue.has = { price: FIRST.price };
    at.see('11', venue.has);
    await at.clock.move(30_000);
    expect(at.rows.get('11')).toMatchObject({ pending: 'none', lastRefusal: expect.stringContaining('unknown') });
    expect(at.rows.get('11')?.lastRefusal).not.toContain('no effect');
  });

  test('give neither “no effect” when the other asks for the old value', async () => {
    const venue = exchange(FIRST.price);
    const at = changeScene(journal, venue.script);
    await at.changes.edit(FIRST);
    await at.changes.edit({ ...SECOND, price: '64000' });
    await at.clock.move(400_000);
    expect(outcomeOf(FIRST)).toMatchObject(NOT_KNOWN);
    expect(at.rows.get('11')).toMatchObject({ price: '64000', pending: 'none', lastRefusal: null });
  });

  test('that ask for the same leave open the one that was not answered: it may arrive yet', async () => {
    const venue = exchange(FIRST.price);
    let sent = 0;
    const at = changeScene(journal, (call) =>
      call.name === 'trade.editOrder' && (sent += 1) > 1 ? { status: 'EDIT_SENT' } : venue.script(call),
    );
    await at.changes.edit(FIRST);
    await at.changes.edit({ ...SECOND, price: FIRST.price });
    venue.has = { price: FIRST.price };
    at.see('11', venue.has);
    await at.clock.move(300_000);
    expect(outcomeOf(FIRST)?.status).toBe('unconfirmed');
    expect(at.rows.get('11')).toMatchObject({ price: FIRST.price, pending: 'none' });
    await at.clock.move(100_000);
    expect(outcomeOf(FIRST)).toMatchObject(NOT_KNOWN);
  });

  test('are told apart by a field that only one of them changes', async () => {
    const venue = exchange(FIRST.price);
    let sent = 0;
    const at = changeScene(journal, (call) =>
      call.name === 'trade.editOrder' && (sent += 1) > 1 ? { status: 'EDIT_SENT' } : venue.script(call),
    );
    await at.changes.edit({ ...FIRST, quantity: '0.7' });
    await at.changes.edit({ ...SECOND, price: FIRST.price });
    venue.has = { price: FIRST.price, quantity: '0.7' };
    at.see('11', venue.has);
    expect(outcomeOf(FIRST)?.status).toBe('accepted');
  });
});

describe('commands of an earlier run', () => {
  test.each([
    ['an edit', { pending: 'edit', pendingPrice: FIRST.price }],
    ['a cancel', { pending: 'cancel', pendingPrice: null }],
  ] as const)('of %s is pending at its row from the first word on the order', async (what, shown) => {
    const script: Script = ({ name }) => (name === 'trade.order' ? record('11') : noAnswer(name));
    const before = changeScene(journal, script);
    await (what === 'an edit' ? before.changes.edit(FIRST) : before.changes.cancel(CANCEL));
    expect(before.rows.get('11')).toMatchObject(shown);
    const after = changeScene(journal, script, []);
    after.resume();
    after.see('11');
    expect(after.rows.get('11')).toMatchObject(shown);
    await after.clock.move(400_000);
    expect(outcomeOf(FIRST)).toMatchObject({ status: 'rejected', fault: { kind: 'ExchangeRejected' } });
    expect(after.rows.get('11')).toMatchObject({ pending: 'none', lastRefusal: expect.stringContaining('no effect') });
  });

  test('of two edits shows the newer, also after the end of the older', async () => {
    const script: Script = ({ name }) => (name === 'trade.order' ? record('11') : noAnswer(name));
    const before = changeScene(journal, script);
    await before.changes.edit(FIRST);
    await before.clock.move(10);
    await before.changes.edit(SECOND);
    const after = changeScene(journal, script, []);
    after.resume();
    after.see('11', { price: FIRST.price });
    expect(outcomeOf(FIRST)?.status).toBe('accepted');
    expect(after.rows.get('11')).toMatchObject({ pending: 'edit', pendingPrice: SECOND.price, lastRefusal: null });
  });

  test('of an edit says nothing at the row where a later one was done', async () => {
    const venue = exchange(FIRST.price);
    const before = changeScene(journal, venue.script);
    await before.changes.edit(FIRST);
    await before.clock.move(10);
    await before.changes.edit(SECOND);
    venue.has = { price: SECOND.price };
    const after = changeScene(journal, venue.script, []);
    after.resume();
    after.see('11', venue.has);
    expect(after.rows.get('11')).toMatchObject({ pending: 'none', lastRefusal: null });
    await after.clock.move(400_000);
    expect(outcomeOf(FIRST)).toMatchObject(NOT_KNOWN);
    expect(after.rows.get('11')).toMatchObject({ pending: 'none', lastRefusal: null });
  });

  test('of an edit are not called without effect when a later one restored the old value', async () => {
    const venue = exchange(FIRST.price);
    const before = changeScene(journal, venue.script);
    await before.changes.edit(FIRST);
    await before.clock.move(10);
    await before.changes.edit({ ...SECOND, price: '64000' });
    const after = changeScene(journal, venue.script);
    after.resume();
    await after.clock.move(400_000);
    expect(outcomeOf(FIRST)).toMatchObject(NOT_KNOWN);
  });

  test('of an edit is not called without effect beside one that cannot be read', async () => {
    const venue = exchange(FIRST.price);
    const before = changeScene(journal, venue.script);
    await before.changes.edit(FIRST);
    const input = JSON.stringify({ orderId: FIRST.orderId, of: 'another version' });
    const { symbol } = FIRST;
    const at = before.clock.now() + 1;
    journal.begin({ commandId: 'other', name: 'orders.edit', symbol, clientOrderId: null, summary: '', input, at });
    const after = changeScene(journal, venue.script);
    expect(() => after.resume()).toThrow();
    await after.clock.move(400_000);
    expect(outcomeOf(FIRST)).toMatchObject(NOT_KNOWN);
  });

  test('of an edit is not confused by one whose effect it found', async () => {
    const venue = exchange(SECOND.price);
    const before = changeScene(journal, venue.script);
    await before.changes.edit(FIRST);
    venue.has = { price: FIRST.price };
    before.see('11', venue.has);
    await before.clock.move(10);
    await before.changes.edit(SECOND);
    const after = changeScene(journal, venue.script, []);
    after.resume();
    after.see('11', venue.has);
    await after.clock.move(400_000);
    expect(outcomeOf(SECOND)).toMatchObject({ status: 'rejected', fault: { kind: 'ExchangeRejected' } });
  });
});
