import type { PracticeOptions, PresetName } from './options.ts';

export const HELP = `Practice exchange: speaks the Trading and Account Service Interface, version 3, on 127.0.0.1.

Usage: npm run practice -- [flags]

  --port N        port on 127.0.0.1; 0 takes a free one (default 7080)
  --seed N        the same seed gives the same market (default 1)
  --speed N       virtual seconds per real second, 0.1 to 10000 (default 1)
  --preset NAME   calm or wild (default calm)
  --past DAYS     days of past of the market and the first account, 0 to 60 (default 10)
  --accounts FILE a JSON file of accounts instead of the built-in ones (below)
  --no-limits     do not hold the limits of requests and connections
  --json          print one line of JSON with addresses, key and secret when ready
  --help          print this and exit

It runs until SIGINT or SIGTERM. A key and its secret are printed at the start; sign requests with them.

An accounts file looks like this; key and secret may be left out, amounts are text:

  {"accounts": [{"name": "main", "vip": true, "mode": "FUTURES", "positionMode": "ONE_WAY",
                 "funds": {"USDT": "1000", "BTC": "0.5"},
                 "keys": [{"key": "my-key", "secret": "my-secret", "permissions": ["READ", "TRADE"]}],
                 "past": true},
                {"name": "savings", "subAccountOf": "main", "funds": {}, "keys": [{}]}]}
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
  let port = 7080;
  let seed = 1;
  let speed = 1;
  let preset: PresetName = 'calm';
  let limits = true;
  let pastDays = 10;
  let accountsFile: string | undefined;
  let json = false;
  let help = false;
  for (let i = 0; i < words.length; i += 1) {
    const [flag = '', inline] = (words[i] ?? '').split('=', 2);
    const value = (): string | undefined => {
      if (inline !== undefined) return inline;
      i += 1;
      return words[i];
    };
    switch (flag) {
      case '--port':
        port = numeric(flag, value(), 0, 65_535, true);
        break;
      case '--seed':
        seed = numeric(flag, value(), 0, 2_147_483_647, true);
        break;
      case '--speed':
        speed = numeric(flag, value(), 0.1, 10_000, false);
        break;
      case '--preset': {
        const name = value();
        if (name !== 'calm' && name !== 'wild') throw new Error('--preset takes calm or wild.');
        preset = name;
        break;
      }
      case '--past':
        pastDays = numeric(flag, value(), 0, 60, false);
        break;
      case '--accounts': {
        accountsFile = value();
        if (accountsFile === undefined || accountsFile === '') throw new Error('--accounts takes the name of a file.');
        break;
      }
      case '--no-limits':
        limits = false;
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
  return {
    port,
    seed,
    speed,
    preset,
    limits,
    pastDays,
    json,
    help,
    ...(accountsFile === undefined ? {} : { accountsFile }),
  };
}
