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
  behind,
  earliest,
  nextDue,
  nothingArmed,
  pruned,
  sent,
  settledUntil,
  withoutEffect,
  type TimerEstimate,
} from './timer-estimate.ts';
import { createKeepOpen } from './proof/last-open.ts';
import { createUnsettledPresses } from './unsettled-presses.ts';
import { createProof } from './proof/proof.ts';
import { saysTheSame, stateOf, type Doing } from './row.ts';
import { createCertainty } from './certainty.ts';
import type { Asked, DeadMan, DeadManParts } from './types.ts';
import { closing, tooLate } from './refusals.ts';
import { createRequestsBeforeSync, latestOf, signatureEnd } from './before-clock-sync.ts';

/** A renewal that is not answered after this long is said to fail. */
const ALARM_MS = 1_000;
const DEADLINE_MS = 5_000;
/** After a renewal that failed at once. */
const AGAIN_MS = 1_000;
/** How often the local clocks are looked at while something is armed: a jump is on the screen no later. */
const LOOK_MS = 1_000;
/** How soon a renewal looks whether it was. */
const MEASURED_YET_MS = 50;

/**
 * The dead-man switch (E12). The countdown is the exchange's own instant seen through its measured clock;
 * at most one request is on its way, and one that is not answered counts for what is less safe.
 */
