import { afterEach, expect, it } from 'vitest';
import { faultOf } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { assetsScene, ON_SCREEN, SAVINGS, type AssetsScene } from '../../../e2e/rigs/core/scenes/assets-scene.ts';
import { fails, noAnswer } from '../../../e2e/rigs/core/scripted-client.ts';

const scenes: AssetsScene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.end();
});
const start = (): AssetsScene => {
  const scene = assetsScene();
  scenes.push(scene);
  scene.exchange.write = ({ name }) => (name === 'asset.transfer' ? { id: '9007199254740993' } : null);
  return scene;
};
const wordsOf = async (asked: unknown): Promise<string> => {
  try {
    await asked;
    return '';
  } catch (error) {
    return describeFault(faultOf(error)).title;
  }
};
let presses = 0;
const press = () => ({ ...ON_SCREEN, commandId: `press-of-transfer-${(presses += 1)}` });
const transfer = (part: object = {}) => ({
  ...press(),
  token: 'USDT',
  amount: '12.50',
  typedAmount: '12.50',
  from: 'own-account',
  to: SAVINGS,
  again: false,
  ...part,
});
const repay = (part: object = {}) => ({ ...press(), token: 'USDT', amount: '2', again: false, ...part });

it('names the accounts of the owner, its own first', async () => {
  expect(await start().assets.answers['assets.accounts']({})).toEqual({
    accounts: [
      { applicationId: 'own-account', name: 'main', own: true },
      { applicationId: SAVINGS, name: 'savings', own: false },
    ],
  });
});

it('transfers once for a press, every digit as it was typed', async () => {
  const { assets, writes, move } = start();
  const draft = transfer();
  expect(await assets.answers['assets.transfer'](draft)).toMatchObject({
    status: 'accepted',
    orderId: '9007199254740993',
  });
  await assets.answers['assets.transfer'](draft);
  expect(writes()).toEqual([
    {
      name: 'asset.transfer',
      input: { token: 'USDT', amount: '12.50', from: { applicationId: 'own-account' }, to: { applicationId: SAVINGS } },
    },
  ]);
  expect(move(draft.commandId)).toMatchObject({
    summary: 'Transfer 12.50 USDT from main to savings',
    status: 'accepted',
  });
});

it.each([
  ['an account of somebody else', { to: 'stranger' }, /no account of yours/],
  ['one and the same account', { to: 'own-account' }, /same account/],
  ['more than there is', { amount: '5000.01', typedAmount: '5000.01' }, /Only 5,000 USDT/],
  ['a second amount that differs', { typedAmount: '12.5' }, /second time/],
  ['too many digits', { amount: `1.${'0'.repeat(19)}`, typedAmount: `1.${'0'.repeat(19)}` }, /too many digits/],
])('refuses a transfer of %s', async (_what, part, words) => {
  const { assets, writes } = start();
  expect(await wordsOf(assets.answers['assets.transfer'](transfer(part)))).toMatch(words);
  expect(writes()).toEqual([]);
});

it('asks before a second transfer that is the same, the other way around not', async () => {
  const { assets, writes } = start();
  await assets.answers['assets.transfer'](transfer());
  expect(await wordsOf(assets.answers['assets.transfer'](transfer({ amount: '12.5', typedAmount: '12.5' })))).toMatch(
    /ten minutes/,
  );
  expect(await wordsOf(assets.answers['assets.transfer'](transfer({ from: SAVINGS, to: 'own-account' })))).toBe('');
  expect(await wordsOf(assets.answers['assets.transfer'](transfer({ again: true })))).toBe('');
  expect(writes()).toHaveLength(3);
});

it('asks before a second one also where the local clock was set meanwhile', async () => {
  const scene = start();
  await scene.assets.answers['assets.transfer'](transfer());
  for (const jump of [3_600_000, -7_200_000]) {
    scene.clock.wall += jump;
    expect(await wordsOf(scene.assets.answers['assets.transfer'](transfer()))).toMatch(/ten minutes/);
  }
  scene.clock.wall += 3_600_000;
  await scene.clock.move(601_000);
  expect(await wordsOf(scene.assets.answers['assets.transfer'](transfer()))).toBe('');
});

