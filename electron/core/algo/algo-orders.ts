import type { InstrumentRow, Outcome } from '../../../shared/contract/contract.ts';
import type { AlgoRow } from '../../../shared/contract/algo.ts';
import { checkAlgo, checkAlgoEdit } from '../../../shared/rules/algo-rules.ts';
import { algoSentence } from '../../../shared/words/algo-sentence.ts';
import { FaultError, faultOf, invalid } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { isOrderNotFound } from '../../../shared/v3/error-codes.ts';
import { createFeed } from '../page/feeds.ts';
import { LAG_MS, untilProof } from '../commands/proof-of-absence.ts';
import { accepted } from '../commands/outcomes.ts';
import { latestInstant } from '../account/latest-now.ts';
import { PACES } from '../world/paces.ts';
import type { Timer } from '../world/ports.ts';
import { guardedEdit, guardedPlan } from '../risk-limits/plans.ts';
import { createLostNews } from './lost-news.ts';
import { followExtremes } from './extremes.ts';
import { createAlgoBook, type AlgoBook } from './algo-book.ts';
import { leftAlgo } from './journaled.ts';
import { updateOfReport, factsOfRecord, isEnded, type AlgoNode } from './node.ts';
import { createOpenEdits } from './open-edits.ts';
import { lateOutcome, shownOutcome, someLeft, stillPossible, valuesOf } from './outcomes.ts';
import type { AlgoOrders, AlgoParts, OneAlgo, Waited } from './types.ts';

const PAGE_SIZE = 500;
const MOST_PAGES = 40;
/** Of finished trees: so many pages of the last day are shown. There is no list of older ones in this program. */
const MOST_PAST_PAGES = 4;
const SOON_MS = 1_500;

