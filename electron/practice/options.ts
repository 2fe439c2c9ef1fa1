import type { Forms } from './wire/forms.ts';

/** What a practice exchange is started with. Everything has a default; all of it survives `postMessage`. */
export interface PracticeOptions {
  /** Port on 127.0.0.1; 0 takes a free one. Default 0. */
  readonly port?: number;
  /** The same seed gives the same market. Default 1. */
  readonly seed?: number;
  /** Virtual milliseconds per real millisecond. Default 1. */
  readonly speed?: number;
  /** How restless the market is. Default calm. */
  readonly preset?: PresetName;
  /** Whether the limits of requests and connections are held. Default true. */
  readonly limits?: boolean;
  /** Days of past that the market and the first account have had; 0 starts with nothing. Default 10. */
  readonly pastDays?: number;
  /** A file of accounts instead of the built-in ones. */
  readonly accountsFile?: string;
  /** Ms that every answer is late, and up to as much again by chance. Default 0. */
  readonly latencyMs?: number;
  /** Port of the admin interface on 127.0.0.1, 0 for a free one; off when left out. */
  readonly adminPort?: number;
  /** Where everything is kept between two runs. */
  readonly stateFile?: string;
  /** How answers and frames are written. Default live. */
  readonly forms?: Forms;
  /** Whether an edit is reported with the status REPLACED. Default false. */
  readonly saysReplaced?: boolean;
  /** Moods that begin later, by exchange time. */
  readonly moods?: readonly PlannedMood[];
  /** Recorded trades that the market repeats before it walks by itself. */
  readonly replayFile?: string;
  /** Exchange time at the start in ms; the machine's clock when left out. */
  readonly startTime?: number;
}

export type PresetName = 'calm' | 'wild';

/** How the venue is: a market as ever, a restless one, one with few orders, one that falls, or none. */
export const MOODS = ['calm', 'wild', 'thin', 'crash', 'maintenance'] as const;
export type Mood = (typeof MOODS)[number];

/** A mood that begins so many exchange ms after the start. */
export interface PlannedMood {
  readonly mood: Mood;
  readonly afterMs: number;
}

/** Where a running practice exchange is and how to sign for its first account. */
export interface PracticeAddresses {
  /** Base of REST without a slash at the end. */
  readonly rest: string;
  readonly publicStream: string;
  /** Without its `?key=`. */
  readonly privateStream: string;
  readonly key: string;
  readonly secret: string;
  /** Base of the admin interface, where it was asked for. */
  readonly admin?: string;
}

/** A key that a running practice exchange knows, with whom it belongs to and what it may do. */
export interface KnownKey {
  readonly account: string;
  readonly permissions: readonly string[];
  readonly key: string;
  readonly secret: string;
}
