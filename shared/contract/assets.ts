import { z } from 'zod';
import {
  command,
  decimalText,
  draftText,
  environmentSchema,
  feed,
  instant,
  local,
  maybeDecimal,
  maybeInstant,
  outcomeSchema,
  press,
  read,
} from '../contract-kit.ts';

/** A token on a network (E1); amounts as sent, null where the exchange does not say. */
const networkSchema = z.object({
  token: z.string(),
  /** The id that a withdrawal names. */
  network: z.string(),
  name: z.string(),
  protocol: z.string(),
  minimum: maybeDecimal,
  fee: maybeDecimal,
  allowDeposit: z.boolean(),
  allowWithdraw: z.boolean(),
});
export type NetworkRow = z.infer<typeof networkSchema>;

/** A token (E2). */
const tokenSchema = z.object({
  token: z.string(),
  delisted: z.boolean(),
  canCollateral: z.boolean().nullable(),
  canShort: z.boolean().nullable(),
});
export type TokenRow = z.infer<typeof tokenSchema>;

/** An account of the same owner. */
const accountSchema = z.object({
  applicationId: z.string(),
  name: z.string(),
  /** The one that the key belongs to. */
  own: z.boolean(),
});
export type OwnAccount = z.infer<typeof accountSchema>;

/** A place that money may go to; kept authenticated on this machine. */
export const addressRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  network: z.string(),
  address: z.string(),
  memo: z.string(),
  /** Exchange ms at which it was entered or last changed, and from which it may be used. */
  changedAt: instant,
  readyAt: instant,
  /** Whether something was sent there before. */
  used: z.boolean(),
});
export type AddressRow = z.infer<typeof addressRowSchema>;

/** What withdrawals of this profile are held to; one row, id "withdrawals". */
export const withdrawalsRowSchema = z.object({
  id: z.literal('withdrawals'),
  /** `locked`: no key. `changed`: the book was changed outside of the program and nothing of it is used. */
  book: z.enum(['open', 'locked', 'changed']),
  enabled: z.boolean(),
  /** Hours that a new or changed address waits. */
  waitHours: z.int(),
  /** Most that may be withdrawn in 24 hours, in USDT; null for no limit. */
  dailyLimit: maybeDecimal,
  /** Withdrawn in the last 24 hours as far as it is known, in USDT. */
  spent: decimalText,
  /** Where a withdrawal is confirmed outside of the page; null where this program cannot ask. */
  confirmedWhere: z.string().nullable(),
});
export type WithdrawalsRow = z.infer<typeof withdrawalsRowSchema>;

/** A transfer, withdrawal or repayment of this terminal, from the press to its end; id is the commandId. */
export const moveRowSchema = z.object({
  commandId: z.string(),
  kind: z.enum(['transfer', 'withdraw', 'repay']),
  token: z.string(),
  amount: decimalText,
  /** One sentence. */
  summary: z.string(),
  /** `confirming`: asked outside of the page. `holding`: confirmed, and sent at `sendsAt` unless it is cancelled. */
  status: z.enum(['confirming', 'holding', 'sending', 'accepted', 'rejected', 'unconfirmed']),
  /** The exchange's own word of a withdrawal: NEW, CONFIRMING, PROCESSING, COMPLETED, CANCELED, and unknown ones. */
  stage: z.string().nullable(),
  /** The exchange's id of it. */
  exchangeId: z.string().nullable(),
  network: z.string().nullable(),
  address: z.string().nullable(),
  memo: z.string().nullable(),
  fee: maybeDecimal,
  confirmed: z.int().nullable(),
  threshold: z.int().nullable(),
  txId: z.string().nullable(),
  /** Local ms of its beginning, and at which a held one is sent. */
  at: instant,
  sendsAt: maybeInstant,
  /** Local ms of the last word of the exchange on its stage. */
  seenAt: maybeInstant,
  message: z.string(),
});
export type MoveRow = z.infer<typeof moveRowSchema>;

const token = z.string().min(1).max(40);
const network = z.string().min(1).max(40);
const applicationId = z.string().min(1).max(64);
/** The page says whether a person meant a second one that is the same as one a moment ago. */
const again = z.boolean();
/** Which account's screen a change of this program's own was made on. */
const onScreen = { environment: environmentSchema, profile: z.string().min(1).max(64) };
const bookId = z.string().regex(/^[A-Za-z0-9_-]{1,32}$/);
const done = z.object({});

export const assetsRequests = {
  /** E1 and E2. */
  'assets.tokens': read(
    z.strictObject({}),
    z.object({ networks: z.array(networkSchema), tokens: z.array(tokenSchema) }),
  ),
  /** The key's own account first, then the others of its owner. */
  'assets.accounts': read(z.strictObject({}), z.object({ accounts: z.array(accountSchema) })),
  'assets.depositAddress': read(
    z.strictObject({ token, network }),
    z.object({ address: z.string(), memo: z.string() }),
  ),
  /** E3. `typedAmount` is the amount, typed a second time. */
  'assets.transfer': command(
    z.strictObject({
      ...press,
      token,
      amount: draftText,
      typedAmount: draftText,
      from: applicationId,
      to: applicationId,
      again,
    }),
    outcomeSchema,
  ),
  /** E17. */
  'assets.repay': command(z.strictObject({ ...press, token, amount: draftText, again }), outcomeSchema),
  /**
   * E4. It goes to an entry of the address book; network, address and memo are what was on screen, and must be what
   * the book has. The answer comes after the confirmation outside of the page and the time in which it can be cancelled.
   */
  'assets.withdraw': command(
    z.strictObject({
      ...press,
      entry: bookId,
      token,
      network,
      address: z.string().max(256),
      memo: z.string().max(256),
      amount: draftText,
      typedAmount: draftText,
      again,
    }),
    outcomeSchema,
  ),
  /** Cancels a withdrawal at the exchange while it is NEW; `of` is the press that it was made with. */
  'assets.cancelWithdrawal': command(z.strictObject({ ...press, of: press.commandId }), outcomeSchema),
  /** Takes back a withdrawal that is being confirmed or held. */
  'assets.takeBack': local(z.strictObject({ ...onScreen, of: press.commandId }), done),
  /** Adds an address (`id` null) or changes one; `despite` where a person has read the alarms and wants it. */
  'assets.saveAddress': local(
    z.strictObject({
      ...onScreen,
      id: bookId.nullable(),
      name: z.string().max(64),
      network,
      address: z.string().max(256),
      memo: z.string().max(256),
      pasted: z.string().max(512).nullable(),
      despite: z.boolean(),
    }),
    z.object({ id: z.string() }),
  ),
  'assets.removeAddress': local(z.strictObject({ ...onScreen, id: bookId }), done),
  /** What loosens it (on, a shorter wait, a higher limit) is confirmed outside of the page. */
  'assets.setWithdrawals': local(
    z.strictObject({
      ...onScreen,
      enabled: z.boolean(),
      waitHours: z.int().min(0).max(72),
      /** "" for none. */
      dailyLimit: draftText,
    }),
    done,
  ),
  /** Puts a book aside that was changed outside of the program, and begins an empty one. */
  'assets.renewBook': local(z.strictObject(onScreen), done),
} as const;

export const assetsFeeds = {
  addresses: feed(addressRowSchema, 'id'),
  withdrawals: feed(withdrawalsRowSchema, 'id'),
  moves: feed(moveRowSchema, 'commandId'),
} as const;