export function createDeadMan(parts: DeadManParts): DeadMan {
  const { client, exchangeClock, clock, commands, notices, memory } = parts;
  const feed = createFeed<DeadManRow>('id');
  const kept = memory.read();
  let belief: TimerEstimate = kept?.belief ?? nothingArmed;
  let timeoutMs = kept?.timeoutMs ?? null;
  let mode: DeadManMode | null = null;
  /** The last firing, of an earlier run too, until it is armed or disarmed anew. */
  let fired = kept?.fired ?? null;
  let left = earliest(belief) !== null && fired === null;
  let doing: Doing = 'nothing';
  let failing = false;
  let unavailable: string | null = null;
  let message = left ? 'Left armed by an earlier run of the program. It is not being renewed.' : (fired?.words ?? '');
  let lastId = Math.max(belief.knownId, ...belief.doubts.map(({ id }) => id));
  let busy: Promise<unknown> = Promise.resolve();
  let renewal: Timer | null = null;
  let expiry: Timer | null = null;
  let watch: Timer | null = null;
  let stopped = false;

  const looseEnds = createUnsettledPresses(commands);
  const certain = createCertainty(exchangeClock, clock);
  const { soonest, localOf } = certain;
  const undated = createRequestsBeforeSync(exchangeClock, clock, soonest);
  const openBefore = createKeepOpen(parts, certain, () => nextDue(belief), kept?.open ?? null);
  const deadline = (): number | null => earliest(belief);

  const proof = createProof({
    ...parts,
    onEnd(found) {
      belief = settledUntil(belief, exchangeClock.now(), found.report === null);
      // What was not answered before is looked into as well; the first report of orders stands, unless it was armed since.
      const isMore = !fired || found.report === null || (fired.report.before === 0 && found.report.before > 0);
      if (belief.known === null && isMore) {
        message = found.words;
        fired = found.report && { report: found.report, words: message, since: Math.round(clock.now()) };
        notices.say('danger', found.words);
      }
      keep();
      show();
    },
  });

  function keep(): void {
    if (stopped) return;
    try {
      const outcome = { fired: doing === 'arming' ? null : fired, open: openBefore() };
      memory.write({ belief: undated.kept(belief), timeoutMs, ...outcome });
    } catch {
      notices.say('warning', 'What the dead-man switch is cannot be kept on disk. Is the disk full?');
    }
  }

  function show(): void {
    if (stopped) return;
    const certainty = certain.look();
    if (certainty === 'sure') belief = pruned(belief, soonest());
    const at = deadline();
    const due = certainty === 'waiting' ? null : nextDue(belief);
    const past = due !== null && certain.mayBeOver(due);
    if (due !== null && certain.isOver(due)) passed(due);
    else if (certainty !== 'waiting') {
      // A newer answer has moved it.
      proof.stop();
      schedule(past ? null : due);
    }
    looseEnds.look(belief);
    watchWhile(at !== null || belief.doubts.length > 0);
    const facts = { deadline: at, past, doing, failing, unavailable: unavailable !== null, fired: fired !== null };
    const state = stateOf(facts);
    if (at === null) left = false;
    const before = feed.get('deadman');
    const row: DeadManRow = {
      id: 'deadman',
      state,
      mode,
      timeoutMs,
      deadline: at,
      deadlineLocal: at === null || certainty === 'waiting' ? null : localOf(at),
      inDoubt: belief.doubts.length > 0,
      doubt: behind(belief),
      left,
      message: unavailable ?? message,
      since: (state === 'fired' ? fired : before?.state === state ? before : null)?.since ?? Math.round(clock.now()),
      report: fired?.report ?? null,
    };
    if (before === undefined || !saysTheSame(before, row)) feed.put(row);
  }

  /** The time is over: it is not renewed any more, and the exchange is asked what is left. */
  function passed(at: number): void {
    renewal?.cancel();
    renewal = null;
    schedule(null);
    mode = null;
    failing = false;
    proof.start(at, at === belief.known && belief.doubts.length === 0, openBefore());
  }

  function schedule(at: number | null): void {
    expiry?.cancel();
    expiry = at === null ? null : clock.after(Math.max(1, localOf(at) - clock.now()), show);
  }

  function watchWhile(open: boolean): void {
    if (!open) {
      watch?.cancel();
      watch = null;
    } else
      watch ??= clock.after(LOOK_MS, () => {
        watch = null;
        show();
      });
  }

  function renewAfter(ms: number): void {
    renewal?.cancel();
    renewal = stopped ? null : clock.after(ms, () => void renew());
  }

  /** Unless it was disarmed, or its time passed, while the last one was on its way. */
  function renewNext(ms: number): void {
    if (mode === 'renew' && renewal === null) renewAfter(ms);
  }

  async function renew(): Promise<void> {
    renewal = null;
    if (mode !== 'renew' || timeoutMs === null || deadline() === null) return;
    // An arming that is refused leaves the timer as it was, and with it the promise to renew.
    if (doing === 'arming') return renewAfter(MEASURED_YET_MS);
    if (doing !== 'nothing') return;
    // Whether there is time left is known in a moment.
    if (exchangeClock.offset() !== null && certain.look() === 'waiting') return renewAfter(MEASURED_YET_MS);
    const quarter = timeoutMs / 4;
    const began = clock.monotonic();
    const alarm = clock.after(ALARM_MS, () => fail('The exchange has not answered the last renewal yet.'));
    try {
      await send({ timeoutMs, doing: 'renewing' });
      if (failing) notices.say('info', 'The dead-man switch is renewed again.');
      failing = false;
      message = '';
      renewNext(Math.max(0, quarter - (clock.monotonic() - began)));
    } catch (thrown) {
      const words = describeFault(faultOf(thrown));
      fail(`The last renewal failed: ${words.title}.`);
      renewNext(Math.max(0, AGAIN_MS - (clock.monotonic() - began)));
    } finally {
      alarm.cancel();
      show();
    }
  }

  function fail(words: string): void {
    if (!failing && mode === 'renew') notices.say('danger', `The dead-man switch is not renewed. ${words}`);
    failing = mode === 'renew';
    message = words;
    show();
  }

  /** Sends one request after the one before it, and takes its answer. Rejects with FaultError. */
  function send(asked: Asked): Promise<void> {
    const turn = busy.then(() => sendNow(asked));
    busy = turn.catch(() => undefined);
    return turn;
  }

  async function sendNow({ timeoutMs: timeout, doing: what, sending, numbered }: Asked): Promise<void> {
    if (stopped) throw closing();
    lastId += 1;
    const id = lastId;
    numbered?.(id);
    let from = soonest();
    let until = 0;
    const doubt = (signed: boolean): void => {
      from = soonest();
      until = latestOf(exchangeClock.now());
      undated.begin(id, signed);
      belief = sent(withoutEffect(belief, id), { id, timeoutMs: timeout, from, until, lookedInto: false });
      keep();
    };
    doing = what;
    if (what === 'arming') message = '';
    doubt(false);
    show();
    try {
      const { expectedTriggerTime } = await client.call(
        'trade.cancelAllAfter',
        { triggerAfter: String(timeout) },
        {
          lane: 'safety',
          // Three that are not answered and a fourth that is have room in the timeout.
          timeoutMs: timeout === 0 ? DEADLINE_MS : Math.max(500, Math.min(DEADLINE_MS, (timeout * 3) / 16)),
          onSending: () => {
            // It waited for the clock or for its slot: what fired meanwhile is not armed again behind a person's back.
            if (stopped) throw closing();
            if (what === 'renewing' && timeIsOver(id)) throw tooLate();
            // It is signed now. Where it waited for longer than was thought, or its clock was set right, that is kept first.
            if (exchangeClock.offset() === null || signatureEnd(exchangeClock.now()) > until) {
              doubt(true);
              show();
            }
            from = soonest();
            sending?.();
          },
        },
      );
      belief = answered(belief, id, timeout === 0 ? null : (expectedTriggerTime ?? from + timeout));
      fired = null;
      unavailable = null;
    } catch (thrown) {
      const fault = faultOf(thrown);
      if (certainlyNoEffect(fault)) belief = withoutEffect(belief, id);
      else if (what === 'arming') fired = null;
      throw thrown;
    } finally {
      doing = 'nothing';
      keep();
      show();
    }
  }

  /** Whether what was armed before a request has certainly ended. */
  function timeIsOver(id: number): boolean {
    const due = nextDue(withoutEffect(belief, id));
    return due === null || certain.isOver(due);
  }

  /**
   * A press: written down first, sent once, its outcome known or unconfirmed.
   *
   * @param begin called before it is written down, and not for a press that comes a second time; what it
   *   returns undoes it where the press could not be written down.
   */
  function press(
    command: { readonly commandId: string; readonly name: string; readonly summary: string; readonly input: string },
    asked: Pick<Asked, 'timeoutMs' | 'doing'>,
    then: (outcome: Outcome) => void,
    begin: () => () => void = () => () => undefined,
  ): Promise<Outcome> {
    return commands.once(command.commandId, command.name, async () => {
      const undo = begin();
      const entry = { ...command, symbol: null, clientOrderId: null };
      let requestId = 0;
      const written = commands.run(entry, async (sending) => {
        await send({ ...asked, sending, numbered: (id) => void (requestId = id) });
        return { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: null };
      });
      written.catch(undo);
      const outcome = await written;
      if (outcome.status === 'unconfirmed') looseEnds.wait(requestId, command.commandId);
      then(outcome);
      show();
      return outcome;
    });
  }

  /** A refusal that says the account is not entitled (VIP only) stands until an arm succeeds. */
  function refused(fault: Fault): void {
    const notEntitled = fault.kind === 'ExchangeRejected' && (fault.httpStatus === 401 || fault.httpStatus === 403);
    if (notEntitled) unavailable = `The exchange does not give it to this account: ${fault.message}`;
    else message = describeFault(fault).title;
  }

  const stopClock = exchangeClock.onChange(() => {
    const before = belief;
    belief = undated.date(belief);
    if (belief !== before) keep();
    show();
  });
  show();
  return {
    feed,
    arm: ({ commandId, timeoutMs: wanted, mode: how }) => {
      const check = checkTimeout(wanted, how);
      if (!check.ok) throw invalid('timeoutMs', check.reason);
      const seconds = wanted / 1000;
      return press(
        {
          commandId,
          name: 'deadman.arm',
          summary: `Arm the dead-man switch: ${seconds} s${how === 'renew' ? ', renewed' : ''}`,
          input: JSON.stringify({ timeoutMs: wanted, mode: how }),
        },
        { timeoutMs: wanted, doing: 'arming' },
        (outcome) => {
          if (outcome.status === 'rejected') return refused(outcome.fault);
          left = false;
          timeoutMs = wanted;
          mode = how;
          failing = false;
          message = outcome.status === 'unconfirmed' ? 'The arming was not answered: it counts as armed.' : '';
          if (how === 'renew') renewAfter(outcome.status === 'accepted' ? wanted / 4 : AGAIN_MS);
        },
      );
    },
    disarm({ commandId }) {
      let before: DeadManMode | null = null;
      /** Not off: what was renewed goes on being renewed. */
      const goOn = (): void => {
        // An arming that was on its way before it has said its own since.
        mode ??= before;
        if (mode === 'renew' && timeoutMs !== null) renewAfter(0);
      };
      return press(
        { commandId, name: 'deadman.disarm', summary: 'Disarm the dead-man switch', input: '{}' },
        { timeoutMs: 0, doing: 'disarming' },
        (outcome) => {
          failing = false;
          if (outcome.status === 'accepted') {
            mode = null;
            message = deadline() === null ? '' : 'An earlier request was not answered: it may still arm it.';
            return;
          }
          goOn();
          message = 'It was not disarmed for certain: it counts as armed.';
          if (outcome.status === 'rejected') refused(outcome.fault);
        },
        () => {
          // Nothing may arm it again behind a disarm that is under way.
          renewal?.cancel();
          renewal = null;
          before = mode;
          mode = null;
          return goOn;
        },
      );
    },
    resume({ name, commandId }) {
      if (name !== 'deadman.arm' && name !== 'deadman.disarm') return false;
      // What it may have done is in the belief, which outlived the run as well.
      looseEnds.end(commandId, 'the program ended before the answer; the panel shows what may be armed');
      return true;
    },
    armedUntil: () => {
      const at = deadline();
      return at === null ? null : exchangeClock.offset() === null ? clock.now() : localOf(at);
    },
    nudge() {
      show();
      if (mode === 'renew') renewAfter(0);
    },
    stop() {
      // What it may cancel from now on, the next run has to find out.
      if (deadline() !== null) keep();
      stopped = true;
      stopClock();
      renewal?.cancel();
      expiry?.cancel();
      watch?.cancel();
      proof.stop();
    },
  };
}
