import { addressPresets } from '../contract/profiles.ts';
import type { Environment } from '../contract-kit.ts';

/** Where a profile's exchange is: the three addresses of a profile. */
export interface ExchangeAddresses {
  readonly rest: string;
  readonly publicStream: string;
  readonly privateStream: string;
}

const FIELDS = ['rest', 'publicStream', 'privateStream'] as const;
const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);
/** Everything below these belongs to the operator of the exchange. */
const OPERATOR_DOMAINS = ['woox.io', 'woo.org', 'woo.network'];
/** Second levels below which everybody may register, where a country stands at the end. */
const COUNTRY_SECOND = new Set([
  'ac',
  'co',
  'com',
  'edu',
  'gob',
  'gov',
  'gv',
  'ltd',
  'me',
  'ne',
  'net',
  'org',
  'or',
  'plc',
]);
/** Domains that give everybody a name below them. */
const SHARED_DOMAINS = new Set([
  'amazonaws.com',
  'appspot.com',
  'azurewebsites.net',
  'cloudfront.net',
  'fly.dev',
  'github.io',
  'herokuapp.com',
  'loca.lt',
  'netlify.app',
  'ngrok-free.app',
  'ngrok.app',
  'ngrok.io',
  'nip.io',
  'onrender.com',
  'pages.dev',
  'run.app',
  'sslip.io',
  'trycloudflare.com',
  'vercel.app',
  'web.app',
  'workers.dev',
]);
/** Paths that the interface has (protocol.md, sections 1 and 4). */
const PATHS = { rest: [''], publicStream: ['', '/v3/public'], privateStream: ['', '/v3/private'] } as const;

interface Parts {
  /** With its port, where that is not the protocol's own. */
  readonly host: string;
  readonly name: string;
  readonly port: string;
  readonly path: string;
}
const ADDRESS = /^[a-z]+:\/\/((?:\[[^\]]*\]|[^/?#:@])*)(?::(\d*))?(\/[^?#]*)?$/i;

/** Reads an address as `URL` writes it; a text that is none has empty parts. */
function partsOf(address: string): Parts {
  const [, name = '', port = '', path = ''] = ADDRESS.exec(address) ?? [];
  const plain = name.toLowerCase();
  // A dot at the end of a host names the same host.
  return { host: port === '' ? plain : `${plain}:${port}`, name: plain.replace(/\.$/, ''), port, path };
}

/** The host name of an address, without its port. */
const hostNameOf = (address: string): string => partsOf(address).name;

/** Whether an address is on this machine. */
export const isLoopback = (address: string): boolean => LOOPBACK.has(hostNameOf(address));

/** The hosts of a place with their ports, each once, in the order of the addresses. */
export const hostsOf = (place: ExchangeAddresses): readonly string[] => [
  ...new Set(FIELDS.map((field) => partsOf(place[field]).host)),
];

/** Whether all addresses are those of the exchange's live or staging system. */
export const isPreset = (place: ExchangeAddresses): boolean =>
  Object.values(addressPresets).some((preset) =>
    FIELDS.every(
      (field) => hostNameOf(preset[field]) === hostNameOf(place[field]) && partsOf(place[field]).port === '',
    ),
  );

/** Whether two profiles are at the same place: the same addresses. */
export const isSamePlace = (one: ExchangeAddresses, other: ExchangeAddresses): boolean =>
  FIELDS.every((field) => one[field] === other[field]);

/**
 * Whether the name of a profile is typed before it is opened: real money, or an exchange that this program does not know,
 * whatever the profile calls itself. Practice is on this machine, which `placeFault` holds it to.
 */
export const asksName = (profile: ExchangeAddresses & { readonly environment: Environment }): boolean =>
  profile.environment === 'live' || (profile.environment === 'staging' && !isPreset(profile));

/**
 * Why the addresses and the environment of a profile cannot be true. Colours and questions follow the environment; the
 * key of the private stream goes to one host and the orders to another.
 *
 * @param profile with addresses that `profileSchema` has read.
 * @returns the field and the reason, or null.
 */
export function placeFault(
  profile: ExchangeAddresses & { readonly environment: Environment },
): { readonly path: string; readonly reason: string } | null {
  const staging = new Set(Object.values(addressPresets.staging).map(hostNameOf));
  for (const field of FIELDS) {
    const path = partsOf(profile[field]).path.replace(/\/+$/, '');
    if (!PATHS[field].some((known) => known === path))
      return { path: field, reason: `The path ${path} is none of the interface. Leave it out.` };
    const host = hostNameOf(profile[field]);
    const isOperator = OPERATOR_DOMAINS.some((domain) => host === domain || host.endsWith(`.${domain}`));
    const owed = staging.has(host) ? 'staging' : isOperator ? 'live' : null;
    if (owed !== null && profile.environment !== owed)
      return { path: 'environment', reason: `${host} is the ${owed} exchange. Choose ${owed}.` };
  }
  const local = FIELDS.filter((field) => isLoopback(profile[field]));
  if (profile.environment === 'practice' && local.length < FIELDS.length)
    return { path: 'environment', reason: 'Practice is on this machine alone (127.0.0.1). Choose staging or live.' };
  const domains = new Set(FIELDS.map((field) => domainOf(hostNameOf(profile[field]))));
  if (local.length === FIELDS.length || (local.length === 0 && domains.size === 1)) return null;
  const odd = FIELDS.find((field) => domainOf(hostNameOf(profile[field])) !== domainOf(hostNameOf(profile.rest)));
  return {
    path: odd ?? 'rest',
    reason: `The three addresses of a profile belong to one domain, or all to this machine: ${hostsOf(profile).join(', ')} do not.`,
  };
}

/** The part of a host name that one owner has registered; an address of numbers is a domain of its own. */
function domainOf(host: string): string {
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return host;
  const labels = host.split('.');
  const [second = '', top = ''] = labels.slice(-2);
  const isShared = SHARED_DOMAINS.has(`${second}.${top}`) || (top.length === 2 && COUNTRY_SECOND.has(second));
  return labels.slice(isShared ? -3 : -2).join('.');
}
