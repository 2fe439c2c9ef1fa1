import { useFeedRow } from './feeds.ts';
import { useNow } from './now.ts';

/** The exchange's clock as it is known, at a beat of half a second; null before it was measured. */
export function useExchangeNow(): number | null {
  const offset = useFeedRow('connection', 'clock')?.value ?? null;
  const now = useNow();
  return offset === null ? null : now + offset;
}