/** Algo orders: their forest and their commands. Each command leaves once; what is not answered is asked about. */
export function createAlgoOrders(parts: AlgoParts): AlgoOrders {
  const { client, exchangeClock, clock, commands, polls, notices, everyMs = PACES.algoOrders } = parts;
  const feed = createFeed<AlgoRow>('id', 'row or read');
  const forest: AlgoBook = createAlgoBook(feed);
  const waited = new Map<string, Waited>();
  const openEdits = createOpenEdits();
  const unfollowMarket = followExtremes(forest, parts.market, clock);
  const lostNews = createLostNews(forest, clock, notices);
  /** The latest that a word which comes now, or a read which begins now, can be dated. */
  const asOfNow = (): number => latestInstant(exchangeClock);
  let timer: Timer | null = null;
  let live = false;
  let stopped = false;

  // ---------------------------------------------------------------- reading

  async function readList(status: 'INCOMPLETE' | 'COMPLETED', since: number | null): Promise<Set<string>> {
    const found = new Set<string>();
    for (let page = 1; page <= MOST_PAGES; page += 1) {
      const asOf = asOfNow();
      const { rows, meta } = await client.call('trade.algoOrders', {
        status,
        page,
        size: PAGE_SIZE,
        ...(since === null ? {} : { startTime: since }),
      });
      const facts = rows.flatMap(factsOfRecord);
      for (const { id } of facts) found.add(id);
      forest.take(facts, asOf);
      const whole = meta === null ? rows.length < PAGE_SIZE : page * meta.recordsPerPage >= meta.total;
      if (whole || rows.length === 0 || (status === 'COMPLETED' && page === MOST_PAST_PAGES)) break;
    }
    return found;
  }

  let readPast = false;
  let knownSince: number | null = null;
  async function read(): Promise<void> {
    const before = new Set(forest.open().map(({ id }) => id));
    const listed = await readList('INCOMPLETE', null);
    feed.nowKnown();
    knownSince ??= exchangeClock.now();
    // What was open before the list was asked for, and is not in it, has ended meanwhile.
    const roots = new Set<string>();
    for (const node of forest.open())
      if (before.has(node.id) && !listed.has(node.id)) roots.add(node.said.rootId ?? node.id);
    for (const root of roots) await readOne({ algoOrderId: root }, root);
    if (!readPast) {
      await readList('COMPLETED', Math.floor(exchangeClock.now()) - 86_400_000);
      readPast = true;
    }
    schedule(everyMs);
  }

  /** Reads one tree (E10); null where the exchange knows none. */
  async function readOne(
    by: { readonly algoOrderId: string } | { readonly clientAlgoOrderId: string },
    lost: string | null,
  ): Promise<AlgoNode | null> {
    const at = exchangeClock.now();
    const asOf = asOfNow();
    try {
      const record = await client.call('trade.algoOrder', by, { lane: 'trade' });
      forest.take(factsOfRecord(record), asOf);
      return forest.get(record.algoOrderId) ?? null;
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (fault.kind !== 'ExchangeRejected' || !isOrderNotFound(fault.code)) throw thrown;
      // What was said a moment ago may not be shown yet (quality.md, faults 30 and 31).
      if (lost !== null)
        for (const { id, said, updatedAt } of forest.open())
          if ((id === lost || said.rootId === lost) && at - updatedAt >= LAG_MS) forest.lose(id);
      return null;
    }
  }

  function schedule(ms: number, alsoAway = false): void {
    timer?.cancel();
    timer =
      stopped || !(live || alsoAway)
        ? null
        : clock.after(ms, () => void (live ? lostNews.around('timer', read) : read()).catch(() => schedule(everyMs)));
  }

  // ---------------------------------------------------------------- what was not answered

  function finish(each: Waited, outcome: Outcome, words = wordsOf(outcome)): void {
    const { commandId, id } = each;
    waited.delete(commandId);
    openEdits.end(commandId);
    polls.end(commandId);
    commands.settle(commandId, outcome);
    if (id !== null) forest.asked(id, { commandId, pending: 'none' });
    notices.say(outcome.status === 'accepted' ? 'info' : 'warning', `${each.summary}: ${words}`);
  }

  function look(node: AlgoNode): void {
    for (const each of [...waited.values()]) {
      const mine = each.id === node.id || (each.clientId !== null && each.clientId === node.said.clientId);
      const outcome = mine ? shownOutcome(each, node) : null;
      if (outcome !== null) finish(each, outcome);
    }
    openEdits.look(node);
  }
  const unfollow = forest.onChange(look);

  /** The trader gave up waiting for the end of one; one that was found to its end is not waited for any more. */
  const unwatch = commands.feed.subscribe(({ put }) => {
    for (const { commandId, status, message } of put) {
      const given = status === 'rejected' ? waited.get(commandId) : undefined;
      waited.delete(given?.commandId ?? '');
      if (given !== undefined && given.id !== null)
        forest.asked(given.id, { commandId, pending: 'none', lastRefusal: message });
    }
  });

  /** Reads of how many of those that were open at an exchange ms no end is known; of all where it is null. */
  async function left(symbol: string | null, before: number | null): Promise<number> {
    await read();
    return forest
      .unended()
      .filter(({ said }) => symbol === null || said.symbol === symbol)
      .filter(({ said }) => before === null || (said.createdAt ?? 0) <= before).length;
  }

  function wait(each: Waited): void {
    waited.set(each.commandId, each);
    if (each.id !== null) forest.asked(each.id, { commandId: each.commandId, pending: 'unconfirmed' });
    let latest = each.signedAt;
    const proof = untilProof(exchangeClock, each);
    let saidNone = false;
    polls.start(each.commandId, async () => {
      if (!waited.has(each.commandId)) return true;
      const provenBefore = proof() === 0;
      const before = latest;
      let found: AlgoNode | null = null;
      if (provenBefore && each.what === 'place') await read();
      if (each.id !== null) found = await readOne({ algoOrderId: each.id }, null);
      else if (each.clientId !== null) found = await readOne({ clientAlgoOrderId: each.clientId }, null);
      const count = each.what === 'cancelAll' ? await left(each.symbol, before) : null;
      latest ??= exchangeClock.now();
      if (!waited.has(each.commandId)) return true;
      if (!provenBefore || proof() > 0) {
        if (count === 0 && !saidNone) commands.settle(each.commandId, stillPossible);
        saidNone ||= count === 0;
        return proof();
      }
      if (count === 0) finish(each, accepted(null, null), 'no algo order is left, and it can no longer arrive.');
      else if (count !== null) finish(each, someLeft(count, each));
      else finish(each, lateOutcome(each, found));
      return true;
    });
  }

  // ---------------------------------------------------------------- commands

  async function run(
    each: Omit<Waited, 'signedAt' | 'rivals'>,
    name: string,
    input: object,
    call: (onSending: () => void) => Promise<string | null>,
  ): Promise<Outcome> {
    let signedAt: number | null = null;
    const { commandId, summary, symbol, clientId, id, what, change, before } = each;
    let rivals: Waited['rivals'] = [];
    const outcome = await commands.run(
      { commandId, name, symbol, clientOrderId: null, summary, input: JSON.stringify(input) },
      async (sending) => {
        if (id !== null) forest.begin(id, { commandId, pending: what === 'cancel' ? 'cancel' : 'edit' });
        if (id !== null && what === 'edit') rivals = openEdits.begin(commandId, id, { wanted: change, before });
        const acknowledgement = await call(() => {
          signedAt = exchangeClock.now();
          sending();
        });
        return { status: 'accepted', clientOrderId: clientId, orderId: id, acknowledgement };
      },
    );
    if (outcome.status === 'rejected') openEdits.end(commandId);
    if (outcome.status === 'unconfirmed') wait({ ...each, signedAt, rivals });
    else if (id !== null)
      forest.asked(id, {
        commandId,
        pending: 'none',
        lastRefusal: outcome.status === 'rejected' ? describeFault(outcome.fault).title : null,
      });
    schedule(SOON_MS, true);
    return outcome;
  }

  const known = ({ algoOrderId, symbol }: OneAlgo): AlgoNode => {
    const node = forest.get(algoOrderId);
    if (node === undefined || node.said.symbol !== symbol)
      throw invalid('algoOrderId', 'There is no such algo order on the screen of this symbol.');
    if (isEnded(node.said.algoStatus)) throw invalid('algoOrderId', 'The algo order is finished.');
    return node;
  };
  const listed = (symbol: string): InstrumentRow => {
    const instrument = parts.instrument(symbol);
    if (instrument === undefined) throw invalid('symbol', `${symbol} is not among the exchange’s symbols.`);
    return instrument;
  };

  return {
    feed,
    histories: forest.histories,
    take(reports) {
      const facts = reports.map(updateOfReport);
      forest.take(facts, asOfNow());
      for (const { id } of facts) lostNews.heard(id);
    },
    // At the start nothing is known yet, so that nothing can have changed.
    read: () => lostNews.around('connect', read),
    readAway: read,
    forgetDates: () => forest.forgetDates(exchangeClock.now()),
    knownSince: () => knownSince,
    async readEnded(since, roots) {
      const found = await readList('COMPLETED', since);
      for (const root of roots) if (!found.has(root)) await readOne({ algoOrderId: root }, null);
    },
    left,
    whileLive(now) {
      if (now === live) return;
      live = now;
      schedule(everyMs);
    },
    place: ({ commandId, draft }) =>
      commands.once(commandId, 'algo.place', async () => {
        const instrument = listed(draft.symbol);
        const check = checkAlgo(draft, instrument, parts.context(draft.symbol));
        if (!check.ok) throw new FaultError({ kind: 'InvalidInput', problems: [...check.problems] });
        parts.guard(guardedPlan(draft, check.plan), 'place');
        const clientId = parts.nextClientId();
        const body = { ...check.plan.body, clientAlgoOrderId: clientId };
        const summary = `${draft.algoType}: ${algoSentence(draft, instrument)}`;
        const { symbol } = draft;
        return run(
          { commandId, summary, what: 'place', id: null, clientId, symbol, change: {}, before: {} },
          'algo.place',
          { clientId, symbol },
          async (onSending) => {
            const { rows } = await client.call('trade.placeAlgoOrder', body, { onSending });
            if (rows.some(({ clientAlgoOrderId }) => clientAlgoOrderId === clientId)) return null;
            // The answer to something else: what became of this order is not known (quality.md, fault 17).
            const reason = 'the answer names another order';
            throw new FaultError({ kind: 'OutcomeUnknown', endpoint: 'trade.placeAlgoOrder', reason });
          },
        );
      }),
    edit: (command) =>
      commands.once(command.commandId, 'algo.edit', async () => {
        const { commandId, symbol, algoOrderId } = command;
        const node = known(command);
        const check = checkAlgoEdit(command, listed(symbol));
        if (!check.ok) throw new FaultError({ kind: 'InvalidInput', problems: [...check.problems] });
        const { change } = check;
        const before = valuesOf(node, change);
        const riskier = guardedEdit(node, change);
        if (riskier !== null) parts.guard(riskier, 'edit');
        const words = Object.entries(change).map(([field, value]) => `${field} ${value}`);
        const summary = `Edit ${symbol} ${node.said.algoType ?? 'algo order'}: ${words.join(', ')}`;
        return run(
          { commandId, summary, what: 'edit', id: algoOrderId, clientId: null, symbol, change, before },
          'algo.edit',
          { algoOrderId, symbol, change, before },
          async (onSending) => {
            const { status } = await client.call('trade.editAlgoOrder', { algoOrderId, ...change }, { onSending });
            return status;
          },
        );
      }),
    cancel: (command) =>
      commands.once(command.commandId, 'algo.cancel', async () => {
        const { commandId, symbol, algoOrderId } = command;
        const node = known(command);
        return run(
          {
            commandId,
            summary: `Cancel ${symbol} ${node.said.algoType ?? 'algo order'} ${algoOrderId}`,
            what: 'cancel',
            id: algoOrderId,
            clientId: null,
            symbol,
            change: {},
            before: {},
          },
          'algo.cancel',
          { algoOrderId, symbol },
          async (onSending) => {
            const { status } = await client.call('trade.cancelAlgoOrder', { algoOrderId }, { onSending });
            return status;
          },
        );
      }),
    cancelAll: ({ commandId, symbol }) =>
      commands.once(commandId, 'algo.cancelAll', () =>
        run(
          {
            commandId,
            summary: symbol === null ? 'Cancel all algo orders' : `Cancel all ${symbol} algo orders`,
            what: 'cancelAll',
            id: null,
            clientId: null,
            symbol,
            change: {},
            before: {},
          },
          'algo.cancelAll',
          { symbol },
          async (onSending) => {
            const { status } = await client.call('trade.cancelAlgoOrders', symbol === null ? {} : { symbol }, {
              onSending,
            });
            return status;
          },
        ),
      ),
    resume(command) {
      const former = leftAlgo(command);
      if (former === null) return false;
      const { commandId, summary, at } = command;
      const { id, what, change, before } = former;
      if (id !== null) forest.begin(id, { commandId, pending: 'unconfirmed' });
      const rivals = id !== null && what === 'edit' ? openEdits.begin(commandId, id, { wanted: change, before }) : [];
      wait({ ...former, commandId, summary, signedAt: null, begunAt: at, rivals });
      return true;
    },
    stop() {
      stopped = true;
      timer?.cancel();
      unfollow();
      unwatch();
      unfollowMarket();
      lostNews.stop();
    },
  };
}

const wordsOf = (outcome: Outcome): string =>
  outcome.status !== 'rejected'
    ? 'the exchange has it.'
    : outcome.fault.kind === 'OutcomeUnknown'
      ? outcome.fault.reason
      : describeFault(outcome.fault).title;
