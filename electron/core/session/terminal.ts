import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { feeds, FeedName, FeedRowOf, LimitRow, TerminalRow } from '../../../shared/contract/contract.ts';
import type { DeskFeedName } from '../../../shared/contract/profiles.ts';
import { invalid } from '../../../shared/errors.ts';
import { createRiskLimits } from '../risk-limits/risk-limits.ts';
import { limitsFile } from '../risk-limits/kept.ts';
import { createQuestions, questionSettings } from '../risk-limits/questions.ts';
import { createRiskJudge } from '../risk-limits/risk-judge.ts';
import { recordPresses } from '../risk-limits/press-record.ts';
import { createRealised } from '../risk-limits/realised.ts';
import { followAccount } from '../exchange/account-updates.ts';
import { createAlgoOrders } from '../algo/algo-orders.ts';
import { createFigures } from '../account/figures.ts';
import { createAccountSettings } from '../account/settings.ts';
import { readCollateral, readFees, readLeverage, readLoans } from '../account/terms.ts';
import { createTransfers } from '../transfers/transfers.ts';
import { createCommands, OUTCOME_NOT_KEPT } from '../commands/commands.ts';
import { createConnection } from '../exchange/connection.ts';
import { connectExchange } from '../exchange/connect.ts';
import { createDeadMan } from '../deadman/dead-man.ts';
import { deadManFile } from '../deadman/memory.ts';
import { heldPositions, proofAlgos } from '../deadman/proof/proof-algos.ts';
import { proofOrders } from '../deadman/proof/proof-orders.ts';
import { proofOfBoth } from '../deadman/proof/proof.ts';
import { createFeed, type FeedSource, type KeyedFeed } from '../page/feeds.ts';
import { createBooks } from '../market/books.ts';
import { createLiveCandles, readCandles } from '../market/candles.ts';
import { createArchive } from '../history/archive/archive.ts';
import { startArchiveThread } from '../history/archive/thread.ts';
import { readOrder } from '../history/order.ts';
import { readHistory } from '../history/pages.ts';
import { createInstruments } from '../market/instruments.ts';
import { createQuotes } from '../market/quotes.ts';
import { createTickers } from '../market/tickers.ts';
import { createTrades } from '../market/trades.ts';
import { createNoticeRecord, profileNote } from '../commands/activity/notices.ts';
import { createNotices } from '../commands/notices.ts';
import { PACES } from '../world/paces.ts';
import { createChanges } from '../orders/change.ts';
import { createClientIds } from '../orders/client-ids.ts';
import { createExecutions } from '../orders/book/executions.ts';
import { createFollow } from '../orders/book/follow.ts';
import { createPolls } from '../commands/polls.ts';
import { followLiquidations } from '../orders/book/liquidations.ts';
import { createOrderEvents } from '../orders/book/order-events.ts';
import { createOrderLife } from '../orders/book/order-life.ts';
import { createOwnCancels } from '../orders/own-cancels.ts';
import { createOwnOrders } from '../orders/book/own-orders.ts';
import { createReadJudge } from '../orders/book/read-judge.ts';
import { latestNow } from '../account/latest-now.ts';
import { createPlacing } from '../orders/place.ts';
import { createWaitingSends } from '../orders/waiting-sends.ts';
import { createOrderReads } from '../orders/book/reads.ts';
import { createReconciler } from '../orders/book/reconcile.ts';
import { resumeCommand } from '../orders/resume.ts';
import { createSettler } from '../orders/settle.ts';
import { createTakeReport } from '../orders/book/execution-reports.ts';
import { createAsk, type Answers } from '../page/requests.ts';
import { goesOn } from '../commands/resume.ts';
import { openJournal, type JournalAccount, type JournaledCommand, type OpenedJournal } from '../storage/journal.ts';
import { withLateOutcomes } from '../storage/late-outcomes.ts';
import type { Terminal, TerminalOptions } from './terminal-options.ts';

/**
 * Builds every service of a profile. This is the only list of them.
 *
 * @throws Error in one line when the data folder cannot be written or another copy uses it.
 */
