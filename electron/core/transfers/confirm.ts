/** A question about money, asked outside of the page. */
export interface MoneyQuestion {
  readonly message: string;
  readonly detail: string;
  /** The button or word that says yes. */
  readonly yes: string;
  /** What a person shows to have read: typed where that is possible, else chosen among the wrong ones. */
  readonly proofs: readonly { readonly ask: string; readonly answer: string; readonly wrong: readonly string[] }[];
}

/** How the shell asks it. */
export interface ConfirmMoney {
  /** For the page's words: "in a window of the system". */
  readonly where: string;
  /** Resolves with false when it is refused or the signal ends it. */
  ask(question: MoneyQuestion, signal: AbortSignal): Promise<boolean>;
  /** Offers to cancel what will be sent, until the signal ends it. Resolves with whether it was cancelled. */
  hold(words: string, signal: AbortSignal): Promise<boolean>;
  /** What the clipboard holds, where the shell can read it. */
  clipboard?(): Promise<string>;
}
