import { MOODS, type PlannedMood, type PracticeOptions, type PresetName } from './options.ts';
import type { Forms } from './wire/forms.ts';

export const HELP = `Practice exchange: speaks the Trading and Account Service Interface, version 3, on 127.0.0.1.

Usage: npm run practice -- [flags]

  --port N         port on 127.0.0.1; 0 takes a free one (default 7080)
  --seed N         the same seed gives the same market and the same keys (default 1)
  --speed N        virtual seconds per real second, 0.1 to 10000 (default 1)
  --preset NAME    how restless the market is: calm or wild (default calm)
  --past DAYS      days of past of the market and the first account, 0 to 400 (default 10)
  --accounts FILE  a JSON file of accounts instead of the built-in ones (below)
  --replay FILE    recorded trades that the market repeats before it walks by itself (below)
  --state FILE     keeps everything in a file and takes it up again
  --forms NAME     how answers are written: live, as recorded from the venue, or documented (default live)
  --moods LIST     moods that begin later, as 10m:crash,12m:calm: calm, wild, thin, crash or maintenance
  --replaced       report an edit with the status REPLACED
  --latency MS     every answer is late by this, and up to as much again by chance (default 0)
  --no-limits      do not hold the limits of requests and connections
  --admin-port N   opens the admin interface on 127.0.0.1 (below); 0 takes a free port
  --json           print one line of JSON with addresses, key and secret when ready
  --help           print this and exit

It runs until SIGINT or SIGTERM. A key and its secret are printed at the start; sign requests with them.

An accounts file looks like this; key and secret may be left out, amounts are text:

  {"accounts": [{"name": "main", "vip": true, "mode": "FUTURES", "positionMode": "ONE_WAY",
                 "funds": {"USDT": "1000", "BTC": "0.5"},
                 "keys": [{"key": "my-key", "secret": "my-secret", "permissions": ["READ", "TRADE"]}],
                 "past": true},
                {"name": "savings", "subAccountOf": "main", "funds": {}, "keys": [{}]}]}

A replay file has one trade a line, in the order of time, time in ms; # starts a note:

  1758600000000,PERP_BTC_USDT,BUY,64210.5,0.25

The admin interface is JSON over HTTP, for tests. A bad body says what is wrong; GET /state shows what is set:

  POST   /faults              {"method","path","kind","process","ms","status","code","share","times"}
                              kind: delay hang reset close cut status garbage html stale;
                              process false: the exchange never sees the request
  POST   /streams             {"silent","loseOneOf","repeatOneOf","garbageOneOf","reorderOneOf","refuse",
                              "closeOnConnect","which","topic"}
  POST   /streams/drop        {"which": "public" | "private" | "all"}
  DELETE /faults              undoes all faults, skew, lag and maintenance
  POST   /clock               {"skewMs"}: the clock that clients see goes wrong by this
  POST   /advance             {"ms"}: exchange time jumps ahead, everything due happens
  POST   /lag                 {"historyMs","books"}: reads of orders and fills are late, books stand still
  POST   /price               {"symbol","price"}: the market goes there at once
  POST   /market              {"still"}: prices and books stay as they are, or go on; orders match as ever
  POST   /mood                {"mood","afterMs","forMs"}: calm, wild, thin, crash or maintenance, later and for a
                              while where that is said
  POST   /sweep               {"symbol","side"}: somebody takes all that the other side of the book has
  POST   /deposit             {"account","token","network","amount","fails"}
  POST   /wallet/fail         {"id"}: a deposit or withdrawal is taken back half way
  POST   /maintenance         {"status": 0 | 1 | 2}
  POST   /keys/revoke         {"key"}
  POST   /listen-keys/expire
  GET    /received            the writes that arrived; DELETE forgets them
  GET    /state
`;

export interface Flags extends PracticeOptions {
  readonly json: boolean;
  readonly help: boolean;
}

/** Reads a whole or decimal number of a flag within bounds; throws one line otherwise. */
function numeric(name: string, value: string | undefined, low: number, high: number, whole: boolean): number {
  const read = value !== undefined && /^\d{1,12}(?:\.\d{1,6})?$/.test(value) ? Number(value) : Number.NaN;
  if (!(read >= low && read <= high) || (whole && !Number.isInteger(read)))
    throw new Error(`${name} takes ${whole ? 'a whole number' : 'a number'} from ${low} to ${high}.`);
  return read;
}

/** Reads the command line (without node and the file). Throws an Error with one line for what it does not know. */
export function readFlags(words: readonly string[]): Flags {
  let json = false;
  let help = false;
  const options: { -readonly [Name in keyof PracticeOptions]: PracticeOptions[Name] } = { port: 7080 };
  for (let i = 0; i < words.length; i += 1) {
    const [flag = '', inline] = (words[i] ?? '').split('=', 2);
    const value = (): string | undefined => {
      if (inline !== undefined) return inline;
      i += 1;
      return words[i];
    };
    const file = (): string => {
      const name = value();
      if (name === undefined || name === '') throw new Error(`${flag} takes the name of a file.`);
      return name;
    };
    switch (flag) {
      case '--port':
        options.port = numeric(flag, value(), 0, 65_535, true);
        break;
      case '--seed':
        options.seed = numeric(flag, value(), 0, 2_147_483_647, true);
        break;
      case '--speed':
        options.speed = numeric(flag, value(), 0.1, 10_000, false);
        break;
      case '--preset':
        options.preset = preset(value());
        break;
      case '--past':
        options.pastDays = numeric(flag, value(), 0, 400, false);
        break;
      case '--accounts':
        options.accountsFile = file();
        break;
      case '--replay':
        options.replayFile = file();
        break;
      case '--state':
        options.stateFile = file();
        break;
      case '--latency':
        options.latencyMs = numeric(flag, value(), 0, 60_000, false);
        break;
      case '--admin-port':
        options.adminPort = numeric(flag, value(), 0, 65_535, true);
        break;
      case '--no-limits':
        options.limits = false;
        break;
      case '--forms':
        options.forms = forms(value());
        break;
      case '--moods':
        options.moods = moods(value());
        break;
      case '--replaced':
        options.saysReplaced = true;
        break;
      case '--json':
        json = true;
        break;
      case '--help':
        help = true;
        break;
      default:
        throw new Error(`Unknown flag ${flag}. --help lists what there is.`);
    }
  }
  return { ...options, json, help };
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

function moods(list: string | undefined): readonly PlannedMood[] {
  return (list ?? '').split(',').map((entry) => {
    const [, count, unit = '', name] = /^(\d{1,6})([smh]):([a-z]+)$/.exec(entry) ?? [];
    const mood = MOODS.find((known) => known === name);
    if (mood === undefined) throw new Error(`--moods takes a list as 10m:crash,12m:calm of ${MOODS.join(', ')}.`);
    return { mood, afterMs: Number(count) * (UNIT_MS[unit] ?? 0) };
  });
}

function forms(name: string | undefined): Forms {
  if (name === 'live' || name === 'documented') return name;
  throw new Error('--forms takes live or documented.');
}

function preset(name: string | undefined): PresetName {
  if (name === 'calm' || name === 'wild') return name;
  throw new Error('--preset takes calm or wild.');
}
