import { z } from 'zod';
import { inGroups, type AddressFinding } from '../../../shared/address/check-address.ts';
import { plainText, shownText } from '../../../shared/address/text-tricks.ts';
import { add, type Decimal } from '../../../shared/decimal.ts';
import type { Environment } from '../../../shared/contract/contract.ts';
import type { MoneyQuestion } from './confirm.ts';

/** The body of E4, read back from the very text that is signed and sent. */
const bodySchema = z.strictObject({
  token: z.string(),
  network: z.string(),
  amount: z.string(),
  address: z.string(),
  extra: z.string().optional(),
});

/** What is said beside the body. */
export interface QuestionContext {
  readonly environment: Environment;
  readonly profileName: string;
  /** Name in the address book. */
  readonly entryName: string;
  readonly firstUse: boolean;
  readonly fee: Decimal | null;
  readonly networkName: string;
  readonly holdSeconds: number;
  readonly findings: readonly AddressFinding[];
  /** The same was sent a moment ago, and a person meant a second one. */
  readonly again: boolean;
}

const LAST_SIGNS = 6;

/**
 * Draws the question of a withdrawal from the bytes of its request: what is read is what is sent. Everything that
 * does not come from them stands apart below.
 *
 * @throws ZodError where the bytes are no withdrawal.
 */
export function withdrawalQuestion(body: string, context: QuestionContext): MoneyQuestion {
  const { token, network, amount, address, extra } = bodySchema.parse(JSON.parse(body));
  const { environment, profileName, entryName, firstUse, fee, networkName, holdSeconds, findings, again } = context;
  const lines = [
    `To        ${inGroups(plainText(address))}`,
    `Memo      ${extra === undefined ? 'none' : plainText(extra)}`,
    `Network   ${plainText(network)}${networkName === '' || networkName === network ? '' : ` (${shownText(networkName)})`}`,
    `Amount    ${plainText(amount)} ${plainText(token)}`,
    ...(fee === null ? [] : [`Fee       ${fee} ${plainText(token)}, ${add(amount as Decimal, fee)} with it`]), // checked before it was written
    '',
    `Address book: “${shownText(entryName)}”${firstUse ? ', nothing was sent there before' : ''}.`,
    `Profile “${shownText(profileName)}”, ${environment.toUpperCase()}.`,
    ...findings.map(({ words }) => `WARNING: ${shownText(words)}`),
    ...(again ? ['WARNING: The same was sent less than ten minutes ago. This is a second one.'] : []),
    `It is sent ${holdSeconds} s after you confirm; until then it can be cancelled. On chain it cannot be taken back.`,
  ];
  const last = address.slice(-LAST_SIGNS);
  return {
    message: `Withdraw ${plainText(amount)} ${plainText(token)}?`,
    detail: lines.join('\n'),
    yes: 'Withdraw',
    proofs: [
      { ask: 'The amount', answer: amount, wrong: wrongAmounts(amount) },
      ...(firstUse
        ? [{ ask: `The last ${LAST_SIGNS} signs of the address`, answer: last, wrong: wrongEnds(last) }]
        : []),
    ],
  };
}

/** Amounts that somebody who does not read could take for it. */
function wrongAmounts(amount: string): readonly string[] {
  const [whole = '0', places = ''] = amount.split('.');
  const tenfold = `${whole}${places.slice(0, 1) || '0'}${places.length > 1 ? `.${places.slice(1)}` : ''}`;
  return [tenfold.replace(/^0+(?=\d)/, ''), `${whole}1${places === '' ? '' : `.${places}`}`].filter(
    (wrong) => wrong !== amount,
  );
}

/** The same signs in another order. */
function wrongEnds(last: string): readonly string[] {
  const turned = [...last].reverse().join('');
  const moved = last.slice(2) + last.slice(0, 2);
  return [...new Set([turned, moved])].filter((wrong) => wrong !== last);
}
