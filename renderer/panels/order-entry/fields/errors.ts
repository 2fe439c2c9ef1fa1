import type { InstrumentRow, OrderDraft } from '../../../../shared/contract/contract.ts';
import type { Fault } from '../../../../shared/errors.ts';
import { describeFault } from '../../../../shared/words/fault-words.ts';
import { checkDraft, type DraftField, type OrderContext } from '../../../../shared/rules/order-rules.ts';
import type { Problem } from '../../../../shared/rules/problem.ts';
import { describeCode } from '../../../../shared/v3/error-codes.ts';
import { FIELD_LABELS, NUMBER_FIELDS, unitOf } from './fields.ts';
import { readNumberText } from '../../../ui/text/number-text.ts';
import type { Submission } from '../ticket/outcome.ts';
import type { FieldProblem } from '../types.ts';

/**
 * Everything that is wrong with the order as it stands on the screen, by field.
 *
 * @param draft as shown: fields that are off are empty.
 * @param pressed whether empty fields are named too; before the first press they are only not filled in yet.
 */
export function problemsOf(
  draft: OrderDraft,
  instrument: InstrumentRow,
  context: OrderContext,
  pressed: boolean,
): readonly FieldProblem[] {
  const checked = checkDraft(draft, instrument, context);
  if (checked.ok) return [];
  return checked.problems
    .filter((problem) => pressed || problem.kind === 'wrong')
    .map((problem) => inWordsOfTheField(problem, draft, instrument));
}

/** Whether the order can be sent as it stands. */
export const isSendable = (draft: OrderDraft, instrument: InstrumentRow, context: OrderContext): boolean =>
  checkDraft(draft, instrument, context).ok;

/** The rules only say that a text is no number; the field says why, and what it can mean. */
function inWordsOfTheField(problem: Problem, draft: OrderDraft, instrument: InstrumentRow): FieldProblem {
  const { kind: _kind, ...said } = problem;
  const field = NUMBER_FIELDS.find((each) => each === said.path);
  if (field === undefined) return { ...said, field: placeOf(said.path) };
  const reading = readNumberText(draft[field], unitOf(field, instrument));
  if (reading.kind === 'refused') return { field, reason: reading.reason };
  if (reading.kind === 'readable')
    return { field, reason: `“${draft[field]}” is not taken as it stands.`, suggestion: reading.value };
  return { ...said, field };
}

function placeOf(path: string): FieldProblem['field'] {
  if (path === 'type') return 'type';
  return Object.hasOwn(FIELD_LABELS, path) ? (path as DraftField) : 'whole'; // a key of that table
}

/** Codes that concern one field, whatever else the message says (protocol.md, section 5). */
const FIELD_OF_CODE: Readonly<Record<string, DraftField>> = {
  '-1008': 'quantity',
  '-1101': 'quantity',
  '-1102': 'quantity',
  '-1103': 'price',
  '-1104': 'quantity',
  '-1105': 'price',
  '302115': 'quantity',
  '302117': 'clientOrderId',
  '302138': 'reduceOnly',
  '302141': 'quantity',
  '302162': 'reduceOnly',
  '302163': 'reduceOnly',
  '302164': 'quantity',
  '302185': 'positionSide',
  '302186': 'positionSide',
  '302195': 'positionSide',
};
/** Codes about the kind of size: they stand at the size that was given. */
const SIZE_CODES = new Set(['302147', '302148', '302149', '302150', '302151', '302152']);

/**
 * Where a refusal of a placed order belongs.
 *
 * @param draft the order that was refused.
 * @returns one entry a field; "whole" where it concerns no single one.
 */
export function refusalsOf(fault: Fault, draft: OrderDraft): readonly FieldProblem[] {
  if (fault.kind === 'InvalidInput' && fault.problems.length > 0)
    return fault.problems.map(({ path, reason, suggestion }) => ({
      field: placeOf(path.replace(/^draft\./, '')),
      reason,
      ...(suggestion === undefined ? {} : { suggestion }),
    }));
  const words = describeFault(fault);
  if (fault.kind !== 'ExchangeRejected') return [{ field: 'whole', reason: words.line }];
  const size: DraftField = draft.amount === '' ? 'quantity' : 'amount';
  const code = fault.code ?? '';
  const field = FIELD_OF_CODE[code];
  const concerns =
    field === 'quantity' || SIZE_CODES.has(code) || describeCode(fault.code, fault.message).kind === 'funds'
      ? size
      : field;
  return [{ field: concerns ?? 'whole', reason: words.title }];
}

/** What was refused of the last press stands at its field until that field or the symbol is changed. */
export function stillRefused(submission: Submission | null, draft: OrderDraft): readonly FieldProblem[] {
  if (submission === null || submission.draft.symbol !== draft.symbol) return [];
  const { state, draft: refused } = submission;
  const fault =
    state.kind === 'failed'
      ? state.fault
      : state.kind === 'answered' && state.outcome.status === 'rejected'
        ? state.outcome.fault
        : null;
  if (fault === null) return [];
  return refusalsOf(fault, refused).filter(({ field }) => field !== 'whole' && refused[field] === draft[field]);
}

/** The problem to show at a field: what the rules say now comes before what the exchange said. */
export function problemAt(problems: readonly FieldProblem[], field: FieldProblem['field']): FieldProblem | undefined {
  return problems.find((problem) => problem.field === field);
}
