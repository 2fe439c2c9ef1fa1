import { spawn, type ChildProcess } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A way to show an address on this machine. */
export interface Opener {
  readonly name: string;
  readonly program: string;
  readonly args: (address: string, profileFolder: string) => readonly string[];
  /** Its process lives as long as the window, so that the end of one is the end of the other. */
  readonly window: boolean;
}

/** What is looked at of the machine. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly root: boolean;
  exists(path: string): boolean;
}

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'brave-browser',
];
const MAC_APPS = ['Google Chrome', 'Chromium', 'Microsoft Edge', 'Brave Browser'];
const WINDOWS_PROGRAMS = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];

/** The best way that there is: a window without tabs and bars of a Chromium, else the system's browser. */
export function findOpener(machine: Machine): Opener | null {
  const chromium = chromiumPlaces(machine).find((path) => machine.exists(path));
  if (chromium !== undefined) {
    // Chromium refuses to run as root with its sandbox, which a container without other users has.
    const asRoot = machine.root ? ['--no-sandbox'] : [];
    return {
      name: chromium,
      program: chromium,
      window: true,
      args: (address, profileFolder) => [
        `--app=${address}`,
        `--user-data-dir=${profileFolder}`,
        '--no-first-run',
        '--no-default-browser-check',
        '--disable-background-networking',
        '--disable-sync',
        // A content security policy does not cover WebRTC, which could carry data out by UDP.
        '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
        '--window-size=1440,900',
        ...asRoot,
      ],
    };
  }
  const system = systemOpener(machine);
  return system === null ? null : { ...system, name: `the system's browser`, window: false };
}

function systemOpener({ platform, env, exists }: Machine): Pick<Opener, 'program' | 'args'> | null {
  if (platform === 'darwin') return { program: '/usr/bin/open', args: (address) => [address] };
  if (platform === 'win32') return { program: 'rundll32', args: (address) => ['url.dll,FileProtocolHandler', address] };
  const program = onPath(env, ['xdg-open']).find(exists);
  return program === undefined ? null : { program, args: (address) => [address] };
}

function chromiumPlaces({ platform, env }: Machine): string[] {
  switch (platform) {
    case 'darwin':
      return MAC_APPS.map((app) => `/Applications/${app}.app/Contents/MacOS/${app}`);
    case 'win32':
      return [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']]
        .filter((base) => base !== undefined)
        .flatMap((base) => WINDOWS_PROGRAMS.map((program) => `${base}\\${program}`));
    default:
      return onPath(env, NAMES);
  }
}

const onPath = (env: Machine['env'], names: readonly string[]): string[] =>
  names.flatMap((name) => (env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name)));

/** This machine. */
export const thisMachine = (): Machine => ({
  platform: process.platform,
  env: process.env,
  root: process.getuid?.() === 0,
  exists: (path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
});

/** A browser that was asked to show an address. */
export interface Opened {
  /** Resolves when its process has ended: with null after a plain end, else with the reason. */
  readonly ended: Promise<string | null>;
  /** Closes the window, where it is ours. */
  close(): void;
}

/** Shows an address. */
export function open(opener: Opener, address: string, profileFolder: string): Opened {
  const own = process.platform !== 'win32';
  const child = spawn(opener.program, [...opener.args(address, profileFolder)], { stdio: 'ignore', detached: own });
  return {
    ended: new Promise((resolve) => {
      child.on('error', (error) => resolve(error.message));
      child.on('exit', (code, signal) => resolve(code === 0 ? null : `it ended with ${code ?? signal}`));
    }),
    close: () => {
      if (opener.window) endGroup(child, own);
    },
  };
}

function endGroup(child: ChildProcess, own: boolean): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    process.kill(own ? -child.pid : child.pid, 'SIGTERM');
  } catch {
    // It ended in this instant.
  }
}
