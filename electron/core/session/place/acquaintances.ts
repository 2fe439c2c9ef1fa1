import { addressPresets } from '../../../../shared/contract/profiles.ts';
import { hostsOf, isLoopback, type ExchangeAddresses } from '../../../../shared/address/hosts.ts';
import type { Profile, SettingsStore } from '../../storage/settings.ts';

const KNOWN_HOSTS = 'knownHosts';
const MOST_KNOWN = 256;

/** Hosts that this program has contacted before, with their ports. */
export interface Acquaintances {
  /** Hosts of a profile that are in no preset, not on this machine, and were never agreed to. */
  strangers(profile: ExchangeAddresses): readonly string[];
  add(profile: ExchangeAddresses): void;
}

/**
 * Opens them. At the first start of a version that asks, the hosts of the profiles that there are were contacted before.
 */
export function openAcquaintances(settings: SettingsStore, profiles: readonly Profile[]): Acquaintances {
  const presets = new Set(Object.values(addressPresets).flatMap(hostsOf));
  const stored = settings.get(KNOWN_HOSTS);
  let known: readonly string[] = Array.isArray(stored)
    ? stored.filter((host) => typeof host === 'string')
    : profiles.flatMap(hostsOf);
  const write = (hosts: readonly string[]): void => {
    known = [...new Set(hosts)].slice(-MOST_KNOWN);
    try {
      settings.set(KNOWN_HOSTS, known);
    } catch {
      // A full disk: it is known for this run, and asked about again at the next.
    }
  };
  if (!Array.isArray(stored)) write(known);
  return {
    strangers: (profile) =>
      hostsOf(profile).filter((host) => !presets.has(host) && !isLoopback(`https://${host}`) && !known.includes(host)),
    add(profile) {
      if (hostsOf(profile).some((host) => !known.includes(host))) write([...known, ...hostsOf(profile)]);
    },
  };
}
