import type { InstrumentRow, PositionRow } from '../../../../shared/contract/contract.ts';
import type { GuardLimits } from '../../../../shared/contract/guard.ts';
import { decimal, type Decimal } from '../../../../shared/decimal.ts';
import { noLimits } from '../../../../shared/rules/risk-limit-rules.ts';
import { sameClock } from '../../../../e2e/rigs/core/scripted-client.ts';
import type { Commands } from '../../commands/commands.ts';
import { createNotices } from '../../commands/notices.ts';
import type { ExchangeClient } from '../../exchange/types.ts';
import type { OwnOrder } from '../../orders/book/merge.ts';
import type { Clock } from '../../world/ports.ts';
import { createQuestions, questionSettings } from '../questions.ts';
import { createRealised } from '../realised.ts';
import { createRiskJudge, type RiskJudge } from '../risk-judge.ts';
import { createRiskLimits, type RiskLimits } from '../risk-limits.ts';

/** The parts of a test around the judge; what is left out is empty, and the market stands at 65,000. */
export interface JudgeScene {
  readonly clock: Clock;
  readonly client: ExchangeClient;
  readonly commands: Commands;
  readonly instrument: (symbol: string) => InstrumentRow | undefined;
  readonly orders?: () => Iterable<OwnOrder>;
  readonly positions?: () => Iterable<PositionRow>;
  /** Null where they cannot be read. */
  readonly limits?: GuardLimits | null;
  /** JSON of the page's setting “ticket”. */
  readonly kept?: string;
  readonly quote?: () => { readonly bid: Decimal; readonly ask: Decimal; readonly state: 'live' | 'stale' } | undefined;
}

const MARKET = { bid: decimal('64999.5'), ask: decimal('65000'), state: 'live' } as const;

/** The product's judge of the practice environment over a scene, and its limits. */
export function realJudge(scene: JudgeScene): { readonly judge: RiskJudge; readonly limits: RiskLimits } {
  const { clock, client, commands, instrument, orders = () => [], positions = () => [] } = scene;
  const quote = () => {
    const now = (scene.quote ?? (() => MARKET))();
    return now === undefined ? undefined : { mark: null, last: null, ...now };
  };
  const facts = { quote, positions, balance: () => undefined };
  const limits = createRiskLimits({
    ...facts,
    clock,
    notices: createNotices(clock),
    kept: { read: () => (scene.limits === undefined ? noLimits : scene.limits), write: () => undefined },
    realised: createRealised(client, sameClock(clock), clock, () => 'USDT'),
    instrument,
    orders,
  });
  const questions = createQuestions({
    clock,
    commands: commands.feed.rows,
    settings: () => questionSettings('practice', scene.kept),
  });
  return { limits, judge: createRiskJudge({ ...facts, limits, questions, instrument, readQuote: () => null }) };
}
