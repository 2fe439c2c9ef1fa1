import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { faultOf } from '../../../shared/errors.ts';
import { describeFault } from '../../../shared/words/fault-words.ts';
import { readDurable, writeDurable } from '../storage/durable-file.ts';
import { assetsScene, ON_SCREEN, TRON, type AssetsScene } from '../../../e2e/rigs/core/scenes/assets-scene.ts';
import { fails, noAnswer } from '../../../e2e/rigs/core/scripted-client.ts';

const scenes: AssetsScene[] = [];
afterEach(() => {
  for (const scene of scenes.splice(0)) scene.end();
});
const HOUR = 3_600_000;

const wordsOf = async (asked: unknown): Promise<string> => {
  try {
    await asked;
    return '';
  } catch (error) {
    return describeFault(faultOf(error)).title;
  }
};
let presses = 0;
const press = () => ({ ...ON_SCREEN, commandId: `press-of-money-${(presses += 1)}` });

/** Withdrawals on, with an address that may be used. */
async function ready(options: Parameters<typeof assetsScene>[0] & { readonly waitHours?: number } = {}) {
  const scene = assetsScene(options);
  scenes.push(scene);
  const { answers } = scene.assets;
  scene.exchange.write = () => ({ withdrawId: '777' });
  await answers['assets.setWithdrawals']({
    ...ON_SCREEN,
    enabled: true,
    waitHours: options.waitHours ?? 0,
    dailyLimit: '1000',
  });
  const { id } = await answers['assets.saveAddress'](address({}));
  scene.asked.length = 0;
  return { scene, answers, id, draft: withdrawal(id) };
}
const address = (part: object) => ({
  ...ON_SCREEN,
  id: null,
  name: 'Cold wallet',
  network: 'TRX',
  address: TRON,
  memo: '',
  pasted: null,
  despite: false,
  ...part,
});
const withdrawal = (entry: string, part: object = {}) => ({
  ...press(),
  entry,
  token: 'USDT',
  network: 'TRX',
  address: TRON,
  memo: '',
  amount: '25.5',
  typedAmount: '25.5',
  again: false,
  ...part,
});
const walletRow = (part: object = {}) => ({
  id: '777',
  createdTime: '1760000000.5',
  updatedTime: null,
  token: 'USDT',
  tokenSide: 'WITHDRAW',
  amount: '25.5',
  targetAddress: TRON,
  extra: '',
  status: 'NEW',
  txId: '',
  confirmedNumber: null,
  confirmingThreshold: null,
  ...part,
});

const SECOND = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';

it('is confirmed from the bytes that are sent, held for ten seconds, sent once and followed to its end', async () => {
  const { scene, answers, draft } = await ready();
  const answer = answers['assets.withdraw'](draft);
  await scene.clock.move(1);
  expect(scene.asked).toMatchObject([
    { message: 'Withdraw 25.5 USDT?', proofs: [{ answer: '25.5' }, { answer: TRON.slice(-6) }] },
  ]);
  expect(scene.asked[0]?.detail).toContain('TR7N Hqje KQxG TCi8 q8ZY 4pL8 otSz gjLj 6t');
  expect(scene.asked[0]?.detail).toContain('Fee       1 USDT, 26.5 with it');
  for (const { answer: right, wrong } of scene.asked[0]?.proofs ?? []) {
    expect(wrong.length).toBeGreaterThan(0);
    expect(wrong).not.toContain(right);
  }
  expect(scene.move(draft.commandId)).toMatchObject({ status: 'holding', sendsAt: scene.clock.now() + 9_999 });
  await scene.clock.move(9_900);
  expect(scene.writes()).toEqual([]);
  await scene.clock.move(200);
  expect(await answer).toMatchObject({ status: 'accepted', orderId: '777' });
  expect(scene.writes()).toEqual([
    { name: 'asset.withdraw', input: { token: 'USDT', network: 'TRX', amount: '25.5', address: TRON } },
  ]);
  expect(await answers['assets.withdraw'](draft)).toMatchObject({ status: 'accepted' });
  expect(scene.writes()).toHaveLength(1);

  for (const [status, confirmedNumber] of [
    ['NEW', null],
    ['CONFIRMING', 3],
    ['PROCESSING', 20],
    ['COMPLETED', 20],
  ] as const) {
    scene.exchange.wallet = [walletRow({ status, confirmedNumber, confirmingThreshold: 20, txId: 'abc' })];
    await scene.clock.move(8_000);
    expect(scene.move(draft.commandId)).toMatchObject({ stage: status, confirmed: confirmedNumber, threshold: 20 });
  }
  expect(scene.notices().filter((text) => text.includes('COMPLETED'))).toHaveLength(1);
  const before = scene.calls.length;
  await scene.clock.move(HOUR);
  expect(scene.calls.length).toBe(before);
  expect(scene.rules()).toMatchObject({ spent: '25.5' });
});

