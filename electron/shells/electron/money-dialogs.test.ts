import { expect, it } from 'vitest';
import { moneyDialogs } from './money-dialogs.ts';

const QUESTION = {
  message: 'Withdraw 25 USDT?',
  detail: 'To TR7N Hqje',
  yes: 'Withdraw',
  proofs: [{ ask: 'The last 6 signs', answer: 'gjLj6t', wrong: ['t6jLjg', 'Lj6tgj'] }],
};
interface Shown {
  readonly message: string;
  readonly detail?: string;
  readonly buttons?: string[];
  readonly defaultId?: number;
  readonly cancelId?: number;
}
type Show = Parameters<typeof moneyDialogs>[0]['showMessageBox'];

/** Windows of the system that are answered by the words on a button. */
function answering(choose: (shown: Shown) => string) {
  const shown: Shown[] = [];
  const showMessageBox = (async (options: Shown) => {
    shown.push(options);
    return { response: options.buttons?.indexOf(choose(options)) ?? 0, checkboxChecked: false };
  }) as unknown as Show; // it has two forms; without a window there is this one
  const asking = moneyDialogs({ showMessageBox }, () => null, { readText: async () => 'copied' });
  return { shown, asking, end: new AbortController() };
}

it('says yes only after the button and the right signs, and has Cancel as its default', async () => {
  const { asking, shown, end } = answering(({ buttons }) =>
    buttons?.includes('gjLj6t') === true ? 'gjLj6t' : 'Withdraw',
  );
  expect(await asking.ask(QUESTION, end.signal)).toBe(true);
  expect(shown.map(({ defaultId, cancelId, buttons }) => [defaultId, cancelId, buttons?.[0]])).toEqual([
    [0, 0, 'Cancel'],
    [0, 0, 'Cancel'],
  ]);
  expect(shown[0]?.detail).toContain('TR7N Hqje');
  expect(shown[1]?.buttons?.toSorted()).toEqual(['Cancel', 'gjLj6t', 'Lj6tgj', 't6jLjg'].toSorted());
});

it.each(['Cancel', 't6jLjg', 'Lj6tgj'])('says no where the person chooses %s', async (word) => {
  const { asking, end } = answering(({ buttons }) =>
    buttons?.includes(word) === true && buttons.length > 2 ? word : 'Withdraw',
  );
  expect(await asking.ask(QUESTION, end.signal)).toBe(false);
});

it('says no, and shows nothing, once it is no longer asked', async () => {
  const { asking, shown, end } = answering(() => 'Withdraw');
  end.abort();
  expect(await asking.ask(QUESTION, end.signal)).toBe(false);
  expect(await asking.hold('x', end.signal)).toBe(false);
  expect(shown).toEqual([]);
});

it('takes back what is held at a press, and not when the time ends', async () => {
  const back = answering(() => 'Take it back');
  expect(await back.asking.hold('Withdraw', back.end.signal)).toBe(true);
  const late = answering(() => {
    late.end.abort();
    return 'Take it back';
  });
  expect(await late.asking.hold('Withdraw', late.end.signal)).toBe(false);
  expect(await late.asking.clipboard?.()).toBe('copied');
});
