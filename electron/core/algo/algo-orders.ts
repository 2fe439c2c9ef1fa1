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
import { editForLimits, planForLimits } from '../risk-limits/plans.ts';
import { tellTakenBack, type WaitingSend } from '../orders/waiting-sends.ts';
import { checkCaps } from './caps.ts';
import { createLostReports } from './lost-news.ts';
import { followExtremes } from './extremes.ts';
import { createAlgoBook, type AlgoBook } from './algo-book.ts';
import { formerAlgoCommand } from './journaled.ts';
import { updateOfReport, factsOfRecord, isEnded, type AlgoNode } from './node.ts';
import { createOpenEdits } from './open-edits.ts';
import { lateOutcome, shownOutcome, someRemain, stillPossible, valuesOf } from './outcomes.ts';
import type { AlgoOrders, AlgoParts, OneAlgo, UnansweredCommand } from './types.ts';

const PAGE_SIZE = 500;
const MOST_PAGES = 40;
/** Most pages of finished trees of the last day. Older ones are not listed. */
const MOST_PAST_PAGES = 4;
const SOON_MS = 1_500;
/** Least time between two reads that are only hinted at. */
const HINTED_GAP_MS = 5_000;

/** Algo orders: their book and their commands. Each command is sent once; an unanswered one is polled. */
export function createAlgoOrders(parts: AlgoParts): AlgoOrders {
  const { client, exchangeClock, clock, commands, polls, notices, everyMs = PACES.algoOrders } = parts;
  const feed = createFeed<AlgoRow>('id', 'row or read');
  const book: AlgoBook = createAlgoBook(feed);
  const unansweredCommands = new Map<string, UnansweredCommand>();
  const openEdits = createOpenEdits();
  const unfollowMarket = followExtremes(book, parts.market, clock);
  const lostReports = createLostReports(book, clock, notices);
  /** The latest possible exchange ms of a report that comes now, or of a read that begins now. */
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
      book.take(facts, asOf);
      const isLastPage = meta === null ? rows.length < PAGE_SIZE : page * meta.recordsPerPage >= meta.total;
      if (isLastPage || rows.length === 0 || (status === 'COMPLETED' && page === MOST_PAST_PAGES)) break;
    }
    return found;
  }

  let readPast = false;
  let knownSince: number | null = null;
  let readAt: number | null = null;
  /** Monotonic ms of the planned read. */
  let dueAt = Infinity;
  async function read(): Promise<void> {
    const began = clock.monotonic();
    const before = new Set(book.open().map(({ id }) => id));
    const listedInstrument = await readList('INCOMPLETE', null);
    feed.nowKnown();
    knownSince ??= exchangeClock.now();
    // Nodes that were open before the read and are missing in the list have ended meanwhile.
    const roots = new Set<string>();
    for (const node of book.open())
      if (before.has(node.id) && !listedInstrument.has(node.id)) roots.add(node.reported.rootId ?? node.id);
    for (const root of roots) await readOne({ algoOrderId: root }, root);
    if (!readPast) {
      await readList('COMPLETED', Math.floor(exchangeClock.now()) - 86_400_000);
      readPast = true;
    }
    readAt = began;
    schedule(everyMs);
  }

  /** Reads one tree (E10); null where the exchange knows none. */
  async function readOne(
    by: { readonly algoOrderId: string } | { readonly clientAlgoOrderId: string },
    missingRoot: string | null,
  ): Promise<AlgoNode | null> {
    const at = exchangeClock.now();
    const asOf = asOfNow();
    try {
      const record = await client.call('trade.algoOrder', by, { lane: 'trade' });
      book.take(factsOfRecord(record), asOf);
      return book.get(record.algoOrderId) ?? null;
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (fault.kind !== 'ExchangeRejected' || !isOrderNotFound(fault.code)) throw thrown;
      // A read may not show a recent update yet (quality.md, faults 30 and 31).
      if (missingRoot !== null)
        for (const { id, reported, updatedAt } of book.open())
          if ((id === missingRoot || reported.rootId === missingRoot) && at - updatedAt >= LAG_MS) book.lose(id);
      return null;
    }
  }

  function schedule(ms: number, alsoAway = false): void {
    timer?.cancel();
    dueAt = clock.monotonic() + ms;
    timer =
      stopped || !(live || alsoAway)
        ? null
        : clock.after(
            ms,
            () => void (live ? lostReports.readAndCompare('timer', read) : read()).catch(() => schedule(everyMs)),
          );
  }

  // ---------------------------------------------------------------- unanswered commands

  function finish(unanswered: UnansweredCommand, outcome: Outcome, sentence = outcomeText(outcome)): void {
    const { commandId, id } = unanswered;
    unansweredCommands.delete(commandId);
    openEdits.end(commandId);
    polls.end(commandId);
    commands.settle(commandId, outcome);
    if (id !== null) book.updatePending(id, { commandId, pending: 'none' });
    notices.say(outcome.status === 'accepted' ? 'info' : 'warning', `${unanswered.summary}: ${sentence}`);
  }

  function settleBy(node: AlgoNode): void {
    for (const unanswered of [...unansweredCommands.values()]) {
      const isAbout =
        unanswered.id === node.id || (unanswered.clientId !== null && unanswered.clientId === node.reported.clientId);
      const outcome = isAbout ? shownOutcome(unanswered, node) : null;
      if (outcome !== null) finish(unanswered, outcome);
    }
    openEdits.look(node);
  }
  const unfollow = book.onChange(settleBy);

  /** Drops commands that the trader dismissed or that have ended. */
  const unwatch = commands.feed.subscribe(({ put }) => {
    for (const { commandId, status, message } of put) {
      const dismissed = status === 'rejected' ? unansweredCommands.get(commandId) : undefined;
      unansweredCommands.delete(dismissed?.commandId ?? '');
      if (dismissed !== undefined && dismissed.id !== null)
        book.updatePending(dismissed.id, { commandId, pending: 'none', lastRefusal: message });
    }
  });

  /** Reads the number of nodes without a known end that were open at an exchange ms; null counts all. */
  async function countRemaining(symbol: string | null, before: number | null): Promise<number> {
    await read();
    return book
      .unended()
      .filter(({ reported }) => symbol === null || reported.symbol === symbol)
      .filter(({ reported }) => before === null || (reported.createdAt ?? 0) <= before).length;
  }

  function settleLater(unanswered: UnansweredCommand): void {
    unansweredCommands.set(unanswered.commandId, unanswered);
    if (unanswered.id !== null)
      book.updatePending(unanswered.id, { commandId: unanswered.commandId, pending: 'unconfirmed' });
    let latest = unanswered.signedAt;
    const proof = untilProof(exchangeClock, unanswered);
    let reportedNone = false;
    polls.start(unanswered.commandId, async () => {
      if (!unansweredCommands.has(unanswered.commandId)) return true;
      const provenBefore = proof() === 0;
      const before = latest;
      let found: AlgoNode | null = null;
      if (provenBefore && unanswered.what === 'place') await read();
      if (unanswered.id !== null) found = await readOne({ algoOrderId: unanswered.id }, null);
      else if (unanswered.clientId !== null) found = await readOne({ clientAlgoOrderId: unanswered.clientId }, null);
      const count = unanswered.what === 'cancelAll' ? await countRemaining(unanswered.symbol, before) : null;
      latest ??= exchangeClock.now();
      if (!unansweredCommands.has(unanswered.commandId)) return true;
      if (!provenBefore || proof() > 0) {
        if (count === 0 && !reportedNone) commands.settle(unanswered.commandId, stillPossible);
        reportedNone ||= count === 0;
        return proof();
      }
      if (count === 0)
        finish(unanswered, accepted(null, null), 'no algo order is open, and the request can no longer arrive.');
      else if (count !== null) finish(unanswered, someRemain(count, unanswered));
      else finish(unanswered, lateOutcome(unanswered, found));
      return true;
    });
  }

  // ---------------------------------------------------------------- commands

  async function run(
    unanswered: Omit<UnansweredCommand, 'signedAt' | 'rivals'>,
    name: string,
    input: object,
    call: (onSending: () => void) => Promise<string | null>,
  ): Promise<Outcome> {
    let signedAt: number | null = null;
    const { commandId, summary, symbol, clientId, id, what, change, before } = unanswered;
    let rivals: UnansweredCommand['rivals'] = [];
    const outcome = await commands.run(
      { commandId, name, symbol, clientOrderId: null, summary, input: JSON.stringify(input) },
      async (sending) => {
        if (id !== null) book.begin(id, { commandId, pending: what === 'cancel' ? 'cancel' : 'edit' });
        if (id !== null && what === 'edit') rivals = openEdits.begin(commandId, id, { wanted: change, before });
        const acknowledgement = await call(() => {
          signedAt = exchangeClock.now();
          sending();
        });
        return { status: 'accepted', clientOrderId: clientId, orderId: id, acknowledgement };
      },
    );
    if (outcome.status === 'rejected') openEdits.end(commandId);
    if (outcome.status === 'unconfirmed') settleLater({ ...unanswered, signedAt, rivals });
    else if (id !== null)
      book.updatePending(id, {
        commandId,
        pending: 'none',
        lastRefusal: outcome.status === 'rejected' ? describeFault(outcome.fault).title : null,
      });
    schedule(SOON_MS, true);
    return outcome;
  }

  const openNode = ({ algoOrderId, symbol }: OneAlgo): AlgoNode => {
    const node = book.get(algoOrderId);
    if (node === undefined || node.reported.symbol !== symbol)
      throw invalid('algoOrderId', 'This symbol has no such algo order.');
    if (isEnded(node.reported.algoStatus)) throw invalid('algoOrderId', 'The algo order is finished.');
    return node;
  };
  const listedInstrument = (symbol: string): InstrumentRow => {
    const instrument = parts.instrument(symbol);
    if (instrument === undefined) throw invalid('symbol', `${symbol} is not among the exchange’s symbols.`);
    return instrument;
  };

  async function place(
    { commandId, draft, answered }: Parameters<AlgoOrders['place']>[0],
    send: WaitingSend,
  ): Promise<Outcome> {
    const instrument = listedInstrument(draft.symbol);
    const check = checkAlgo(draft, instrument, parts.context(draft.symbol));
    if (!check.ok) throw new FaultError({ kind: 'InvalidInput', problems: [...check.problems] });
    checkCaps(draft, book.open());
    const summary = `${draft.algoType}: ${algoSentence(draft, instrument)}`;
    const { symbol } = draft;
    const reading = parts.judge.ready(symbol);
    if (reading !== null) await reading;
    const plan = planForLimits(draft, check.plan);
    parts.judge.plan(plan, { name: 'algo.place', summary, answered });
    const clientId = parts.nextClientId();
    const body = { ...check.plan.body, clientAlgoOrderId: clientId };
    return run(
      { commandId, summary, what: 'place', id: null, clientId, symbol, change: {}, before: {} },
      'algo.place',
      { clientId, symbol },
      async (onSending) => {
        const { rows } = await send.run(plan.closes === 'always', onSending, (options) =>
          client.call('trade.placeAlgoOrder', body, options),
        );
        if (rows.some(({ clientAlgoOrderId }) => clientAlgoOrderId === clientId)) return null;
        // The answer to something else: what became of this order is not known (quality.md, fault 17).
        const reason = 'the answer names another order';
        throw new FaultError({ kind: 'OutcomeUnknown', endpoint: 'trade.placeAlgoOrder', reason });
      },
    );
  }

  async function edit(command: Parameters<AlgoOrders['edit']>[0], send: WaitingSend): Promise<Outcome> {
    const { commandId, symbol, algoOrderId, answered } = command;
    const reading = parts.judge.ready(symbol);
    if (reading !== null) await reading;
    const node = openNode(command);
    const check = checkAlgoEdit(command, listedInstrument(symbol));
    if (!check.ok) throw new FaultError({ kind: 'InvalidInput', problems: [...check.problems] });
    const { change } = check;
    const before = valuesOf(node, change);
    const sentence = Object.entries(change).map(([field, value]) => `${field} ${value}`);
    const summary = `Edit ${symbol} ${node.reported.algoType ?? 'algo order'}: ${sentence.join(', ')}`;
    const edited = editForLimits(node, change);
    if (edited !== null) parts.judge.editPlan(edited, { name: 'algo.edit', summary, answered });
    return run(
      { commandId, summary, what: 'edit', id: algoOrderId, clientId: null, symbol, change, before },
      'algo.edit',
      { algoOrderId, symbol, change, before },
      async (onSending) => {
        const { status } = await send.run(edited?.after.closes === 'always', onSending, (options) =>
          client.call('trade.editAlgoOrder', { algoOrderId, ...change }, options),
        );
        return status;
      },
    );
  }

  return {
    feed,
    histories: book.histories,
    take(reports) {
      const facts = reports.map(updateOfReport);
      book.take(facts, asOfNow());
      for (const { id } of facts) lostReports.reported(id);
    },
    // At the start nothing is known, so nothing counts as changed.
    read: () => lostReports.readAndCompare('connect', read),
    readAway: read,
    readAt: () => readAt,
    changed() {
      if (!live || book.open().length === 0) return;
      const now = clock.monotonic();
      const due = Math.max(now + SOON_MS, (readAt ?? -Infinity) + HINTED_GAP_MS);
      if (due < dueAt) schedule(due - now);
    },
    forgetDates: () => book.forgetDates(exchangeClock.now()),
    knownSince: () => knownSince,
    async readEnded(since, roots) {
      const found = await readList('COMPLETED', since);
      for (const root of roots) if (!found.has(root)) await readOne({ algoOrderId: root }, null);
    },
    countRemaining,
    whileLive(now) {
      if (now === live) return;
      live = now;
      schedule(everyMs);
    },
    place: (command) =>
      commands.once(command.commandId, 'algo.place', () => {
        const { commandId, draft } = command;
        return parts.waiting.press({ commandId, symbol: draft.symbol, kind: 'algo' }, (send) => place(command, send));
      }),
    edit: (command) =>
      commands.once(command.commandId, 'algo.edit', () => {
        const { commandId, symbol } = command;
        return parts.waiting.press({ commandId, symbol, kind: 'algo' }, (send) => edit(command, send));
      }),
    cancel: (command) =>
      commands.once(command.commandId, 'algo.cancel', async () => {
        const { commandId, symbol, algoOrderId } = command;
        const node = openNode(command);
        return run(
          {
            commandId,
            summary: `Cancel ${symbol} ${node.reported.algoType ?? 'algo order'} ${algoOrderId}`,
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
            try {
              return (await client.call('trade.cancelAlgoOrder', { algoOrderId }, { onSending })).status;
            } catch (thrown) {
              const fault = faultOf(thrown);
              if (fault.kind !== 'ExchangeRejected' || !isOrderNotFound(fault.code)) throw thrown;
              // A proxy may have sent it twice, and this is the answer to the second.
              await readOne({ algoOrderId }, null).catch(() => null);
              if (book.get(algoOrderId)?.reported.algoStatus === 'CANCELLED') return null;
              throw thrown;
            }
          },
        );
      }),
    cancelAll: ({ commandId, symbol }) =>
      commands.once(commandId, 'algo.cancelAll', () => {
        tellTakenBack(notices, parts.waiting.takeBack(symbol, ['algo']));
        return run(
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
        );
      }),
    resume(command) {
      const former = formerAlgoCommand(command);
      if (former === null) return false;
      const { commandId, summary, at } = command;
      const { id, what, change, before } = former;
      if (id !== null) book.begin(id, { commandId, pending: 'unconfirmed' });
      const rivals = id !== null && what === 'edit' ? openEdits.begin(commandId, id, { wanted: change, before }) : [];
      settleLater({ ...former, commandId, summary, signedAt: null, begunAt: at, rivals });
      return true;
    },
    stop() {
      stopped = true;
      timer?.cancel();
      unfollow();
      unwatch();
      unfollowMarket();
      lostReports.stop();
    },
  };
}

const outcomeText = (outcome: Outcome): string =>
  outcome.status !== 'rejected'
    ? 'the exchange has it.'
    : outcome.fault.kind === 'OutcomeUnknown'
      ? outcome.fault.reason
      : describeFault(outcome.fault).title;
