import { guardLimitsSchema, type GuardLimits } from '../../../shared/contract/guard.ts';
import { noLimits } from '../../../shared/rules/risk-limit-rules.ts';
import { durableJson } from '../storage/durable-json.ts';

/** Where a profile's limits are kept. */
export interface KeptLimits {
  /** Null where they cannot be read. */
  read(): GuardLimits | null;
  /** Throws Error of the file system. */
  write(limits: GuardLimits): void;
}

/** Saves the limits in their own file. */
export function limitsFile(path: string): KeptLimits {
  const file = durableJson(path, (json) => guardLimitsSchema.parse(json));
  return {
    read() {
      try {
        return file.read() ?? noLimits;
      } catch {
        return null;
      }
    },
    write: file.write,
  };
}
