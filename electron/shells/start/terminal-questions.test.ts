import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { readLines, terminalQuestions } from './terminal-questions.ts';

const QUESTION = {
  message: 'Withdraw 25 USDT?',
  detail: 'To TR7N Hqje',
  yes: 'Withdraw',
  proofs: [{ ask: 'The amount', answer: '25', wrong: ['250'] }],
};
function scene() {
  const input = new PassThrough();
  const said: string[] = [];
  const spare: number[] = [];
  const lines = readLines(input);
  lines.otherwise(() => spare.push(1));
  const asking = terminalQuestions(lines, { write: (text: string) => said.push(text) > 0 });
  return { input, said, spare, asking, end: new AbortController() };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
/** The words that the questions so far have shown. */
const wordsOf = (said: readonly string[]): string[] =>
  [...said.join('').matchAll(/Type the word (\w+) and Enter/g)].map(([, word = '']) => word);

it.each([
  [['25', 'WORD'], true],
  [['25', ' WORD '], true],
  [['250', 'WORD'], false],
  [['', 'yes'], false],
  [['25', ''], false],
  [['25', 'y'], false],
  [['25', 'yes'], false],
])('takes %j for %s', async (typed, expected) => {
  const { input, asking, end, said } = scene();
  const answer = asking.ask(QUESTION, end.signal);
  for (const line of typed) {
    input.write(`${line.replace('WORD', wordsOf(said)[0]?.toUpperCase() ?? '')}\n`);
    await turn();
  }
  expect(await answer).toBe(expected);
  expect(said.join('')).toContain('To TR7N Hqje');
});

it('says yes by another word at each question, so that an answer to one is none to the next', async () => {
  const { input, asking, end, said } = scene();
  for (let round = 0; round < 20; round += 1) {
    const answer = asking.ask({ ...QUESTION, proofs: [] }, end.signal);
    const [before = '', word = ''] = wordsOf(said).slice(-2);
    if (round > 0) expect(word).not.toBe(before);
    input.write(`${round % 2 === 0 ? wordsOf(said).at(-1) : before}\n`);
    await turn();
    expect(await answer).toBe(round % 2 === 0);
  }
});

it('takes nothing for an answer that was begun before it was asked', async () => {
  const { input, asking, end, said } = scene();
  input.write('2');
  await turn();
  const answer = asking.ask(QUESTION, end.signal);
  input.write('5\n');
  await turn();
  expect(wordsOf(said)).toEqual([]);
  input.write('25\n');
  await turn();
  input.write(`${wordsOf(said)[0]}\n`);
  expect(await answer).toBe(true);
});

it('is over when it is no longer asked, when the input ends, and while another question is open', async () => {
  const { input, asking, end, spare } = scene();
  const first = asking.ask(QUESTION, end.signal);
  expect(await asking.ask(QUESTION, new AbortController().signal)).toBe(false);
  end.abort();
  expect(await first).toBe(false);
  input.write('yes\n');
  await new Promise((resolve) => setImmediate(resolve));
  expect(spare).toEqual([1]);
  const last = asking.ask(QUESTION, new AbortController().signal);
  input.end();
  expect(await last).toBe(false);
  expect(await asking.ask(QUESTION, new AbortController().signal)).toBe(false);
});

it('shows what would move the cursor as what it is', async () => {
  const { asking, said, end, input } = scene();
  const answer = asking.ask({ ...QUESTION, detail: 'To a\u001b[2K\rTo b\u202e\nline' }, end.signal);
  input.write('\n');
  expect(await answer).toBe(false);
  expect(said.join('')).toContain('To a[U+001B][2K[U+000D]To b[U+202E]\nline');
});

it('takes back what is held by any line, and not by the end of the time', async () => {
  const { input, asking, end } = scene();
  const held = asking.hold('Withdraw 25 USDT', end.signal);
  input.write('\n');
  expect(await held).toBe(true);
  const another = asking.hold('Withdraw 25 USDT', end.signal);
  end.abort();
  expect(await another).toBe(false);
});