export function createTerminal(options: TerminalOptions): Terminal {
  const { world, profile, dataDir } = options;
  mkdirSync(dataDir, { recursive: true });
  const account = { profile: profile.id, environment: profile.environment };
  const opened = (options.openJournal ?? openJournal)(dataDir, account, Math.round(world.clock.now()));
  try {
    return terminalOver(opened, account, options);
  } catch (error) {
    // Otherwise no other try could open it before the program ends.
    opened.journal.close();
    throw error;
  }
}

function terminalOver(
  { journal: onDisk, setAside }: OpenedJournal,
  account: JournalAccount,
  options: TerminalOptions,
): Terminal {
  const { world, profile, credentials, dataDir, version, activity, connect = connectExchange, paces = PACES } = options;
  const { clock, random } = world;
  const noticeRecord = createNoticeRecord(clock, (entry) => activity?.note({ ...account, ...entry }));
  const notices = createNotices(clock, noticeRecord.noticed);
  for (const words of options.news ?? []) notices.say('warning', words);
  const journal = withLateOutcomes(onDisk, clock, () => notices.say('warning', OUTCOME_NOT_KEPT));
  if (setAside !== null)
    notices.say(
      'danger',
      `The command journal was damaged and a new one was begun; the old one is kept as ${setAside}.`,
    );

  // -------------------------------------------------------------- the exchange
  const exchange = connect({ world, profile, credentials, reconcile: () => reconcile() });
  const { client, exchangeClock, publicStream, privateStream } = exchange;

  // -------------------------------------------------------------- orders
  const isOurs = (clientOrderId: string): boolean => {
    try {
      return journal.hasClientOrderId(clientOrderId);
    } catch {
      return false; // the exchange's word on an order is shown whatever the disk does
    }
  };
  const commands = createCommands(journal, clock, notices, (end) => {
    activity?.commandEnded(account, end);
    if (/^(account|assets)\./.test(end.entry.name) && end.outcome.status === 'accepted') figures.changed();
  });
  const ordersFeed = createFeed<FeedRows['orders']>('id', 'row or read');
  const lives = createOrderEvents(clock);
  const orders = createOwnOrders(ordersFeed, isOurs, lives, createReadJudge(clock));
  const polls = createPolls(clock);
  const reads = createOrderReads(client, exchangeClock, clock);
  const remainingAlgos = (symbol: string | null, before: number): Promise<number> =>
    algo.countRemaining(symbol, before);
  const settler = createSettler({ orders, commands, reads, remainingAlgos, polls, clock: exchangeClock, notices });
  const follow = createFollow(orders, reads, polls);
  const reconciler = createReconciler({ reads, orders, notices, clock, everyMs: paces.orders });
  const takeReport = createTakeReport(orders, reconciler, latestNow(exchangeClock));

  // -------------------------------------------------------------- market and account
  const instruments = createInstruments(client, clock, notices);
  const quotes = createQuotes(client, publicStream, clock);
  const books = createBooks(client, publicStream, clock);
  const trades = createTrades(client, publicStream, clock, paces.market);
  const candles = createLiveCandles(client, publicStream, clock, paces.market);
  const figures = createFigures({ client, publicStream, exchangeClock, clock, paces });
  const { balances, positions, modes } = figures;

  // -------------------------------------------------------------- the terminal itself
  const connection = createConnection({ client, exchangeClock, publicStream, privateStream, clock });
  const limits = createFeed<LimitRow>('id');
  const terminalFeed = createFeed<TerminalRow>('id');
  const locked = credentials === null;
  terminalFeed.put({
    id: 'terminal',
    profile: profile.id,
    profileName: profile.name,
    environment: profile.environment,
    viewOnly: profile.viewOnly,
    locked,
    version,
    dataFolder: dataDir,
  });

  const instrument = instruments.get;
  const guard = createRiskLimits({
    clock,
    notices,
    kept: limitsFile(join(dataDir, `guard-${profile.id}`)),
    realised: createRealised(client, exchangeClock, clock, (symbol) => instruments.get(symbol)?.quote ?? null),
    instrument,
    quote: quotes.get,
    positions: () => positions.feed.rows(),
    balance: balances.get,
    orders: orders.all,
  });
  const questions = createQuestions({
    clock,
    commands: commands.feed.rows,
    settings: () => questionSettings(profile.environment, options.kept?.('ticket')),
  });
  const judge = createRiskJudge({
    limits: guard,
    questions,
    instrument,
    quote: quotes.get,
    readQuote: quotes.readMissing,
    positions: () => positions.feed.rows(),
    balance: balances.get,
  });
  const waiting = createWaitingSends(clock);
  const parts = { client, orders, commands, settler, follow, reconciler, reads, exchangeClock, instrument, waiting };
  const nextClientId = createClientIds(clock, random);
  const place = createPlacing({
    ...parts,
    journal,
    clock,
    nextClientId,
    judge,
    context: (symbol) => {
      const { accountMode = null, positionMode = null } = modes.get() ?? {};
      const { bid = null, ask = null } = quotes.get(symbol) ?? {};
      return { accountMode, positionMode, bestBid: bid, bestAsk: ask };
    },
  });
  const changes = createChanges({ ...parts, notices, judge });
  const settings = createAccountSettings({ client, exchangeClock, commands, polls, notices, modes });

  const algo = createAlgoOrders({
    client,
    exchangeClock,
    clock,
    commands,
    polls,
    notices,
    nextClientId,
    instrument,
    market: quotes.feed,
    judge,
    waiting,
    everyMs: paces.algoOrders,
    context: (symbol) => {
      const { last = null, mark = null } = quotes.get(symbol) ?? {};
      return { last, mark };
    },
  });

  // -------------------------------------------------------------- the dead-man switch
  const deadMan = createDeadMan({
    client,
    exchangeClock,
    clock,
    commands,
    notices,
    memory: deadManFile(join(dataDir, `deadman-${profile.id}`), (words) => notices.say('danger', words)),
    ...proofOfBoth(
      proofOrders(orders, createOwnCancels({ orders, commands: commands.feed, journal, clock }), reconciler, reads),
      proofAlgos(algo, commands.feed),
    ),
    positions: heldPositions(positions.feed),
  });

  // -------------------------------------------------------------- money that is moved
  const standing = () => ({ ...account, viewOnly: profile.viewOnly, locked });
  const assets = createTransfers({
    client,
    exchangeClock,
    clock,
    random,
    commands,
    journal,
    polls,
    notices,
    balance: (token) => balances.get(token),
    standing,
    profile,
    folder: dataDir,
    bookKey: options.bookKey ?? null,
    confirm: options.confirmMoney ?? null,
    note: (name, summary) => activity?.note({ ...account, ...profileNote(name, summary) }),
  });

  // -------------------------------------------------------------- what is kept of the histories
  const archive = createArchive({
    client,
    exchangeClock,
    clock,
    notices,
    folder: dataDir,
    profile: profile.id,
    // The embedded exchange has another address at each start, and another key for another market.
    owner: `${profile.environment} ${profile.environment === 'practice' ? (credentials?.key ?? '') : profile.rest}`,
    locked,
    startThread: (file) => startArchiveThread(file, options.archiveEntry),
  });

  const ask = createAsk(
    {
      ...assets.answers,
      ...archive.answers,
      'orders.place': place,
      'orders.edit': changes.edit,
      'orders.cancel': changes.cancel,
      'orders.cancelAll': changes.cancelAll,
      'commands.dismiss': async ({ of }) => {
        if (!commands.isUnconfirmed(of)) throw invalid('of', 'This command already has an outcome.');
        settler.dismiss(of);
        return { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: null };
      },
      'commands.takeBack': ({ of }) => {
        if (!waiting.takeBackOne(of)) throw invalid('of', 'It has left already, or has ended.');
        return { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: null };
      },
      'account.setLeverage': settings.setLeverage,
      'account.setPositionMode': settings.setPositionMode,
      'account.setSpotMarginLeverage': settings.setSpotMarginLeverage,
      'algo.place': algo.place,
      'algo.edit': algo.edit,
      'algo.cancel': algo.cancel,
      'algo.cancelAll': algo.cancelAll,
      'guard.set': guard.set,
      'deadman.arm': deadMan.arm,
      'deadman.disarm': deadMan.disarm,
      'market.candles': (range) => readCandles(client, range),
      'history.page': (page) => readHistory(client, page),
      'history.order': (of) => readOrder(client, of),
      'account.fees': (of) => readFees(client, of),
      'account.leverage': (of) => readLeverage(client, of),
      'account.collateral': () => readCollateral(client),
      'account.loans': (of) => readLoans(client, of),
      'terminal.time': () => ({ local: Math.round(clock.now()), offset: exchangeClock.offset() }),
    } satisfies Answers,
    standing,
    recordPresses(activity, account, instrument, () => guard.feed.get('guard')?.limits),
  );

  const single: { readonly [Name in SingleFeed]: FeedSource<FeedRows[Name]> } = {
    terminal: terminalFeed,
    connection: connection.feed,
    limits,
    instruments: instruments.feed,
    orders: ordersFeed,
    balances: balances.feed,
    positions: positions.feed,
    account: modes.feed,
    commands: commands.feed,
    algoOrders: algo.feed,
    ...assets.feeds,
    deadman: deadMan.feed,
    guard: guard.feed,
    archives: archive.feed,
    notices: notices.feed,
  };
  const keyed: { readonly [Name in KeyedFeedName]: KeyedFeed<FeedRows[Name]> } = {
    market: quotes.feed,
    book: books,
    trades,
    candles,
    algoHistory: algo.histories,
    tickers: createTickers(client, publicStream, clock),
    executions: createExecutions(client, privateStream, clock),
    orderLife: createOrderLife({ lives, orders, journal, commands: commands.feed }),
  };

  // -------------------------------------------------------------- what happens
  const news = followAccount({
    privateStream,
    clock,
    orders,
    ordersKnown: ordersFeed.nowKnown,
    reconciler,
    takeReport,
    algo,
    figures,
    guard,
    connection,
    paces,
  });
  async function reconcile(): Promise<void> {
    await news.reconcile();
    polls.nudge();
  }

  function nudge(): void {
    publicStream.nudge();
    privateStream?.nudge();
    polls.nudge();
    deadMan.nudge();
  }

  const orderCommands = { resume: (left: JournaledCommand) => resumeCommand(left, orders, settler, journal) };
  let endSession: ((reason: string) => void) | null = null;
  const stops = [
    exchangeClock.onJump(() => {
      polls.nudge();
      deadMan.nudge();
    }),
    exchangeClock.onStep((ms) => {
      const words = `The exchange set its clock ${ms < 0 ? 'back' : 'forward'} by ${(Math.abs(ms) / 1000).toFixed(1)} s.`;
      notices.say('info', `${words} The account is read again.`);
      quotes.forgetDates();
      news.stepped();
    }),
    client.onLimits((rows) => limits.replace(rows)),
    activity?.follow(account, connection.feed, deadMan.feed) ?? (() => undefined),
    news.stop,
    settler.stop,
    algo.stop,
    deadMan.stop,
    guard.stop,
    assets.stop,
    connection.stop,
    instruments.stop,
    figures.stop,
    reconciler.stop,
    polls.stop,
    followLiquidations({ client, clock, exchangeClock, orders, positions: positions.feed, instrument, notices }),
    noticeRecord.stop,
  ];

  return {
    clock,
    ask,
    feed: (name, key) => {
      if (Object.hasOwn(single, name)) return key === '' ? single[name as SingleFeed] : null; // own key of `single`
      return Object.hasOwn(keyed, name) ? keyed[name as KeyedFeedName].open(key) : null; // own key of `keyed`
    },
    takeSession(end) {
      if (endSession !== end) endSession?.('This terminal was opened in another window.');
      endSession = end;
    },
    start() {
      // Without a key nothing can be asked: it stays open in the journal.
      for (const command of locked ? [] : commands.takeUnsettled())
        if (!goesOn(command, [orderCommands, algo, settings, assets, deadMan]))
          notices.say('warning', `What became of “${command.summary}” is not known. Look at the account’s history.`);
      if (!locked) {
        assets.start();
        guard.start();
      }
      instruments.start();
      publicStream.start();
      privateStream?.start();
    },
    nudge,
    async stop() {
      endSession?.('The terminal is closing.');
      for (const stop of stops) stop();
      exchange.end();
      await archive.stop();
      await world.http.close();
      await commands.drained();
      journal.close();
    },
  };
}

type FeedRows = { readonly [Name in FeedName]: FeedRowOf<Name> };
type KeyedFeedName = Exclude<
  { [Name in FeedName]: (typeof feeds)[Name]['keyed'] extends true ? Name : never }[FeedName],
  DeskFeedName
>;
type SingleFeed = Exclude<FeedName, KeyedFeedName | DeskFeedName>;
