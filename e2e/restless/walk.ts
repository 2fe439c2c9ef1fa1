import type { Browser, Page } from 'playwright';
import { chanceOf } from '../rigs/simulation/chance.ts';
import { OTHER_PROFILE } from '../support/other-profile.ts';
import { startProgram } from '../support/program.ts';
import { ACTIONS, draw } from './actions/table.ts';
import { exchangeSide } from './exchange-side.ts';
import { watchGrowth, type Growth } from './watch/growth.ts';
import { watchHealth, type Health } from './watch/health.ts';
import { watchPage } from './watch/page-watch.ts';
import { settle } from './settle.ts';
import { CannotNow, Violation, type Action, type World } from './world.ts';

/** One step: an action with its place in the first walk, which its chance comes from, or a comparison. */
export interface Step {
  readonly at: number;
  readonly name: string;
}
export const COMPARE = 'compare';

export interface Failure {
  /** The same for the same fault. */
  readonly key: string;
  readonly words: string;
  readonly before: Buffer | null;
  readonly after: Buffer | null;
}

export interface Walked {
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly done: ReadonlyMap<string, number>;
  /** Actions that could not be done, with why. */
  readonly skipped: ReadonlyMap<string, readonly string[]>;
  readonly comparisons: number;
  readonly failure: Failure | null;
}

export interface WalkOptions {
  readonly seed: number;
  readonly actions: number;
  /** The longest time in which a polled value has to be as the exchange has it. */
  readonly paceMs: number;
  /** Just these steps; drawn from the seed when left out. */
  readonly steps?: readonly Step[];
  /** Told each step as it begins. */
  tell?(line: string): void;
}

/** Seed of the practice exchange: the walk's own seed decides on all else. */
const EXCHANGE_SEED = 1;

/** Reads by a timer come as often as the account's budgets allow, so that nobody waits for one. */
const HURRIED = {
  orders: 5_000,
  algoOrders: 5_000,
  balances: 3_000,
  positions: 3_000,
  account: 10_000,
  market: 5_000,
};

/** Goes one walk in a program and a page of its own. */
export async function walk(browser: Browser, options: WalkOptions): Promise<Walked> {
  const program = await startProgram({
    args: ['--practice-admin', '0', '--seed', String(EXCHANGE_SEED)],
    paces: HURRIED,
    profiles: [OTHER_PROFILE],
  });
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  try {
    if (program.admin === null) throw new Error('the program said no admin interface');
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    const health = watchHealth(page);
    await watchPage(page);
    const exchange = await exchangeSide(program.admin, EXCHANGE_SEED);
    await page.goto(program.address);
    await page.locator('.ticket-place').waitFor();
    const world: World = {
      page,
      program,
      exchange,
      symbol: 'PERP_BTC_USDT',
      endings: 0,
      compared: 0,
      movedAt: Date.now(),
      marks: '',
      loads: 0,
      openings: 0,
      calm: true,
      claims: [],
    };
    return await go(world, health, await watchGrowth(page), options);
  } finally {
    await context.close();
    await program.stop();
  }
}

async function go(world: World, health: Health, growth: Growth, options: WalkOptions): Promise<Walked> {
  const { seed, paceMs, tell = () => undefined } = options;
  const steps: Step[] = [];
  const done = new Map<string, number>();
  const skipped = new Map<string, string[]>();
  let comparisons = 0;
  let before: Buffer | null = null;
  const walked = (failure: Failure | null): Walked => ({ seed, steps, done, skipped, comparisons, failure });
  try {
    for (const step of options.steps ?? drawn(seed, options.actions, done)) {
      steps.push(step);
      if (step.name === COMPARE) {
        tell('  compare');
        before = await picture(world.page);
        await settle(world, health, paceMs);
        comparisons += 1;
        // To collect the garbage costs more than to compare.
        if (comparisons % 2 === 0) await growth.measure(world.loads);
        continue;
      }
      tell(`  ${step.at} ${step.name}`);
      const cannot = await act(world, actionOf(step.name), seed, step.at);
      if (cannot === null) done.set(step.name, (done.get(step.name) ?? 0) + 1);
      else {
        tell(`      cannot now: ${cannot}`);
        skipped.set(step.name, [...(skipped.get(step.name) ?? []), cannot]);
      }
      await health.check();
    }
    tell(`  ${growth.words()}`);
    return walked(null);
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return walked({ key: error.key, words: error.message, before, after: await picture(world.page) });
  }
}

/** The steps of a seed: short walks with a comparison after each. */
function* drawn(seed: number, actions: number, done: ReadonlyMap<string, number>): Generator<Step> {
  const chance = chanceOf(seed, 'restless');
  let left = 3 + chance.below(6);
  for (let at = 1; at <= actions; at += 1) {
    yield { at, name: draw(chance, done).name };
    left -= 1;
    if (left > 0 && at < actions) continue;
    left = 3 + chance.below(6);
    yield { at, name: COMPARE };
  }
}

function actionOf(name: string): Action {
  const found = ACTIONS.find((action) => action.name === name);
  if (found === undefined) throw new RangeError(`no action is named ${name}`);
  return found;
}

/** @returns why it could not be done, or null. */
async function act(world: World, action: Action, seed: number, at: number): Promise<string | null> {
  try {
    await action.run(world, chanceOf(seed, `${at} ${action.name}`));
    return null;
  } catch (error) {
    if (error instanceof CannotNow) return error.message;
    if (error instanceof Error && error.name === 'TimeoutError') return error.message.split('\n').slice(0, 3).join(' ');
    throw error;
  }
}

const picture = (page: Page): Promise<Buffer | null> => page.screenshot({ timeout: 5_000 }).catch(() => null);
