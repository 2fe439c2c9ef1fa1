/** One line of the table: a figure of ours beside a bare baseline, both taken in the same run. */
export interface BenchRow {
  readonly name: string;
  readonly subject: number;
  readonly baseline: number;
  /** Subject by baseline, or its inverse where more is better; the name or note says which. */
  readonly ratio: number;
  readonly unit: string;
  readonly note?: string;
}

/** Middle value; of an even count the mean of the two in the middle. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** The value below which the given share of the values lies; NaN for none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
