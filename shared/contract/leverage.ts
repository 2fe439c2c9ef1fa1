import { z } from 'zod';
import { command, maybeDecimal, outcomeSchema, press, read } from '../contract-kit.ts';

const loan = z.object({ most: maybeDecimal, annualRate: maybeDecimal });

/** Settings of the account that change what its orders risk. */
export const leverageRequests = {
  /** Share of each token's worth that counts as collateral, 0 to 1; null where it is none. */
  'account.collateral': read(
    z.strictObject({}),
    z.object({ tokens: z.array(z.object({ token: z.string(), ratio: maybeDecimal })) }),
  ),
  /** What can be borrowed for a spot symbol, and what that costs a year as a share; null where the exchange does not say. */
  'account.loans': read(z.strictObject({ symbol: z.string().max(64) }), z.object({ base: loan, quote: loan })),
  /** E13: of a perpetual, for both sides. */
  'account.setLeverage': command(
    z.strictObject({
      ...press,
      symbol: z.string().max(64),
      marginMode: z.enum(['CROSS', 'ISOLATED']),
      leverage: z.int().min(1).max(1000),
    }),
    outcomeSchema,
  ),
  /** E15. The exchange refuses while orders or positions are open. */
  'account.setPositionMode': command(
    z.strictObject({ ...press, positionMode: z.enum(['ONE_WAY', 'HEDGE_MODE']) }),
    outcomeSchema,
  ),
  /** E18: of spot margin; the allowed values depend on the account's mode. */
  'account.setSpotMarginLeverage': command(
    z.strictObject({ ...press, leverage: z.int().min(1).max(50) }),
    outcomeSchema,
  ),
} as const;
