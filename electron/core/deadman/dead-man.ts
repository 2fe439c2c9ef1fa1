import type { Outcome } from '../../../shared/contract/contract.ts';
import type { DeadManRow } from '../../../shared/contract/deadman.ts';
import { checkTimeout, type DeadManMode } from '../../../shared/rules/deadman-rules.ts';
import { faultOf, invalid, type Fault } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { certainlyNoEffect } from '../commands/commands.ts';
import { createFeed } from '../page/feeds.ts';
import type { Timer } from '../world/ports.ts';
import {
  answered,
  earlierThanKnown,
  earliest,
  nextDue,
  pruned,
  sent,
  settledUntil,
  withoutEffect,
  type TimerEstimate,
} from './timer-estimate.ts';
import { secondTime, settledSecond, stepped } from './clock-steps.ts';
import { createEarlierRun, marked } from './left-open.ts';
import { createLastOpen } from './proof/last-open.ts';
import { createUnsettledPresses } from './unsettled-presses.ts';
import { createProof } from './proof/proof.ts';
import { looksTheSame, stateOf, type InFlight } from './row.ts';
import { createTimeBounds } from './certainty.ts';
import type { TimerRequest, DeadMan, DeadManParts } from './types.ts';
import { notSaved, terminalClosing, nothingToRenew } from './refusals.ts';
import { createRequestsBeforeSync, latestArrival, signatureEnd } from './before-clock-sync.ts';

/** A renewal without an answer after this time counts as failing. */
const ALARM_MS = 1_000;
const DEADLINE_MS = 5_000;
/** Delay of the next renewal after one that failed at once. */
const RETRY_MS = 1_000;
/** Interval of the check for clock jumps while something is armed. */
const CLOCK_CHECK_MS = 1_000;
const UNREADABLE =
  'What an earlier run of the program armed cannot be read: it may still be armed. Arm or disarm it anew to be certain.';
const UNSAVED = 'It may have been renewed while nothing could be saved: it may still be armed.';
const STILL_RUNS = 'The exchange set its clock: it did not fire at the earlier of its two times.';
/** Delay before a renewal checks again whether the clock is measured. */
const RECHECK_MS = 50;

/**
 * The dead-man switch (E12). The countdown shows the exchange's time by its measured clock. At most one request is in
 * flight. An unanswered request counts as the less safe of its two possibilities.
 */
