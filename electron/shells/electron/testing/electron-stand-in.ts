import { EventEmitter } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { isAbsolute, join } from 'node:path';

/*
 * Loaded before the built main, it puts itself in the place of the module `electron`, writes down what
 * main does with it, plays one page that says hello, quits, and prints the record as one line of JSON.
 */
export interface ShellRecord {
  /** What was called on Electron, in order. */
  calls: string[];
  windowOptions: unknown;
  schemes: unknown;
  handledSchemes: string[];
  channels: string[];
  /** Events that every web contents is watched for. */
  watched: string[];
  windowOpen: unknown;
  webRtc: unknown;
  permission: unknown;
  permissionCheck: unknown;
  device: unknown;
  requestToOutside: unknown;
  sessionEvents: string[];
  loaded: string[];
  page: { status: number; policy: string | null } | null;
  /** Texts that the page received, cut. */
  heard: { channel: string; text: string }[];
  /** What a frame inside the page got for the same hello. */
  heardByStranger: number;
  stoppedBeforeEnd: boolean;
}

const record: ShellRecord = {
  calls: [],
  windowOptions: null,
  schemes: null,
  handledSchemes: [],
  channels: [],
  watched: [],
  windowOpen: null,
  webRtc: null,
  permission: null,
  permissionCheck: null,
  device: null,
  requestToOutside: null,
  sessionEvents: [],
  loaded: [],
  page: null,
  heard: [],
  heardByStranger: 0,
  stoppedBeforeEnd: false,
};
const note = (call: string): void => void record.calls.push(call);

class Event_ {
  prevented = false;
  preventDefault(): void {
    this.prevented = true;
  }
}

class App extends EventEmitter {
  readonly isPackaged = process.env['STAND_IN_PACKAGED'] !== undefined;
  readonly commandLine = { hasSwitch: (name: string) => process.env['STAND_IN_SWITCH'] === name };
  readonly #paths = new Map<string, string>();
  enableSandbox(): void {
    note('enableSandbox');
  }
  requestSingleInstanceLock(): boolean {
    note('requestSingleInstanceLock');
    // As Chromium does, which comes before anything of ours then.
    const folder = this.getPath('userData');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'SingletonLock'), '');
    return process.env['STAND_IN_SECOND'] === undefined;
  }
  setPath(name: string, path: string): void {
    if (!isAbsolute(path)) throw new Error('Path must be absolute');
    this.#paths.set(name, path);
  }
  getPath(name: string): string {
    return this.#paths.get(name) ?? '';
  }
  setBadgeCount(): void {
    note('setBadgeCount');
  }
  getVersion(): string {
    return '0.0.0';
  }
  async whenReady(): Promise<void> {
    note('whenReady');
    await new Promise((resolve) => setImmediate(resolve));
  }
  quit(): void {
    note('quit');
    const event = new Event_();
    this.emit('will-quit', event);
    if (event.prevented) {
      record.stoppedBeforeEnd = true;
      return;
    }
    this.exit(0);
  }
  exit(code: number): void {
    process.stdout.write(`${JSON.stringify(record)}\n`, () => process.exit(code));
  }
}
export const app = new App();

class Ipc extends EventEmitter {
  override on(channel: string, listener: (...args: unknown[]) => void): this {
    record.channels.push(channel);
    return super.on(channel, listener);
  }
  override removeAllListeners(channel?: string): this {
    record.channels = record.channels.filter((known) => known !== channel);
    return super.removeAllListeners(channel);
  }
  handle(channel: string): void {
    record.channels.push(channel);
  }
}
export const ipcMain = new Ipc();

export const protocol = {
  registerSchemesAsPrivileged(schemes: unknown): void {
    note('registerSchemesAsPrivileged');
    record.schemes = schemes;
  },
  handle(scheme: string, answer: (request: Request) => Response): void {
    record.handledSchemes.push(scheme);
    const { status, headers } = answer({ url: 'app://terminal/', method: 'GET' } as Request); // all that it reads
    record.page = { status, policy: headers.get('content-security-policy') };
  },
};

type Decide = (answer: unknown) => void;
export const session = {
  defaultSession: {
    on: (name: string) => void record.sessionEvents.push(name),
    setPermissionRequestHandler: (ask: (contents: null, name: string, decide: Decide, details: object) => void) =>
      ask(null, 'geolocation', (answer) => (record.permission = answer), { requestingUrl: 'app://terminal/' }),
    setPermissionCheckHandler: (check: (contents: null, name: string, origin: string, details: object) => unknown) =>
      (record.permissionCheck = check(null, 'geolocation', 'app://terminal', { requestingUrl: 'app://terminal/' })),
    setDevicePermissionHandler: (check: (details: object) => unknown) => (record.device = check({})),
    setDisplayMediaRequestHandler: () => undefined,
    webRequest: {
      onBeforeRequest: (ask: (details: object, decide: Decide) => void) =>
        ask({ url: 'https://evil.example/' }, (answer) => (record.requestToOutside = answer)),
    },
  },
};

/** As on a desktop whose keyring does not answer: it encrypts, with a key that everybody knows. */
export const safeStorage = {
  isAsyncEncryptionAvailable: async () => true,
  getSelectedStorageBackend: () => 'gnome_libsecret',
  encryptStringAsync: async (text: string) => Buffer.from(`v10${text}`),
};

export const dialog = {
  showMessageBox: async () => ({ response: 0 }),
  showErrorBox: (title: string, text: string) => note(`showErrorBox: ${title}: ${text}`),
};
export const clipboard = { readText: async () => '' };

export const Menu = { setApplicationMenu: () => undefined, getApplicationMenu: () => null };
export class Notification {
  show(): void {
    note('notification');
  }
}

export const powerMonitor = new EventEmitter();

export const screen = { getAllDisplays: () => [] };

const PAGE_FRAME = { frameTreeNodeId: 1, parent: null, url: 'app://terminal/' };

class Contents extends EventEmitter {
  readonly id = 1;
  readonly mainFrame = PAGE_FRAME;
  isDestroyed(): boolean {
    return false;
  }
  setWindowOpenHandler(decide: (details: object) => unknown): void {
    record.windowOpen = decide({ url: 'https://evil.example/' });
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    record.webRtc = policy;
  }
  send(channel: string, text: string): void {
    record.heard.push({ channel, text: text.slice(0, 300) });
    if (text.includes('"welcome"')) app.quit();
  }
}

export class BrowserWindow extends EventEmitter {
  readonly webContents = new Contents();
  constructor(options: unknown) {
    super();
    record.windowOptions = options;
    app.emit('web-contents-created', {}, this.webContents);
    record.watched = this.webContents.eventNames().map(String);
  }
  getNormalBounds(): object {
    return {};
  }
  async loadURL(address: string): Promise<void> {
    record.loaded.push(address);
    const hello = process.env['STAND_IN_HELLO'] ?? '';
    ipcMain.emit('quarterdeck:up', { sender: { id: 1 }, senderFrame: { ...PAGE_FRAME, parent: PAGE_FRAME } }, hello);
    record.heardByStranger = record.heard.length;
    ipcMain.emit('quarterdeck:up', { sender: { id: 1 }, senderFrame: PAGE_FRAME }, hello);
  }
}

export default { app, ipcMain };

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron'
      ? { url: import.meta.url, format: 'module', shortCircuit: true }
      : next(specifier, context),
});
