import type { CommandRow, Environment, InstrumentRow } from '../../../shared/contract/contract.ts';
import { grouped } from '../../../shared/decimal.ts';
import { FaultError } from '../../../shared/errors.ts';
import {
  AWAITED,
  editQuestions,
  placementQuestions,
  SAME_ORDER,
  settingsOf,
  timesOf,
  valueOf,
  type AskedOrder,
  type ConfirmSettings,
  type QuestionSettings,
} from '../../../shared/rules/order-questions.ts';
import type { Clock } from '../world/ports.ts';

/** The same order within this time is asked about. */
const SAME_ORDER_MS = 3_000;

/** A command in words, and the reasons that its person was shown and said yes to. */
export interface Pressed {
  readonly name: 'orders.place' | 'orders.edit' | 'algo.place' | 'algo.edit';
  /** The sentence of its journal entry. */
  readonly summary: string;
  readonly answered: readonly string[] | undefined;
}

export interface QuestionParts {
  readonly clock: Pick<Clock, 'now'>;
  /** The newest commands of this profile. */
  readonly commands: () => Iterable<CommandRow>;
  readonly settings: () => QuestionSettings;
}

/**
 * The questions before a command leaves. They throw FaultError NeedsAnswer with all reasons as soon as one of them is
 * not among the answered ones: an answer holds only for what was shown.
 */
export interface Questions {
  placement(pressed: Pressed, instrument: InstrumentRow, order: AskedOrder): void;
  /** @param extra reasons that only the caller can know. */
  edit(
    pressed: Pressed,
    instrument: InstrumentRow,
    change: { readonly before: AskedOrder | null; readonly after: AskedOrder },
    extra?: readonly string[],
  ): void;
}

/** Makes the questions of one profile. */
export function createQuestions({ clock, commands, settings }: QuestionParts): Questions {
  function repeated({ name, summary }: Pressed, symbol: string): readonly string[] {
    const now = clock.now();
    const reasons = new Set<string>();
    for (const row of commands()) {
      if (row.name !== name || row.symbol !== symbol || row.summary !== summary) continue;
      if (row.status === 'sending' || row.status === 'unconfirmed') reasons.add(AWAITED);
      else if (row.status === 'accepted' && now >= row.at && now - row.at < SAME_ORDER_MS) reasons.add(SAME_ORDER);
    }
    return [...reasons];
  }
  function ask(
    { summary, answered = [] }: Pressed,
    { symbol, quote }: InstrumentRow,
    of: AskedOrder,
    reasons: readonly string[],
  ): void {
    if (reasons.every((reason) => answered.includes(reason))) return;
    const value = valueOf(of);
    throw new FaultError({
      kind: 'NeedsAnswer',
      summary,
      symbol,
      side: of.side,
      worth: value === null ? null : `${of.price === null && of.amount === null ? '≈ ' : ''}${grouped(value)} ${quote}`,
      reasons: [...reasons],
    });
  }
  return {
    placement(pressed, instrument, order) {
      ask(pressed, instrument, order, placementQuestions(order, settings(), repeated(pressed, instrument.symbol)));
    },
    edit(pressed, instrument, { before, after }, extra = []) {
      ask(pressed, instrument, after, [...editQuestions(before, after, settings()), ...extra]);
    },
  };
}

/**
 * Reads what the page keeps of its questions; what cannot be read turns none of them off.
 *
 * @param text JSON of the setting “ticket”; undefined where nothing is kept.
 */
export function questionSettings(environment: Environment, text: string | undefined): QuestionSettings {
  const kept = readKept(text);
  const { confirm, positionTimes } = kept;
  return {
    environment,
    confirm: settingsOf(confirm?.[environment], environment),
    times: timesOf(typeof positionTimes === 'string' ? positionTimes : ''),
  };
}

/** The fields of the setting “ticket” (page-settings.ts), whose form was checked when it was kept. */
interface KeptTicket {
  readonly confirm?: Readonly<Partial<Record<Environment, ConfirmSettings>>>;
  readonly positionTimes?: unknown;
}
function readKept(text: string | undefined): KeptTicket {
  if (text === undefined) return {};
  try {
    return (JSON.parse(text) as KeptTicket | null) ?? {};
  } catch {
    return {};
  }
}