it('asks before a second one for as long as the end of the first is not known', async () => {
  const scene = start();
  scene.exchange.write = ({ name }) => noAnswer(name);
  await scene.assets.answers['assets.transfer'](transfer());
  // The exchange cannot be asked either.
  Object.defineProperty(scene.exchange, 'transfers', { get: () => noAnswer('asset.transferHistory') });
  await scene.clock.move(1_200_000);
  expect(await wordsOf(scene.assets.answers['assets.transfer'](transfer()))).toMatch(/not known/);
  expect(scene.writes()).toHaveLength(1);
});

it('tells two transfers that were not answered apart, each by a record of its own', async () => {
  const scene = start();
  scene.exchange.write = ({ name }) => noAnswer(name);
  const [one, two] = [transfer(), transfer({ again: true })];
  const { answers } = scene.assets;
  expect(await answers['assets.transfer'](one)).toMatchObject({ status: 'unconfirmed' });
  expect(await answers['assets.transfer'](two)).toMatchObject({ status: 'unconfirmed' });
  const at = (scene.clock.now() / 1000).toFixed(3);
  const record = (id: string) => ({
    id,
    token: 'USDT',
    amount: '12.5',
    status: 'COMPLETED',
    from: { applicationId: 'own-account', accountName: 'main' },
    to: { applicationId: SAVINGS, accountName: 'savings' },
    createdTime: at,
    updatedTime: at,
  });
  scene.exchange.transfers = [record('31')];
  await scene.clock.move(60_000);
  const states = () =>
    [scene.move(one.commandId), scene.move(two.commandId)].map((row) => [row?.status, row?.exchangeId]);
  expect(states()).toEqual([
    ['accepted', '31'],
    ['unconfirmed', null],
  ]);
  scene.exchange.transfers = [record('31'), record('32')];
  await scene.clock.move(60_000);
  expect(states()).toEqual([
    ['accepted', '31'],
    ['accepted', '32'],
  ]);
  expect(scene.writes()).toHaveLength(2);
});

it('repays interest that is owed, and finds a repayment again that was not answered', async () => {
  const scene = start();
  const { answers } = scene.assets;
  expect(await wordsOf(answers['assets.repay'](repay({ amount: '3.01' })))).toMatch(/Only 3 USDT of interest/);
  expect(await answers['assets.repay'](repay())).toMatchObject({ status: 'accepted', orderId: null });
  scene.exchange.write = ({ name }) => noAnswer(name);
  const lost = repay({ amount: '0.5' });
  expect(await answers['assets.repay'](lost)).toMatchObject({ status: 'unconfirmed' });
  scene.exchange.interest = [
    { id: 5, token: 'USDT', side: 'LOAN', interest: '-0.5', createdTime: scene.clock.now() },
    { id: 6, token: 'USDT', side: 'REPAY', interest: '0.50', createdTime: scene.clock.now() },
  ];
  await scene.clock.move(60_000);
  expect(scene.move(lost.commandId)).toMatchObject({ status: 'accepted', exchangeId: '6' });
});

it('takes no record of an earlier repayment for one that was not answered', async () => {
  const scene = start();
  const { answers } = scene.assets;
  await answers['assets.repay'](repay());
  const record = (id: number) => ({ id, token: 'USDT', side: 'REPAY', interest: '2', createdTime: scene.clock.now() });
  scene.exchange.interest = [record(6)];
  scene.exchange.write = ({ name }) => noAnswer(name);
  const lost = repay({ again: true });
  await answers['assets.repay'](lost);
  await scene.clock.move(60_000);
  expect(scene.move(lost.commandId)?.status).toBe('unconfirmed');
  scene.exchange.interest = [record(6), record(7)];
  await scene.clock.move(60_000);
  expect(scene.move(lost.commandId)).toMatchObject({ status: 'accepted', exchangeId: '7' });
});

it('shows the exchange’s no and leaves the way free', async () => {
  const scene = start();
  scene.exchange.write = ({ name }) =>
    fails({ kind: 'ExchangeRejected', endpoint: name, code: '317207', message: 'no', httpStatus: 400 });
  const refused = transfer();
  expect(await scene.assets.answers['assets.transfer'](refused)).toMatchObject({ status: 'rejected' });
  expect(scene.move(refused.commandId)).toMatchObject({ status: 'rejected', message: expect.stringMatching(/./) });
  scene.exchange.write = () => ({ id: '1' });
  expect(await wordsOf(scene.assets.answers['assets.transfer'](transfer()))).toBe('');
});
