import type { Page } from 'playwright';
import type { Program } from '../support/program.ts';
import type { ExchangeSide } from './exchange-side.ts';
import type { Chance } from '../rigs/simulation/chance.ts';

/** What one walk goes through. */
export interface World {
  readonly page: Page;
  readonly program: Program;
  readonly exchange: ExchangeSide;
  /** The symbol that the screen shows, as far as the walk chose it. */
  symbol: string;
  /** Rises whenever something may have ended orders; see {@link Claim}. */
  endings: number;
  /** How often all was compared. */
  compared: number;
  /** When prices went on after the last comparison, in ms of this machine. */
  movedAt: number;
  /** The mark prices of the balances at the last comparison. */
  marks: string;
  /** How often the page was loaded anew. */
  loads: number;
  /** How often the core opened a profile anew, or locked or unlocked the one that is open. */
  openings: number;
  /** Whether no stream or answer was disturbed since the last comparison. */
  calm: boolean;
  /** What must hold once all is settled; each returns what is wrong. */
  readonly claims: Claim[];
}

/** Something that an action did, to be looked at when the exchange and the screen are settled. */
export interface Claim {
  readonly by: string;
  holds(): Promise<string | null>;
}

/** One thing that a person, the market or another terminal does. */
export interface Action {
  readonly name: string;
  /** How often it is drawn beside others; 1 when left out. */
  readonly weight?: number;
  /** Does it; throws {@link CannotNow} or a timeout of the page where it cannot be done now. */
  run(world: World, chance: Chance): Promise<void>;
}

/** The screen is in a state in which this cannot be done: nothing is wrong with that. */
export class CannotNow extends Error {}

/** Something is wrong with the program. */
export class Violation extends Error {
  /** The place and kind of it, the same for the same fault. */
  readonly key: string;
  constructor(key: string, words: string) {
    super(words);
    this.key = key;
  }
}