it('is not sent where the person refuses, takes it back, or the terminal ends meanwhile', async () => {
  const { scene, answers, draft, id } = await ready();
  scene.person = () => false;
  expect(await wordsOf(answers['assets.withdraw'](draft))).toBe('It was not confirmed.');
  scene.person = () => true;
  const held = wordsOf(answers['assets.withdraw'](withdrawal(id, { commandId: 'held-press-1' })));
  await scene.clock.move(5_000);
  answers['assets.takeBack']({ ...ON_SCREEN, of: 'held-press-1' });
  expect(await held).toBe('It was taken back.');
  const ended = wordsOf(answers['assets.withdraw'](withdrawal(id)));
  await scene.clock.move(5_000);
  scene.assets.stop();
  expect(await ended).toBe('It was taken back.');
  await scene.clock.move(HOUR);
  expect(scene.writes()).toEqual([]);
  expect([...scene.assets.feeds.moves.rows()]).toEqual([]);
});

it('is not sent where its address was changed while it was being confirmed', async () => {
  const { scene, answers, draft, id } = await ready();
  scene.person = () => {
    answers['assets.saveAddress'](address({ id, address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }));
    return true;
  };
  const words = wordsOf(answers['assets.withdraw'](draft));
  await scene.clock.move(20_000);
  expect(await words).toMatch(/not the one in the address book/);
  expect(scene.writes()).toEqual([]);
});