export function createDeadMan(parts: DeadManParts): DeadMan {
  const { client, exchangeClock, clock, commands, notices, memory } = parts;
  const feed = createFeed<DeadManRow>('id');
  const stored = memory.read();
  const kept = stored === 'unreadable' ? null : stored;
  const earlier = createEarlierRun(stored, exchangeClock, clock);
  let { estimate }: { estimate: TimerEstimate } = earlier;
  /** The timeout of an arming in flight that is to be renewed. */
  let renewedSoon: number | null = null;
  let timeoutMs = kept?.timeoutMs ?? null;
  let mode: DeadManMode | null = null;
  /** The last firing, also of an earlier run, until the switch is armed or disarmed again. */
  let fired = kept?.fired ?? null;
  let leftArmed = earlier.isUnread() || (earliest(estimate) !== null && fired === null);
  let inFlight: InFlight = 'nothing';
  let failing = false;
  let unavailable: string | null = null;
  let message = earlier.isUnread()
    ? UNREADABLE
    : leftArmed
      ? 'Left armed by an earlier run of the program. It is not being renewed.'
      : (fired?.words ?? '');
  /** The firing time that the newest answer named, where the measured clock does not allow it. */
  let unfit: number | null = null;
  let lastId = Math.max(estimate.knownId, ...estimate.doubts.map(({ id }) => id));
  let lastSend: Promise<unknown> = Promise.resolve();
  let renewal: Timer | null = null;
  let expiry: Timer | null = null;
  let clockWatch: Timer | null = null;
  let stopped = false;

  const unsettled = createUnsettledPresses(commands);
  const bounds = createTimeBounds(exchangeClock, clock);
  const { earliestNow: soonest, toLocal: localOf } = bounds;
  const beforeSync = createRequestsBeforeSync(exchangeClock, clock, soonest);
  const lastOpen = createLastOpen(parts, bounds, () => nextDue(estimate), kept?.open ?? null);
  const deadline = (): number | null => earliest(estimate);

  const proof = createProof({
    ...parts,
    onEnd(found) {
      const now = exchangeClock.now();
      const settled = settledSecond(estimate, now, found.report === null);
      if (settled !== estimate && settled.known !== null) message = STILL_RUNS;
      estimate = settledUntil(settled, now, found.report === null);
      const isNone = found.report === null || found.report.before === 0;
      if (estimate.known === null && isNone) estimate = earlier.joined(estimate, found.report !== null);
      else if (!isNone) earlier.end();
      const isOpen = estimate.known === null && secondTime(estimate)?.lookedInto === false;
      if (isOpen) message = earlier.isUnread() ? UNREADABLE : UNSAVED;
      // Unanswered requests are proved too. The first report with orders stays until the switch is armed again.
      const isMore = !fired || found.report === null || (fired.report.before === 0 && found.report.before > 0);
      if (estimate.known === null && isMore && !isOpen && !(earlier.isUnread() && isNone)) {
        message = found.words;
        fired = found.report && { report: found.report, words: message, since: Math.round(clock.now()) };
        notices.say('danger', found.words);
      }
      save();
      publish();
    },
  });

  /** Looks whether it fired at an instant that a step forward passed, while it is renewed as before. */
  const behind = createProof({
    ...parts,
    onEnd({ report, words }) {
      if (report === null || report.before === 0) return;
      renewal?.cancel();
      renewal = null;
      mode = null;
      message = words;
      fired = { report, words, since: Math.round(clock.now()) };
      notices.say('danger', words);
      save();
      publish();
    },
  });
  function lookBehind(at: number): void {
    const second = secondTime(estimate);
    if (second === undefined || !bounds.mayHavePassed(at) || estimate.known === at) return;
    estimate = { ...estimate, doubts: estimate.doubts.filter((doubt) => doubt !== second) };
    behind.start(at, false, lastOpen());
  }

  /** @returns whether it worked. */
  function save(): boolean {
    if (stopped) return false;
    try {
      const outcome = { fired: inFlight === 'arming' ? null : fired, open: lastOpen() };
      const belief = beforeSync.toSave(estimate);
      const mayFollow = Math.max(earlier.timeoutMs(), renewedSoon ?? 0, mode === 'renew' ? (timeoutMs ?? 0) : 0);
      const isMarked = mayFollow > 0 && (earlier.timeoutMs() > 0 || earliest(estimate) !== null);
      memory.write({ belief: isMarked ? marked(belief, mayFollow) : belief, timeoutMs, ...outcome });
      return true;
    } catch {
      notices.say('warning', 'The state of the dead-man switch cannot be saved. Is the disk full?');
      return false;
    }
  }

  function publish(): void {
    if (stopped) return;
    const certainty = bounds.certainty();
    if (certainty === 'sure') {
      if (earlier.isUnread() && earlier.timeoutMs() > 0) {
        estimate = earlier.joined(estimate, false);
        save();
      }
      estimate = pruned(estimate, soonest());
      if (earlier.timeoutMs() === 0 && deadline() === null) earlier.endUnread();
    }
    const at = deadline();
    const due = certainty === 'waiting' ? null : nextDue(estimate);
    const past = due !== null && bounds.mayHavePassed(due);
    if (due !== null && bounds.hasPassed(due)) expire(due);
    else if (certainty !== 'waiting') {
      // A newer answer moved the time.
      proof.stop();
      schedule(past ? null : due);
    }
    unsettled.endExpired(estimate);
    watchClocksWhile(at !== null || earlier.isUnread() || estimate.doubts.length > 0);
    const isUnknown = past || (earlier.isUnread() && inFlight === 'nothing');
    const facts = {
      deadline: at,
      past: isUnknown,
      inFlight,
      failing,
      unavailable: unavailable !== null,
      fired: fired !== null,
    };
    const state = stateOf(facts);
    if (at === null && !earlier.isUnread()) {
      if (leftArmed && (message === UNREADABLE || message === UNSAVED)) message = 'It cannot be armed any more.';
      leftArmed = false;
    }
    const before = feed.get('deadman');
    const row: DeadManRow = {
      id: 'deadman',
      state,
      mode,
      timeoutMs,
      deadline: at,
      deadlineLocal: at === null || certainty === 'waiting' ? null : localOf(at),
      inDoubt:
        earlier.isUnread() ||
        estimate.doubts.length > 0 ||
        (at !== null && (fired !== null || exchangeClock.isContested())),
      doubt: earlierThanKnown(estimate),
      leftArmed,
      message: unavailable ?? message,
      since: (state === 'fired' ? fired : before?.state === state ? before : null)?.since ?? Math.round(clock.now()),
      report: fired?.report ?? null,
    };
    if (before === undefined || !looksTheSame(before, row)) feed.put(row);
  }

  /** The time has passed: renewing ends, and the open orders show whether it fired. */
  function expire(at: number): void {
    renewal?.cancel();
    renewal = null;
    schedule(null);
    // By the other clock it may run on.
    if (mode === 'renew' || at === estimate.known) mode = null;
    failing = false;
    proof.start(at, at === estimate.known && estimate.doubts.length === 0, lastOpen());
  }

  function schedule(at: number | null): void {
    expiry?.cancel();
    expiry = at === null ? null : clock.after(Math.max(1, localOf(at) - clock.now()), publish);
  }

  function watchClocksWhile(open: boolean): void {
    if (!open) {
      clockWatch?.cancel();
      clockWatch = null;
    } else
      clockWatch ??= clock.after(CLOCK_CHECK_MS, () => {
        clockWatch = null;
        publish();
      });
  }

  function renewAfter(ms: number): void {
    renewal?.cancel();
    renewal = stopped ? null : clock.after(ms, () => void renew());
  }

  /** Schedules the next renewal, unless the switch was disarmed or has expired meanwhile. */
  function renewNext(ms: number): void {
    if (mode === 'renew' && renewal === null) renewAfter(ms);
  }

  async function renew(): Promise<void> {
    renewal = null;
    if (mode !== 'renew' || timeoutMs === null || deadline() === null) return;
    // A rejected arming leaves the timer running, so renewing must continue.
    if (inFlight === 'arming') return renewAfter(RECHECK_MS);
    if (inFlight !== 'nothing') return;
    // The clock is being measured: the remaining time is known in a moment.
    if (exchangeClock.offset() !== null && bounds.certainty() === 'waiting') return renewAfter(RECHECK_MS);
    const quarter = timeoutMs / 4;
    const began = clock.monotonic();
    const alarm = clock.after(ALARM_MS, () => showFailing('The exchange has not answered the last renewal yet.'));
    try {
      await send({ timeoutMs, purpose: 'renewing' });
      if (failing) notices.say('info', 'The dead-man switch is renewed again.');
      failing = false;
      message = '';
      renewNext(Math.max(0, quarter - (clock.monotonic() - began)));
    } catch (thrown) {
      const reason = describeFault(faultOf(thrown));
      showFailing(`The last renewal failed: ${reason.title}.`);
      renewNext(Math.max(0, RETRY_MS - (clock.monotonic() - began)));
    } finally {
      alarm.cancel();
      publish();
    }
  }

  function showFailing(reason: string): void {
    if (!failing && mode === 'renew') notices.say('danger', `The dead-man switch is not renewed. ${reason}`);
    failing = mode === 'renew';
    message = reason;
    publish();
  }

  /** Sends requests one at a time, in order. Rejects with FaultError. */
  function send(request: TimerRequest): Promise<void> {
    const turn = lastSend.then(() => sendNow(request));
    lastSend = turn.catch(() => undefined);
    return turn;
  }

  async function sendNow({ timeoutMs: timeout, purpose, sending, onNumber: numbered }: TimerRequest): Promise<void> {
    if (stopped) throw terminalClosing();
    lastId += 1;
    const id = lastId;
    numbered?.(id);
    let sentAt = clock.monotonic();
    let until = 0;
    const doubt = (signed: boolean): boolean => {
      const from = soonest();
      until = latestArrival(exchangeClock.now());
      beforeSync.begin(id, signed);
      estimate = sent(withoutEffect(estimate, id), { id, timeoutMs: timeout, from, until, lookedInto: false });
      return save();
    };
    inFlight = purpose;
    if (purpose === 'arming') message = '';
    const isSaved = doubt(false);
    if (purpose === 'arming' && !isSaved) {
      estimate = withoutEffect(estimate, id);
      inFlight = 'nothing';
      publish();
      throw notSaved();
    }
    publish();
    try {
      const { expectedTriggerTime } = await client.call(
        'trade.cancelAllAfter',
        { triggerAfter: String(timeout) },
        {
          lane: 'safety',
          // Three unanswered renewals and an answered fourth fit into the timeout.
          timeoutMs: timeout === 0 ? DEADLINE_MS : Math.max(500, Math.min(DEADLINE_MS, (timeout * 3) / 16)),
          onSending: () => {
            // The request waited for the clock or for its slot. A switch that fired meanwhile must not be armed again
            // unseen.
            if (stopped) throw terminalClosing();
            if (purpose === 'renewing' && nothingRunsBesides(id)) throw nothingToRenew();
            // It is signed now. After a longer wait or a clock correction, the new estimate is saved first.
            if (exchangeClock.offset() === null || signatureEnd(exchangeClock.now()) > until) {
              doubt(true);
              publish();
            }
            sentAt = clock.monotonic();
            sending?.();
          },
        },
      );
      const { at, isFit } = bounds.firingTime(timeout, sentAt, expectedTriggerTime);
      if (id > estimate.knownId) unfit = isFit ? null : expectedTriggerTime;
      estimate = answered(estimate, id, timeout === 0 ? null : at);
      fired = null;
      unavailable = null;
      earlier.end();
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (certainlyNoEffect(fault)) estimate = withoutEffect(estimate, id);
      else if (purpose === 'arming') fired = null;
      throw thrown;
    } finally {
      inFlight = 'nothing';
      save();
      publish();
    }
  }

  /** Whether no timer can be running besides the one of this request. */
  function nothingRunsBesides(id: number): boolean {
    const due = nextDue(withoutEffect(estimate, id));
    return due === null || bounds.hasPassed(due);
  }

  /**
   * A press: journaled first, sent once, with a known or unconfirmed outcome.
   *
   * @param begin called before the journal entry, and not for a repeated press; returns the undo for a failed journal
   *   entry.
   */
  function press(
    command: { readonly commandId: string; readonly name: string; readonly summary: string; readonly input: string },
    request: Pick<TimerRequest, 'timeoutMs' | 'purpose'>,
    then: (outcome: Outcome) => void,
    begin: () => () => void = () => () => undefined,
  ): Promise<Outcome> {
    return commands.once(command.commandId, command.name, async () => {
      const undo = begin();
      const entry = { ...command, symbol: null, clientOrderId: null };
      let requestId = 0;
      const written = commands.run(entry, async (sending) => {
        await send({ ...request, sending, onNumber: (id) => void (requestId = id) });
        return { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: null };
      });
      written.catch(undo);
      const outcome = await written;
      if (outcome.status === 'unconfirmed') unsettled.wait(requestId, command.commandId);
      then(outcome);
      publish();
      return outcome;
    });
  }

  /** A rejection for lack of entitlement (VIP only) is shown until an arming succeeds. */
  function showRefusal(fault: Fault): void {
    const notEntitled = fault.kind === 'ExchangeRejected' && (fault.httpStatus === 401 || fault.httpStatus === 403);
    if (notEntitled) unavailable = `The exchange does not offer it to this account: ${fault.message}`;
    else message = describeFault(fault).title;
  }

  function nudge(): void {
    publish();
    if (mode === 'renew') renewAfter(0);
  }

  const stopClock = exchangeClock.onChange(() => {
    const before = estimate;
    estimate = beforeSync.date(estimate);
    if (estimate !== before) save();
    publish();
  });
  const stopSteps = exchangeClock.onStep((ms) => {
    const before = estimate.known;
    estimate = stepped(estimate, ms, timeoutMs ?? 0, unfit);
    unfit = null;
    if (before !== null && mode === 'renew') lookBehind(before);
    if (before !== null)
      message = `The exchange set its clock by ${(ms / 1000).toFixed(1)} s: the earliest time counts.`;
    save();
    nudge();
  });
  publish();
  return {
    feed,
    arm: ({ commandId, timeoutMs: newTimeoutMs, mode: newMode }) => {
      const check = checkTimeout(newTimeoutMs, newMode);
      if (!check.ok) throw invalid('timeoutMs', check.reason);
      const seconds = newTimeoutMs / 1000;
      return press(
        {
          commandId,
          name: 'deadman.arm',
          summary: `Arm the dead-man switch: ${seconds} s${newMode === 'renew' ? ', renewed' : ''}`,
          input: JSON.stringify({ timeoutMs: newTimeoutMs, mode: newMode }),
        },
        { timeoutMs: newTimeoutMs, purpose: 'arming' },
        (outcome) => {
          renewedSoon = null;
          if (outcome.status === 'rejected') return showRefusal(outcome.fault);
          leftArmed = false;
          timeoutMs = newTimeoutMs;
          mode = newMode;
          failing = false;
          message = outcome.status === 'unconfirmed' ? 'The arming was not answered: the switch counts as armed.' : '';
          earlier.endUnread();
          if (newMode === 'renew') renewAfter(outcome.status === 'accepted' ? newTimeoutMs / 4 : RETRY_MS);
          else save();
        },
        () => {
          renewedSoon = newMode === 'renew' ? newTimeoutMs : null;
          return () => void (renewedSoon = null);
        },
      );
    },
    disarm({ commandId }) {
      let before: DeadManMode | null = null;
      /** The disarm failed: renewing continues. */
      const resumeRenewal = (): void => {
        // An earlier arming may have set its own mode meanwhile.
        mode ??= before;
        if (mode === 'renew' && timeoutMs !== null) renewAfter(0);
      };
      return press(
        { commandId, name: 'deadman.disarm', summary: 'Disarm the dead-man switch', input: '{}' },
        { timeoutMs: 0, purpose: 'disarming' },
        (outcome) => {
          failing = false;
          if (outcome.status === 'accepted') {
            mode = null;
            message = deadline() === null ? '' : 'An earlier request was not answered: it may still arm the switch.';
            return;
          }
          resumeRenewal();
          message = 'The disarming is not certain: the switch counts as armed.';
          if (outcome.status === 'rejected') showRefusal(outcome.fault);
        },
        () => {
          // No renewal may follow a disarm that is in flight.
          renewal?.cancel();
          renewal = null;
          before = mode;
          mode = null;
          return resumeRenewal;
        },
      );
    },
    resume({ name, commandId }) {
      if (name !== 'deadman.arm' && name !== 'deadman.disarm') return false;
      // The saved estimate already counts its possible effect.
      unsettled.end(commandId, 'the program ended before the answer; the panel shows what may be armed');
      return true;
    },
    armedUntil: () => {
      const at = deadline();
      return at === null ? null : exchangeClock.offset() === null ? clock.now() : localOf(at);
    },
    nudge,
    stop() {
      // The next run must find out which orders the switch cancels from now on.
      mode = null;
      if (deadline() !== null) save();
      stopped = true;
      stopClock();
      stopSteps();
      behind.stop();
      renewal?.cancel();
      expiry?.cancel();
      clockWatch?.cancel();
      proof.stop();
    },
  };
}
