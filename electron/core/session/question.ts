/** A question that the shell asks outside of the page. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  /** The button that says yes. */
  readonly yes: string;
}
/** Asks it; a shell without dialogs of its own has none, and the page's answer is all there is. */
export type Confirm = (question: Question) => Promise<boolean>;