it.each([
  ['an address that is in no book', { entry: 'nobody' }, /from the address book/],
  [
    'another address than the book’s',
    { address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' },
    /not the one in the address book/,
  ],
  ['another network', { network: 'BSC' }, /lets no USDT out/],
  ['a network that the token is not on', { network: 'DOGE' }, /cannot be withdrawn on DOGE/],
  ['a memo that the book does not have', { memo: '12' }, /not the one in the address book/],
  ['less than the smallest', { amount: '9.99', typedAmount: '9.99' }, /smallest withdrawal is 10/],
  ['more than there is', { amount: '5000', typedAmount: '5000' }, /With the fee it is 5,001 USDT/],
  ['more than the daily limit', { amount: '1000.01', typedAmount: '1000.01' }, /1,000 of 1,000 USDT are left/],
  ['another second amount', { typedAmount: '25.50' }, /second time/],
  ['no number', { amount: '1e3', typedAmount: '1e3' }, /Only figures/],
  ['nothing', { amount: '0', typedAmount: '0' }, /above zero/],
])('refuses %s before anybody is asked', async (_what, part, words) => {
  const { scene, answers, id } = await ready();
  expect(await wordsOf(answers['assets.withdraw'](withdrawal(id, part)))).toMatch(words);
  expect([scene.asked, scene.writes()]).toEqual([[], []]);
});

it('is off until it is turned on, and nothing of the page turns it on alone', async () => {
  const scene = assetsScene();
  scenes.push(scene);
  const { answers } = scene.assets;
  const { id } = await answers['assets.saveAddress'](address({}));
  await scene.clock.move(25 * HOUR);
  expect(await wordsOf(answers['assets.withdraw'](withdrawal(id)))).toMatch(/are off/);
  scene.person = () => false;
  const on = { ...ON_SCREEN, enabled: true, waitHours: 24, dailyLimit: '1000' };
  expect(await wordsOf(answers['assets.setWithdrawals'](on))).toMatch(/not confirmed/);
  for (const part of [
    { enabled: false, waitHours: 0 },
    { enabled: false, dailyLimit: '' },
    { enabled: false, dailyLimit: '1000.1' },
  ]) {
    expect(await wordsOf(answers['assets.setWithdrawals']({ ...on, ...part }))).toMatch(/not confirmed/);
    await scene.clock.move(300_000);
  }
  expect(scene.rules()).toMatchObject({ enabled: false, waitHours: 24, dailyLimit: '1000' });
  await answers['assets.setWithdrawals']({ ...on, enabled: false, waitHours: 72, dailyLimit: '1' });
  expect(scene.rules()).toMatchObject({ waitHours: 72, dailyLimit: '1' });
  expect(scene.writes()).toEqual([]);
});

it('asks nobody for a while who has refused three times', async () => {
  const { scene, answers, id } = await ready();
  scene.person = () => false;
  for (let round = 0; round < 3; round += 1)
    expect(await wordsOf(answers['assets.withdraw'](withdrawal(id)))).toBe('It was not confirmed.');
  scene.person = () => true;
  expect(await wordsOf(answers['assets.withdraw'](withdrawal(id)))).toMatch(/None is asked for ten minutes/);
  expect(scene.asked).toHaveLength(3);
  await scene.clock.move(600_000);
  const answer = answers['assets.withdraw'](withdrawal(id));
  await scene.clock.move(11_000);
  expect(await answer).toMatchObject({ status: 'accepted' });
});

it('is refused where nobody can be asked outside of the page', async () => {
  const { scene, draft } = await ready();
  const mute = scene.restart({ confirm: false });
  scenes.push(mute);
  expect(await wordsOf(mute.assets.answers['assets.withdraw'](draft))).toMatch(/without a place for that/);
});

it('waits for a new or changed address on the exchange’s time, and longer for one that looks like another', async () => {
  const { scene, answers, id } = await ready({ waitHours: 24 });
  const wait = async () => wordsOf(answers['assets.withdraw'](withdrawal(id)));
  expect(await wait()).toMatch(/may be used in 24 h/);
  await scene.clock.move(24 * HOUR - 60_000);
  expect(await wait()).toMatch(/may be used in 1 min/);
  answers['assets.saveAddress'](address({ id, name: 'Other name' }));
  await scene.clock.move(60_000);
  expect(await wait()).toMatch(/may be used in 24 h/);
  await answers['assets.setWithdrawals']({ ...ON_SCREEN, enabled: true, waitHours: 0, dailyLimit: '' });
  expect(await wait()).toMatch(/may be used in 24 h/);

  const evm = { network: 'ETH', address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', name: 'One' };
  answers['assets.saveAddress'](address(evm));
  const like = { ...evm, address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaee', name: 'Two' };
  expect(await wordsOf((async () => answers['assets.saveAddress'](address(like)))())).toMatch(/differs from “One”/);
  answers['assets.saveAddress'](address({ ...like, despite: true }));
  const two = [...scene.assets.feeds.addresses.rows()].find(({ name }) => name === 'Two');
  expect((two?.readyAt ?? 0) - (two?.changedAt ?? 0)).toBe(24 * HOUR);
});

it('tells a clipboard that was changed, at the entry and at the confirmation', async () => {
  const { scene, answers, draft } = await ready();
  const other = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  expect(
    await wordsOf((async () => answers['assets.saveAddress'](address({ name: 'B', address: other, pasted: TRON })))()),
  ).toMatch(/not what was pasted/);
  scene.clipboard = other;
  const answer = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  await answer;
  expect(scene.asked[0]?.detail).toContain('WARNING: The clipboard holds another address');
});

it('asks before a second one that is the same', async () => {
  const { scene, answers, draft, id } = await ready();
  const first = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  await first;
  expect(await wordsOf(answers['assets.withdraw'](withdrawal(id)))).toMatch(/less than ten minutes ago/);
  expect(await wordsOf(answers['assets.withdraw'](withdrawal(id, { amount: '25.50', typedAmount: '25.50' })))).toMatch(
    /ten minutes/,
  );
  const second = answers['assets.withdraw'](withdrawal(id, { again: true }));
  await scene.clock.move(11_000);
  expect(await second).toMatchObject({ status: 'accepted' });
  expect(scene.asked.at(-1)?.detail).toContain('This is a second one');
  await scene.clock.move(600_000);
  const later = answers['assets.withdraw'](withdrawal(id));
  await scene.clock.move(11_000);
  expect(await later).toMatchObject({ status: 'accepted' });
  expect(scene.writes()).toHaveLength(3);
});

it('is cancelled at the exchange while it has not left, once, and read back where no answer came', async () => {
  const { scene, answers, draft } = await ready();
  const first = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  await first;
  scene.exchange.wallet = [walletRow()];
  await scene.clock.move(2_000);
  scene.exchange.write = ({ name }) => noAnswer(name);
  const cancel = { ...press(), of: draft.commandId };
  expect(await answers['assets.cancelWithdrawal'](cancel)).toMatchObject({ status: 'unconfirmed' });
  await answers['assets.cancelWithdrawal'](cancel);
  scene.exchange.wallet = [walletRow({ status: 'CANCELED' })];
  await scene.clock.move(20_000);
  expect(scene.move(draft.commandId)).toMatchObject({ stage: 'CANCELED' });
  expect(scene.notices().join()).toContain('it is cancelled');
  expect(scene.calls.filter(({ name }) => name === 'asset.cancelWithdraw')).toEqual([
    { name: 'asset.cancelWithdraw', input: { withdrawId: '777' } },
  ]);
  expect(
    await wordsOf((async () => answers['assets.cancelWithdrawal']({ ...press(), of: draft.commandId }))()),
  ).toMatch(/CANCELED already/);
  expect(
    await wordsOf((async () => answers['assets.cancelWithdrawal']({ ...press(), of: 'nobody-knows-it' }))()),
  ).toMatch(/no such/);
});

it('is said not to have been cancelled only once the cancel can no longer arrive', async () => {
  const { scene, answers, draft } = await ready();
  const first = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  await first;
  scene.exchange.wallet = [walletRow()];
  await scene.clock.move(2_000);
  scene.exchange.write = ({ name }) => noAnswer(name);
  const cancel = { ...press(), of: draft.commandId };
  expect(await answers['assets.cancelWithdrawal'](cancel)).toMatchObject({ status: 'unconfirmed' });
  await scene.clock.move(340_000);
  expect(scene.notices().join()).not.toContain('no effect');
  await scene.clock.move(60_000);
  expect(scene.notices().join()).toContain('it had no effect, it is NEW');
});

it('counts one that a person gave up waiting for: it may have left', async () => {
  const { scene, answers, draft, id } = await ready();
  scene.exchange.write = ({ name }) => noAnswer(name);
  const answer = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  await answer;
  scene.dismiss(draft.commandId);
  expect(scene.move(draft.commandId)).toMatchObject({ status: 'rejected' });
  expect(scene.rules()).toMatchObject({ spent: '25.5' });
  expect(await wordsOf(answers['assets.withdraw'](withdrawal(id)))).toMatch(/ten minutes/);
});

it('lets one be under way at a time', async () => {
  const { scene, answers, draft, id } = await ready();
  const first = answers['assets.withdraw'](draft);
  await scene.clock.move(1);
  expect(await wordsOf(answers['assets.withdraw'](withdrawal(id, { amount: '30', typedAmount: '30' })))).toMatch(
    /One at a time/,
  );
  await scene.clock.move(11_000);
  expect(await first).toMatchObject({ status: 'accepted' });
});

it('is found in the history where no answer came, and never sent again', async () => {
  const { scene, answers, draft } = await ready();
  scene.exchange.write = ({ name }) => noAnswer(name);
  const answer = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  expect(await answer).toMatchObject({ status: 'unconfirmed' });
  await scene.clock.move(60_000);
  expect(scene.move(draft.commandId)).toMatchObject({
    status: 'unconfirmed',
    message: expect.stringContaining('not sent again'),
  });
  const at = ((scene.clock.now() - 50_000) / 1000).toFixed(3);
  scene.exchange.wallet = [
    walletRow({ id: '1', createdTime: '1759990000.0' }),
    walletRow({ id: '2', createdTime: at, amount: '25.4' }),
    walletRow({ id: '3', createdTime: at, targetAddress: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8' }),
    walletRow({ id: '4', createdTime: at, tokenSide: 'DEPOSIT' }),
    walletRow({ id: '5', createdTime: at }),
  ];
  await scene.clock.move(60_000);
  expect(scene.move(draft.commandId)).toMatchObject({ status: 'accepted', exchangeId: '5' });
  expect(scene.writes()).toHaveLength(1);
});

it.each([
  ['under a token with its network in front', { token: 'TRX_USDT' }],
  ['under the native token of its network, as protocol.md shows one', { token: 'TRX_USDTNATIVE' }],
  ['with its fee taken off', { amount: '24.5', feeAmount: '1' }],
])('is not said never to have arrived where the history has it %s', async (_how, part) => {
  const { scene, answers, draft } = await ready();
  scene.exchange.write = ({ name }) => noAnswer(name);
  const answer = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  expect(await answer).toMatchObject({ status: 'unconfirmed' });
  scene.exchange.wallet = [walletRow({ id: '5', createdTime: (scene.clock.now() / 1000).toFixed(3), ...part })];
  await scene.clock.move(400_000);
  expect(scene.move(draft.commandId)).toMatchObject({ status: 'accepted', exchangeId: '5' });
});

it('is not said never to have arrived where its record stands behind a full page of others', async () => {
  const { scene, answers, draft } = await ready();
  scene.exchange.write = ({ name }) => noAnswer(name);
  const answer = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  expect(await answer).toMatchObject({ status: 'unconfirmed' });
  const createdTime = (scene.clock.now() / 1000).toFixed(3);
  const others = Array.from({ length: 1_000 }, (_, each) =>
    walletRow({ id: `other-${each}`, createdTime, amount: '1' }),
  );
  scene.exchange.wallet = [...others, walletRow({ id: '5', createdTime })];
  await scene.clock.move(400_000);
  expect(scene.move(draft.commandId)).toMatchObject({ status: 'accepted', exchangeId: '5' });
});

it('is not said never to have arrived where the exchange gives fewer records a page than it is asked for', async () => {
  const { scene, answers, draft } = await ready();
  scene.exchange.write = ({ name }) => noAnswer(name);
  const answer = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  expect(await answer).toMatchObject({ status: 'unconfirmed' });
  const createdTime = (scene.clock.now() / 1000).toFixed(3);
  const others = Array.from({ length: 60 }, (_, each) => walletRow({ id: `other-${each}`, createdTime, amount: '1' }));
  scene.exchange.wallet = [...others, walletRow({ id: '5', createdTime })];
  scene.exchange.mostRows = 25;
  await scene.clock.move(400_000);
  expect(scene.move(draft.commandId)).toMatchObject({ status: 'accepted', exchangeId: '5' });
});

it('counts a withdrawal of the last day against the limit though the local clock was years ahead when it was sent', async () => {
  const { scene, answers, draft } = await ready();
  const right = scene.clock.wall;
  scene.clock.wall = Date.UTC(2035, 0, 1);
  const answer = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  expect(await answer).toMatchObject({ status: 'accepted' });
  scene.clock.wall = right + 60_000;
  const next = scene.restart();
  scenes.push(next);
  expect(next.rules()).toMatchObject({ spent: '25.5' });
});

it('waits until both clocks say so: the exchange’s alone ripens nothing', async () => {
  const { scene, answers, draft } = await ready();
  scene.clock.wall -= 30 * 24 * HOUR;
  expect(await wordsOf(answers['assets.withdraw'](draft))).toMatch(/may be used in/);
  expect(scene.writes()).toEqual([]);
});

it('begins no wait while the two clocks differ by more than ten minutes', async () => {
  const { scene, answers } = await ready();
  for (const step of [-11 * 60_000, 22 * 60_000]) {
    scene.clock.wall += step;
    await expect(
      (async () => answers['assets.saveAddress'](address({ name: 'New', address: SECOND })))(),
    ).rejects.toMatchObject({ fault: { reason: expect.stringContaining('differ by more than ten minutes') } });
  }
});

it('counts a withdrawal of the last day though the exchange’s clock has gone ahead', async () => {
  const { scene, answers, draft } = await ready();
  const answer = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  expect(await answer).toMatchObject({ status: 'accepted' });
  const right = scene.clock.wall;
  await scene.clock.move(25 * HOUR);
  // As if only the exchange's clock had gone: the local one says that it was just now.
  scene.clock.wall = right + 60_000;
  expect(scene.rules()).toMatchObject({ spent: '25.5' });
});

it('is said never to have arrived only once its signature is too old and the history has had its time', async () => {
  const { scene, answers, draft } = await ready();
  scene.exchange.write = ({ name }) =>
    fails({ kind: 'ExchangeRejected', endpoint: name, code: '-1000', message: 'busy', httpStatus: 502 });
  const answer = answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  expect(await answer).toMatchObject({ status: 'unconfirmed' });
  await scene.clock.move(350_000);
  expect(scene.move(draft.commandId)?.status).toBe('unconfirmed');
  expect(scene.rules()).toMatchObject({ spent: '25.5' });
  await scene.clock.move(60_000);
  expect(scene.move(draft.commandId)?.status).toBe('rejected');
  expect(scene.rules()).toMatchObject({ spent: '0' });
  expect(scene.writes()).toHaveLength(1);
});

it('goes on with what a crash left open: looks, follows, and sends nothing', async () => {
  const { scene, answers, draft } = await ready();
  scene.exchange.write = () => new Promise(() => undefined);
  void answers['assets.withdraw'](draft);
  await scene.clock.move(11_000);
  expect(scene.move(draft.commandId)?.status).toBe('sending');
  const next = scene.restart();
  scenes.push(next);
  expect(next.move(draft.commandId)).toMatchObject({ status: 'unconfirmed' });
  next.exchange.wallet = [walletRow({ createdTime: (next.clock.now() / 1000).toFixed(3), status: 'PROCESSING' })];
  await next.clock.move(20_000);
  expect(next.move(draft.commandId)).toMatchObject({ status: 'accepted', exchangeId: '777', stage: 'PROCESSING' });
  expect(next.rules()).toMatchObject({ spent: '25.5', enabled: true });
  const third = next.restart();
  scenes.push(third);
  third.exchange.wallet = [walletRow({ status: 'COMPLETED' })];
  await third.clock.move(5_000);
  expect(third.move(draft.commandId)).toMatchObject({ status: 'accepted', stage: 'COMPLETED' });
  expect([next.writes(), third.writes()]).toEqual([[], []]);
});

it('trusts no book that was changed outside, whatever bit it was', async () => {
  const { scene, draft } = await ready();
  const path = join(scene.folder, 'addresses-p');
  const { text: whole, generation } = readDurable(path) ?? { text: '', generation: 0 };
  scene.stop();
  const thief = 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8';
  const spoiled = [
    whole.replace(TRON, thief),
    whole.replace(/(readyAt\\":)\d+/, '$10'),
    whole.replace('enabled\\":true', 'enabled\\":false'),
    whole.replace(/"mac":"[^"]{4}/, '"mac":"AAAA'),
    '{"version":1}',
    '',
  ];
  expect(new Set([whole, ...spoiled]).size).toBe(7);
  for (const text of spoiled) {
    // With the file's own checksum right, as somebody who knows its form would write it.
    writeDurable(path, text, generation + 1);
    const next = assetsScene({ folder: scene.folder, clock: scene.clock });
    scenes.push(next);
    expect(next.rules()).toMatchObject({ book: 'changed', enabled: false });
    expect([...next.assets.feeds.addresses.rows()]).toEqual([]);
    expect(await wordsOf(next.assets.answers['assets.withdraw'](draft))).toMatch(/changed outside/);
    expect(next.notices().join()).toMatch(/changed outside/);
    next.stop();
  }
  writeDurable(path, whole, generation + 2);
  const trusted = assetsScene({ folder: scene.folder, clock: scene.clock });
  scenes.push(trusted);
  expect(trusted.rules()).toMatchObject({ book: 'open', enabled: true });
  trusted.stop();
  const other = assetsScene({ folder: scene.folder, clock: scene.clock, key: 'another key' });
  scenes.push(other);
  expect(other.rules()).toMatchObject({ book: 'changed' });
  other.assets.answers['assets.renewBook'](ON_SCREEN);
  expect(other.rules()).toMatchObject({ book: 'open', enabled: false });
  expect(readdirSync(scene.folder).filter((name) => name.includes('changed')).length).toBeGreaterThan(0);
});

it('is refused view only, locked, and from another profile’s screen, also in its book', async () => {
  const { scene, answers, id } = await ready();
  for (const [standing, words] of [
    [{ ...ON_SCREEN, viewOnly: true, locked: false }, /view only/],
    [{ ...ON_SCREEN, viewOnly: false, locked: true }, /locked/],
    [{ ...ON_SCREEN, profile: 'other', viewOnly: false, locked: false }, /another profile/],
  ] as const) {
    scene.standing = standing;
    const attempt = async (act: () => unknown) => expect(await wordsOf((async () => act())())).toMatch(words);
    await attempt(() => answers['assets.saveAddress'](address({ name: 'New' })));
    await attempt(() => answers['assets.removeAddress']({ ...ON_SCREEN, id }));
    await attempt(() =>
      answers['assets.setWithdrawals']({ ...ON_SCREEN, enabled: false, waitHours: 72, dailyLimit: '1' }),
    );
    await attempt(() => answers['assets.renewBook'](ON_SCREEN));
  }
  const locked = assetsScene({ key: null });
  scenes.push(locked);
  expect(locked.rules()).toMatchObject({ book: 'locked' });
  expect(await wordsOf(locked.assets.answers['assets.withdraw'](withdrawal(id)))).toMatch(/locked/);
});
