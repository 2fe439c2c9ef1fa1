import { expect, test } from 'vitest';
import { requests, type Outcome } from '../../../shared/contract/contract.ts';
import { faultOf, type Fault } from '../../../shared/errors.ts';
import type { Standing } from './policy.ts';
import { createAsk, type Answers } from './requests.ts';
import { dice, makeInputs } from '../../../e2e/rigs/core/random-input.ts';
import { orderDraft } from '../../../shared/testing/order-draft.ts';

const OUTCOME: Outcome = { status: 'accepted', clientOrderId: null, orderId: null, acknowledgement: null };
const DRAFT = orderDraft({ price: '1', quantity: '1' });
const PRESS = { commandId: 'command-1', environment: 'practice', profile: 'main' };
const commandNames = Object.entries(requests).flatMap(([name, { kind }]) => (kind === 'command' ? [name] : []));
/** A valid input of every command: the order's is written out, the others are made from their schemas. */
const COMMANDS: Readonly<Record<string, object>> = Object.fromEntries(
  commandNames.map((name) => [name, name === 'orders.place' ? { ...PRESS, draft: DRAFT } : inputOf(name)]),
);

function inputOf(name: string): object {
  const { input } = requests[name as keyof typeof requests]; // one of its names
  const make = makeInputs(input);
  const chance = dice(1);
  for (let tries = 0; tries < 5_000; tries += 1) {
    const made = { ...(make(chance) as object), ...PRESS }; // every command's input is an object
    if (input.safeParse(made).success) return made;
  }
  throw new Error(`no input of ${name} was found`);
}

const NO_LOAN = { most: null, annualRate: null };

function setUp(standing: Partial<Standing> = {}) {
  const done: string[] = [];
  const act = (name: string) => (): Outcome => {
    done.push(name);
    return OUTCOME;
  };
  const answers = {
    ...Object.fromEntries(Object.keys(COMMANDS).map((name) => [name, act(name)])),
    'market.candles': () => ({ candles: [] }),
    'account.fees': () => ({ makerFee: null, takerFee: null }),
    'account.leverage': () => ({ sides: [] }),
    'account.collateral': () => ({ tokens: [] }),
    'account.loans': () => ({ base: NO_LOAN, quote: NO_LOAN }),
    'terminal.time': () => ({ local: 1.5, offset: null }),
  } as unknown as Answers; // every name of the contract; which one is which is in the test below
  const ask = createAsk(answers, () => ({
    environment: 'practice',
    profile: 'main',
    viewOnly: false,
    locked: false,
    ...standing,
  }));
  const refusal = async (name: string, input: unknown): Promise<Fault> => {
    try {
      await ask(name, input);
    } catch (error) {
      return faultOf(error);
    }
    throw new Error(`${name} was not refused`);
  };
  return { ask, done, refusal };
}

test.each(commandNames)('%s is done when all is well', async (name) => {
  const { ask, done } = setUp();
  expect(await ask(name, COMMANDS[name])).toEqual(OUTCOME);
  expect(done).toEqual([name]);
});

test.each(
  commandNames.flatMap((name) =>
    (
      [
        ['another environment', { environment: 'live' }, 'environment'],
        ['another profile', { profile: 'second' }, 'environment'],
        ['a view-only profile', { viewOnly: true }, 'view-only'],
        ['a locked terminal', { locked: true }, 'locked'],
      ] as const
    ).map(([what, standing, policy]) => [name, what, standing, policy] as const),
  ),
)('%s is refused on %s, before anything is done', async (name, _what, standing, policy) => {
  const { refusal, done } = setUp(standing);
  expect(await refusal(name, COMMANDS[name])).toMatchObject({ kind: 'NotAllowed', policy });
  expect(done).toEqual([]);
});

test.each(commandNames)('%s has no default for what was on screen', async (name) => {
  const { refusal, done } = setUp();
  for (const field of ['commandId', 'environment', 'profile']) {
    const input = Object.fromEntries(Object.entries(COMMANDS[name] ?? {}).filter(([key]) => key !== field));
    expect(await refusal(name, input)).toMatchObject({ kind: 'InvalidInput', problems: [{ path: field }] });
  }
  expect(done).toEqual([]);
});

test.each(['', 'orders.destroy', '__proto__', 'constructor', 'toString', 'x'.repeat(100_000)])(
  'refuses a name that is not in the contract (%#)',
  async (name) => {
    expect(await setUp().refusal(name, {})).toMatchObject({ kind: 'NotAllowed', policy: 'unsupported' });
  },
);

test('names the field of a bad input, and repeats none of it', async () => {
  const input = { ...COMMANDS['orders.place'], draft: { ...DRAFT, side: 'UP', ['y'.repeat(10_000)]: 1 } };
  const fault = await setUp().refusal('orders.place', input);
  expect(fault).toMatchObject({ kind: 'InvalidInput' });
  const { problems } = fault as Extract<Fault, { kind: 'InvalidInput' }>; // matched above
  expect(problems.map(({ path }) => path)).toContain('draft.side');
  expect(JSON.stringify(fault).length).toBeLessThan(2_000);
});

test('an answer of ours that does not fit the contract is a defect, not a lie', async () => {
  expect(await setUp().refusal('terminal.time', {})).toMatchObject({ kind: 'Defect' });
});
