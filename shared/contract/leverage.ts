import { z } from 'zod';
import { command, outcomeSchema, press } from '../contract-kit.ts';

/** Settings of the account that change what its orders risk. */
export const leverageRequests = {
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
