import { readNumberText } from '../text/number-text.ts';

export interface ValueProblem {
  readonly reason: string;
  /** The nearest value that is allowed. */
  readonly suggestion?: string;
}

/** What is wrong with a text as a number, or null; one that can be read in one way only is suggested. */
export function textProblem(text: string, unit: string): ValueProblem | null {
  const reading = readNumberText(text, unit);
  if (reading.kind === 'refused') return { reason: reading.reason };
  return reading.kind === 'readable'
    ? { reason: `“${text}” is not taken as it stands.`, suggestion: reading.value }
    : null;
}
