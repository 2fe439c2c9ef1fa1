/** What is wrong with one field. */
export interface Problem {
  /** The field; "" for the whole. */
  readonly path: string;
  /** A field that is only not filled in yet is missing: forms name it after a press and not before. */
  readonly kind: 'missing' | 'wrong';
  readonly reason: string;
  /** An allowed value to take instead. */
  readonly suggestion?: string;
}

/** Adds a wrong field to the list of one check. */
export type Say = (path: string, reason: string, suggestion?: string) => void;

/** A value that is there and cannot be taken. */
export const wrong = (path: string, reason: string): Problem => ({ path, kind: 'wrong', reason });

/** A value that is not there. */
export const missing = (path: string, reason: string): Problem => ({ path, kind: 'missing', reason });

/** The list of one check, and the two ways to add to it. */
export function createProblems(): {
  readonly problems: readonly Problem[];
  readonly say: Say;
  readonly sayMissing: (path: string, reason: string) => void;
} {
  const problems: Problem[] = [];
  return {
    problems,
    say(path, reason, suggestion) {
      problems.push({ ...wrong(path, reason), ...(suggestion === undefined ? {} : { suggestion }) });
    },
    sayMissing(path, reason) {
      problems.push(missing(path, reason));
    },
  };
}
