/** One rule taken away, and the test that must notice. */
export interface Mutation {
  /** What is no longer so. */
  readonly breaks: string;
  /** Items of Electron's security checklist (1 to 20), or a rule of the host, the core or the money. */
  readonly rule: number | 'host' | 'core' | 'money';
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly test: string;
}
